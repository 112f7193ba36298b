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
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".gif": "image/gif",
  ".webp": "image/webp",
  ".avif": "image/avif",
  ".txt": "text/plain; charset=utf-8",
  ".xml": "application/xml; charset=utf-8",
};

interface ServeFileOptions {
  readonly endOfPages?: string;
  readonly noPage?: string;
}

/**
 * Sends a file of a folder; 404 for paths that do not exist or lead out of it, 405 for methods other than GET and HEAD.
 *
 * @param options.endOfPages HTML that follows each page.
 * @param options.noPage A page for paths that do not exist.
 */
export async function serveFile(
  folder: string,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
  { endOfPages = "", noPage }: ServeFileOptions = {},
): Promise<void> {
  if (request.method !== "GET" && request.method !== "HEAD") {
    response.writeHead(405, { allow: "GET, HEAD" }).end();
    return;
  }
  const file = findStaticFile(
    folder,
    path === "" || path.endsWith("/") ? `${path}index.html` : path,
  );
  const found = file === undefined ? undefined : await stat(file).catch(() => undefined);
  if (file === undefined || !found?.isFile()) {
    const type = noPage === undefined ? "text/plain" : types[".html"];
    response.writeHead(404, { "content-type": type }).end(noPage ?? "Not found.\n");
    return;
  }
  const page =
    endOfPages !== "" && extname(file) === ".html"
      ? Buffer.from(`${await readFile(file, "utf8")}${endOfPages}`)
      : undefined;
  response.writeHead(200, {
    "content-type": types[extname(file)] ?? "application/octet-stream",
    "content-length": page?.length ?? found.size,
    "cache-control": "no-cache",
    "x-content-type-options": "nosniff",
  });
  if (request.method === "HEAD" || page !== undefined) {
    response.end(page);
  } else {
    await pipeline(createReadStream(file), response);
  }
}

/** The file of a decoded path; undefined when the path leads out of the folder. */
function findStaticFile(folder: string, path: string): string | undefined {
  let decoded: string;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    return undefined;
  }
  const file = join(folder, decoded);
  return file.startsWith(folder + sep) && !decoded.includes("\0") ? file : undefined;
}
