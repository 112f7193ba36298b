import { resolve } from "node:path";
import type { Readable } from "node:stream";
import { download } from "../../document/read/files/download.ts";

/** The text of a document that is not on the disk. */
export interface GivenDocument {
  /** The absolute path that the root document pretends to have. Its references are relative to this path. */
  readonly path: string;
  /** The contents of files, by the absolute paths that they pretend to have. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** True for the document of a published package. The settings `input` were applied before it was published. */
  readonly isShaped?: boolean;
}

/** Options for reading a document that is not on the disk. */
export interface ReadDocumentOptions {
  /** The working folder. References of a document from standard input are relative to it. Default: that of the process. */
  readonly folder?: string;
  /** Standard input. Default: that of the process. */
  readonly input?: Readable;
  /** Headers for a URL, such as an authorization. */
  readonly headersFor?: (url: URL) => Readonly<Record<string, string>>;
}

/**
 * Reads a document from standard input (`-`), or from a URL together with the files that it refers to.
 *
 * @returns Undefined when the document is a path.
 * @throws DiagnosticError when a file cannot be downloaded.
 * @example
 * ```ts
 * import { generate, readDocument } from "specwright";
 *
 * const document = "https://api.example.com/openapi.yaml";
 * const given = await readDocument(document, {
 *   headersFor: ({ host }) => (host === "api.example.com" ? { authorization: "Bearer …" } : {}),
 * });
 * await generate({ document, out: "generated", ...(given && { given }) });
 * ```
 */
export async function readDocument(
  document: string | URL,
  { folder = process.cwd(), input = process.stdin, headersFor }: ReadDocumentOptions = {},
): Promise<GivenDocument | undefined> {
  if (document === "-") {
    const path = resolve(folder, "stdin");
    return { path, files: new Map([[path, await readAll(input)]]) };
  }
  const url = String(document);
  return /^https?:\/\//i.test(url) ? download(new URL(url), folder, headersFor) : undefined;
}

async function readAll(input: Readable): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of input) {
    chunks.push(typeof chunk === "string" ? Buffer.from(chunk) : chunk);
  }
  return Buffer.concat(chunks);
}
