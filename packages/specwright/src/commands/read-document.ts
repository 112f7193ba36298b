import { resolve } from "node:path";
import type { Readable } from "node:stream";
import { download } from "../read/download.ts";

/** The text of a document that is not on the disk. */
export interface GivenDocument {
  /** The absolute path that the root document is read as, and that its references are relative to. */
  readonly path: string;
  /** What files say, by the absolute paths that they are read as. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** How a document that is not on the disk is read. */
export interface ReadDocumentOptions {
  /** The working folder: references of standard input are relative to it. */
  readonly folder: string;
  readonly input: Readable;
  /** Headers for a URL, such as an authorization. */
  readonly headersFor?: (url: URL) => Readonly<Record<string, string>>;
}

/**
 * Reads a document from standard input (`-`) or from a URL with the files that it refers to.
 *
 * @returns Undefined when the document is a path.
 * @throws DiagnosticError when something cannot be downloaded.
 */
export async function readDocument(
  document: string,
  { folder, input, headersFor }: ReadDocumentOptions,
): Promise<GivenDocument | undefined> {
  if (document === "-") {
    const path = resolve(folder, "stdin");
    return { path, files: new Map([[path, await readAll(input)]]) };
  }
  if (!/^https?:\/\//i.test(document)) {
    return undefined;
  }
  return download(new URL(document), folder, headersFor);
}

async function readAll(input: Readable): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of input) {
    chunks.push(typeof chunk === "string" ? Buffer.from(chunk) : chunk);
  }
  return Buffer.concat(chunks);
}
