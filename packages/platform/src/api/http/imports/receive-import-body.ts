import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { BodyTooLargeError, type Call } from "@specwright/runtime/v1/server";
import { PlatformError } from "../../../base/errors.ts";
import { createRandomToken } from "../../../base/ids.ts";
import { readMediaEssence } from "../../../base/media-essence.ts";
import type { ImportBody, RequestContext } from "../../handlers/handler.ts";

/** The parts that receiving a body needs. */
export interface ImportBodyParts {
  /** The folder for the files. */
  readonly folder: () => Promise<string>;
  /** In bytes. */
  readonly bodyLimit: number;
  /** Takes the place of a project. Returns how to give it back. @throws PlatformError `Request_RateLimited` */
  readonly takePlace: (projectId: string) => () => void;
}

/** A call whose body may be on disk. */
export interface ReceivedCall {
  readonly call: Call<RequestContext>;
  readonly body: ImportBody;
  /**
   * Removes the files and gives the place back. If the body is still being received, because its request was given up, that
   * happens at its end, and nobody waits for it.
   */
  close(): Promise<void>;
}

const imports: ReadonlySet<string> = new Set(["importToolkit", "replaceToolkit"]);

/** Prepares a call. Nothing happens until its body is received. */
export function receiveImportBody(
  call: Call<RequestContext>,
  { folder, bodyLimit, takePlace }: ImportBodyParts,
): ReceivedCall {
  let head: Uint8Array | undefined;
  let documentFile: string | undefined;
  let leave = (): void => {};
  let receiving: Promise<void> | undefined;
  const receive = async (operation: string, projectId: string): Promise<void> => {
    // The router refuses other bodies without reading them.
    if (!imports.has(operation) || !call.hasBody || !isPlainJson(call)) {
      return;
    }
    if (Number(call.headers.get("content-length") ?? 0) > bodyLimit) {
      throw new PlatformError("Request_BodyTooLarge");
    }
    leave = takePlace(projectId);
    const file = join(await folder(), createRandomToken());
    documentFile = `${file}.document`;
    try {
      await writeBody(call, file, bodyLimit);
      ({ head } = await call.context.services.imports.split(file, documentFile));
    } finally {
      await rm(file, { force: true });
    }
  };
  return {
    call: withHead(call, () => head),
    body: {
      receive: async (operation, projectId) => {
        receiving = receive(operation, projectId);
        await receiving.finally(() => {
          receiving = undefined;
        });
      },
      get documentFile() {
        return documentFile;
      },
    },
    close: async () => {
      const end = async (): Promise<void> => {
        leave();
        if (documentFile !== undefined) {
          await rm(documentFile, { force: true });
        }
      };
      if (receiving === undefined) {
        await end();
      } else {
        // Nobody hears of a failure any more. The spool is removed with the process.
        void receiving.then(end, end).catch(() => {});
      }
    },
  };
}

/** True for a body that the router would read as JSON. */
function isPlainJson({ headers }: Call): boolean {
  const essence = readMediaEssence(headers.get("content-type") ?? "");
  const encoding = headers.get("content-encoding") ?? "identity";
  return essence === "application/json" && encoding.toLowerCase() === "identity";
}

/** @throws PlatformError when the body is too large or incomplete; the system's error when it cannot be written */
async function writeBody(call: Call, file: string, limit: number): Promise<void> {
  try {
    await writeFile(file, call.streamBody(limit), { flag: "wx", mode: 0o600 });
  } catch (error) {
    if (error instanceof BodyTooLargeError) {
      throw new PlatformError("Request_BodyTooLarge", { cause: error });
    }
    if (error instanceof Error && "syscall" in error) {
      throw error;
    }
    // The client disconnected, or sent less than it announced.
    throw new PlatformError("Validation_Failed", { errors: ["body: incomplete"], cause: error });
  }
}

/** A call that has these bytes as its body, as soon as there are any. */
function withHead(
  call: Call<RequestContext>,
  readHead: () => Uint8Array | undefined,
): Call<RequestContext> {
  const { method, path, query, headers, context, hasBody } = call;
  const readLimited = (limit: number): Uint8Array | undefined => {
    const head = readHead();
    if (head !== undefined && head.length > limit) {
      throw new BodyTooLargeError(limit);
    }
    return head;
  };
  return {
    method,
    path,
    query,
    context,
    get hasBody() {
      return readHead()?.length !== 0 && hasBody;
    },
    headers: {
      get: (name) => {
        const head = name.toLowerCase() === "content-length" ? readHead() : undefined;
        return head === undefined ? headers.get(name) : String(head.length);
      },
    },
    readBody: async (limit, asSent) => readLimited(limit) ?? (await call.readBody(limit, asSent)),
    readChunks: async (limit, onChunk) => {
      const head = readLimited(limit);
      if (head === undefined) {
        await call.readChunks(limit, onChunk);
      } else {
        onChunk(head);
      }
    },
    streamBody: (limit) => {
      const head = readLimited(limit);
      // Bodies are never in shared memory, so the buffer is a plain ArrayBuffer.
      return head === undefined
        ? call.streamBody(limit)
        : new Blob([head as Uint8Array<ArrayBuffer>]).stream();
    },
    get request() {
      return call.request;
    },
  };
}
