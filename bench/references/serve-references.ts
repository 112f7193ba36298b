import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { peerFolder, peerReferences, slugPeer } from "./peer-pages.ts";

const types: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
};

/**
 * Serves our reference of a document, and a page of each peer that reads the same document, on loopback. Everything is
 * compressed once, as hosts of static files do, so that no measurement pays for it.
 */
export async function serveReferences(
  ours: string,
): Promise<{ readonly address: string; close(): void }> {
  const answers = new Map<string, Buffer | undefined>();
  const server = createServer(({ url = "/" }, response) => {
    const path = decodeURIComponent(url.split("?", 1)[0] ?? "");
    if (!answers.has(path)) {
      const content = readAnswer(ours, path);
      answers.set(path, content === undefined ? undefined : gzipSync(content));
    }
    const body = answers.get(path);
    response.writeHead(body === undefined ? 404 : 200, {
      "content-type": types[extname(path) || ".html"] ?? "application/octet-stream",
      ...(body === undefined ? {} : { "content-encoding": "gzip" }),
    });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address of this type.
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function readAnswer(ours: string, path: string): Buffer | string | undefined {
  for (const peer of peerReferences) {
    const slug = slugPeer(peer);
    if (path === `/${slug}`) {
      return `<!doctype html><html><head><meta charset="utf-8"><title>API</title><link rel="icon" href="data:,"></head><body>${peer.page}</body></html>`;
    }
    if (path.startsWith(`/${slug}/`)) {
      return readIfFile(join(peerFolder, peer.package, path.slice(slug.length + 2)));
    }
  }
  return readIfFile(join(ours, path));
}

function readIfFile(file: string): Buffer | undefined {
  return existsSync(file) && statSync(file).isFile() ? readFileSync(file) : undefined;
}
