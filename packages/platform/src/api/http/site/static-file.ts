import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join, sep } from "node:path";
import { pipeline } from "node:stream/promises";

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".yaml": "application/yaml; charset=utf-8",
  ".md": "text/markdown; charset=utf-8",
  ".txt": "text/plain; charset=utf-8",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

/** What differs from the file and its usual headers. */
export interface SentFile {
  /** Added to the usual headers, or in place of them. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The text that is sent of a file of text. */
  readonly edit?: (text: string) => string;
}

/**
 * Sends a file of a folder in response to GET or HEAD.
 *
 * @param path relative to the folder, still percent-encoded. A path that ends in a slash means the `index.html` of
 *   that folder.
 * @returns false when the folder has no such file; nothing was sent then
 */
export async function sendFile(
  folder: string,
  path: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { headers = {}, edit }: SentFile = {},
): Promise<boolean> {
  const file = findServedFile(
    folder,
    path === "" || path.endsWith("/") ? `${path}index.html` : path,
  );
  const found = file === undefined ? undefined : await stat(file).catch(() => undefined);
  if (file === undefined || !found?.isFile()) {
    return false;
  }
  const type = types[extname(file)] ?? "application/octet-stream";
  const text =
    edit !== undefined && type.endsWith("charset=utf-8")
      ? Buffer.from(edit(await readFile(file, "utf8")))
      : undefined;
  outgoing.writeHead(200, {
    "content-type": type,
    "content-length": text?.byteLength ?? found.size,
    "cache-control": "no-cache",
    "x-content-type-options": "nosniff",
    ...headers,
  });
  if (incoming.method === "HEAD" || text !== undefined) {
    outgoing.end(incoming.method === "HEAD" ? undefined : text);
  } else {
    await pipeline(createReadStream(file), outgoing).catch(ignoreWhenGone);
  }
  return true;
}

/** A client may hang up before the file is sent or in the middle. The file is closed then, which is not an error. */
function ignoreWhenGone(error: NodeJS.ErrnoException): void {
  const { code } = error;
  if (code !== "ERR_STREAM_PREMATURE_CLOSE" && code !== "ERR_STREAM_UNABLE_TO_PIPE") {
    throw error;
  }
}

/** The file at a decoded path; undefined when the path leads out of the folder. */
function findServedFile(folder: string, path: string): string | undefined {
  try {
    const decoded = decodeURIComponent(path);
    const file = join(folder, decoded);
    return file.startsWith(folder + sep) && !decoded.includes("\0") ? file : undefined;
  } catch {
    return undefined;
  }
}
