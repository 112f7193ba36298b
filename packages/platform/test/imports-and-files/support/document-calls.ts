import type { Tenant } from "../../chaos/support/deployment.ts";
import { createDocument, hashMd5, sendSlowly, type TakenDocument } from "./depot.ts";
import { attempt, attemptUntilKnown, type Outcome } from "./outcomes.ts";
import type { Replicas } from "./replicas.ts";

/** A file whose bytes the service acknowledged: an upload, or the result of a tool. */
export interface AcknowledgedFile {
  readonly id: string;
  /** Of an upload. */
  readonly key?: string;
  /** The address of a result. */
  readonly url?: string;
  readonly md5: string;
  readonly size: number;
  readonly tenant: Tenant;
}

/** Bytes that a caller uploads. */
export interface Wish {
  readonly bytes: Buffer;
  readonly tenant: Tenant;
}

/** An upload that the service waits for. */
export interface RequestedUpload {
  readonly id: string;
  readonly key: string;
  readonly url: string;
}

const takeSlug = "DEPOT_TAKE_DOCUMENT";
const mimetype = "application/zip";

/** Requests an upload, again and again until it is answered. */
export async function askForUpload(
  { journal, chooseClient }: Replicas,
  { bytes, tenant }: Wish,
): Promise<RequestedUpload> {
  const body = { toolkit_slug: "depot", tool_slug: takeSlug, filename: "some.zip", mimetype };
  const asked = await attemptUntilKnown(journal, () =>
    chooseClient(tenant).files.requestFileUpload({ body: { ...body, md5: hashMd5(bytes) } }),
  );
  if (asked.kind === "refused") {
    throw new Error(`A request for an upload was refused: ${asked.refusal}`);
  }
  const { id, key, new_presigned_url: url } = asked.value;
  return { id, key, url };
}

/** Sends bytes once. The caller leaves in the middle if `breaks`. */
export async function sendBytes(
  { journal, chooseUrl, noteMoment }: Replicas,
  requested: RequestedUpload,
  { bytes, breaks = false }: { readonly bytes: Buffer; readonly breaks?: boolean },
): Promise<Outcome<unknown>> {
  return await attempt(journal, async () => {
    const leaving = new AbortController();
    async function* send(): AsyncGenerator<Uint8Array> {
      for await (const piece of sendSlowly(bytes)) {
        yield piece;
        if (breaks) {
          leaving.abort(new Error("The caller left."));
        }
      }
      noteMoment();
    }
    const response = await fetch(moveTo(chooseUrl(), requested.url), {
      method: "PUT",
      body: ReadableStream.from(send()),
      duplex: "half",
      headers: { "content-type": mimetype },
      signal: leaving.signal,
    });
    return await readWhole(response);
  });
}

/** Gives a file to a tool once. Returns whether the tool was executed; it must have got exactly the file's bytes. */
export async function giveToTool(
  { journal, chooseClient }: Replicas,
  file: AcknowledgedFile,
  user?: string,
): Promise<boolean> {
  const { id, key = "", md5, size, tenant } = file;
  const given = await attempt(journal, () =>
    chooseClient(tenant).tools.executeTool({
      tool_slug: takeSlug,
      body: {
        ...(user !== undefined && { user_id: user }),
        arguments: { file: { name: "given.zip", mimetype, key } },
      },
    }),
  );
  if (given.kind === "refused") {
    journal.failures.push(`${id} was not given to a tool: ${given.refusal}`);
  } else if (given.kind === "answered") {
    journal.count("acknowledged", "files given to tools");
    // The answer of the depot.
    const taken = given.value.data as unknown as TakenDocument;
    if (taken.md5 !== md5 || taken.size !== size) {
      journal.failures.push(`A tool got ${JSON.stringify(given.value)} instead of ${md5}`);
    }
  }
  return given.kind === "answered";
}

/** Executes a tool that returns a file, once. */
export async function takeFromTool(
  { journal, chooseClient }: Replicas,
  tenant: Tenant,
  user: string,
): Promise<AcknowledgedFile | undefined> {
  const number = Math.floor(Math.random() * 1_000_000);
  const body = { user_id: user, arguments: { number } };
  const taken = await attempt(journal, () =>
    chooseClient(tenant).tools.executeTool({ tool_slug: "DEPOT_GIVE_DOCUMENT", body }),
  );
  if (taken.kind === "refused") {
    journal.failures.push(`No file was taken from a tool: ${taken.refusal}`);
  }
  if (taken.kind !== "answered") {
    return undefined;
  }
  const { file } = taken.value.data as {
    readonly file?: { readonly id: string; readonly url: string };
  };
  if (file === undefined) {
    journal.failures.push(`A tool gave no file: ${JSON.stringify(taken.value)}`);
    return undefined;
  }
  journal.count("acknowledged", "files taken from tools");
  const bytes = createDocument(number);
  return { id: file.id, url: file.url, md5: hashMd5(bytes), size: bytes.length, tenant };
}

/** Downloads a result, which must have exactly its bytes. */
export async function assertDownloaded(
  { journal, chooseUrl }: Replicas,
  { id, url = "", md5 }: AcknowledgedFile,
): Promise<void> {
  const loaded = await attemptUntilKnown(journal, () => download(chooseUrl(), url));
  const seen = loaded.kind === "answered" ? hashMd5(loaded.value) : loaded.refusal;
  if (seen !== md5) {
    journal.failures.push(`The download of ${id} was ${seen} instead of ${md5}`);
  }
  journal.count("acknowledged", "downloads");
}

/** The address of a result that was erased must lead nowhere. */
export async function assertErased(
  { journal, chooseUrl }: Replicas,
  { id, url }: AcknowledgedFile,
): Promise<void> {
  if (url === undefined) {
    return;
  }
  const loaded = await attemptUntilKnown(journal, () => download(chooseUrl(), url));
  const seen = loaded.kind === "answered" ? "there" : loaded.refusal;
  if (seen !== "403 File_UrlInvalid") {
    journal.failures.push(`The erased file ${id} is ${seen}`);
  }
}

const download = async (base: string, url: string): Promise<Uint8Array> =>
  await readWhole(await fetch(moveTo(base, url)));

/** Signed URLs have the address of the deployment, at which nothing listens. */
const moveTo = (base: string, signed: string): string => signed.replace(/^http:\/\/[^/]+/, base);

/** The bytes of a successful response; throws as the generated client does otherwise. */
async function readWhole(response: Response): Promise<Uint8Array> {
  if (response.ok) {
    return await response.bytes();
  }
  const { status } = response;
  throw Object.assign(new Error("refused"), { status, body: await response.json() });
}
