import { dirname, resolve } from "node:path";
import { type Diagnostic, DiagnosticError } from "../../../diagnostic.ts";
import { decodePercent } from "../../../text/decode-percent.ts";
import { showUrl } from "../../../text/show-url.ts";
import {
  FetchError,
  type FetchedResource,
  type FetchResourceOptions,
  fetchResource,
} from "./fetch-resource.ts";
import { parseFileText } from "./parse-text.ts";

/**
 * The name of a downloaded file in messages: its URL.
 *
 * @param name The path under which it is read, relative to the working folder.
 */
export function toDocumentUrl(name: string): string {
  return name.replace(/^(https?)\//, "$1://");
}

/** A downloaded document: the path under which its root is read, and the contents of its files by such paths. */
export interface Downloaded {
  readonly path: string;
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/**
 * Documents of several thousand files exist. Without a limit, a server that invents new files for every request would
 * keep the download running forever.
 */
const maximumFiles = 10_000;

/** In milliseconds. Every file has a limit of its own too; this one is for all of them together. */
const timeout = 120_000;

/**
 * Downloads a document and the files that it refers to, as long as they are in the folder of the root document or
 * below. Other files are not requested, and the reader later rejects references to them.
 *
 * @param folder The files get paths inside this folder, in subfolders named by protocol and host.
 * @param headersFor Headers to send to a URL.
 * @throws DiagnosticError with the files that could not be downloaded.
 */
export async function download(
  url: URL,
  folder: string,
  headersFor: (url: URL) => Readonly<Record<string, string>> = () => ({}),
): Promise<Downloaded> {
  const signal = AbortSignal.timeout(timeout);
  const root = await request(url, { headersFor, mayLeadTo: () => true, signal });
  if ("problem" in root) {
    throw new DiagnosticError([root.problem]);
  }
  const base = new URL(".", root.url).href;
  const { nearness } = root;
  const path = toDownloadPath(root.url, folder);
  const files = new Map([[path, root.bytes]]);
  const problems: Diagnostic[] = [];
  const isBeside = ({ href }: URL): boolean => href.startsWith(base);
  let found = findFileReferences(root.bytes, path, root.url);
  while (found.length > 0) {
    const next = new Map(
      found
        .filter(({ path: name, url: target }) => !files.has(name) && isBeside(target))
        .map((reference) => [reference.path, reference.url]),
    );
    if (files.size + next.size > maximumFiles) {
      const message = `${showUrl(url.href)} refers to more than ${maximumFiles} files.`;
      throw new DiagnosticError([
        buildDownloadProblem(message, "Bundle it into one file, and use that."),
      ]);
    }
    found = [];
    for (const batch of splitIntoBatches([...next])) {
      const answers = await Promise.all(
        batch.map(([, target]) =>
          request(target, { headersFor, mayLeadTo: isBeside, signal, nearness }),
        ),
      );
      for (const [index, answer] of answers.entries()) {
        const [name = ""] = batch[index] ?? [];
        if ("problem" in answer) {
          problems.push(answer.problem);
        } else {
          files.set(name, answer.bytes);
          found.push(...findFileReferences(answer.bytes, name, answer.url));
        }
      }
    }
  }
  if (problems.length > 0) {
    throw new DiagnosticError(problems);
  }
  return { path, files };
}

type Answer = FetchedResource | { readonly problem: Diagnostic };

async function request(url: URL, options: FetchResourceOptions): Promise<Answer> {
  try {
    return await fetchResource(url, options);
  } catch (error) {
    if (!(error instanceof FetchError)) {
      throw error;
    }
    return { problem: buildDownloadProblem(`${showUrl(url.href)} ${error.message}.`, error.fix) };
  }
}

function buildDownloadProblem(message: string, fix: string): Diagnostic {
  return { severity: "error", code: "url-not-readable", message, fix };
}

interface Reference {
  /** The path that reading looks for. */
  readonly path: string;
  readonly url: URL;
}

/** The other files that a file refers to. */
function findFileReferences(bytes: Uint8Array, path: string, url: URL): Reference[] {
  const parsed = parseFileText(
    Buffer.from(bytes)
      .toString("utf8")
      .replace(/^\ufeff/, ""),
    path,
  );
  const references = new Map<string, Reference>();
  const stack: unknown[] = "value" in parsed ? [parsed.value] : [];
  const seen = new Set<object>();
  while (stack.length > 0) {
    const value = stack.pop();
    if (typeof value !== "object" || value === null || seen.has(value)) {
      continue;
    }
    seen.add(value);
    for (const child of Object.values(value)) {
      stack.push(child);
    }
    const name = "$ref" in value && typeof value.$ref === "string" ? value.$ref.split("#")[0] : "";
    if (name !== undefined && name !== "" && URL.canParse(name, url.href)) {
      references.set(name, {
        path: resolve(dirname(path), decodePercent(name)),
        url: new URL(name, url),
      });
    }
  }
  return [...references.values()];
}

function toDownloadPath({ protocol, host, pathname }: URL, folder: string): string {
  const segments = pathname.split("/").filter((segment) => segment !== "");
  const name = pathname.endsWith("/") ? ["index"] : [];
  // A decoded slash could lead out of the folder, and thereby change the files that references may lead to.
  const names = segments.map((segment) => decodePercent(segment).replaceAll(/[/\\]/g, "_"));
  return resolve(folder, protocol.slice(0, -1), host, ...names, ...name);
}

/** The number of parallel requests, about as many as browsers send. */
const parallel = 8;

function splitIntoBatches<Item>(items: readonly Item[]): Item[][] {
  return Array.from({ length: Math.ceil(items.length / parallel) }, (_, index) =>
    items.slice(index * parallel, (index + 1) * parallel),
  );
}
