import { resolve } from "node:path";
import type { Readable } from "node:stream";
import { download } from "../../read/files/download.ts";

/** The text of a document that is not on the disk. */
export interface GivenDocument {
  /** The absolute path that the root document is read as, and that its references are relative to. */
  readonly path: string;
  /** The contents of files, by the absolute paths that they are read as. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/** How a document that is not on the disk is read. */
export interface ReadDocumentOptions {
  /** The working folder: references of standard input are relative to it. The process's own unless given. */
  readonly folder?: string;
  /** Standard input. The process's own unless given. */
  readonly input?: Readable;
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
