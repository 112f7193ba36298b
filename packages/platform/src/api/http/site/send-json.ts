import type { ServerResponse } from "node:http";

/** Sends a small answer that nobody may keep. After 503 the caller may ask again in a second. */
export function sendJson(outgoing: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body);
  outgoing.writeHead(status, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(text),
    "cache-control": "no-store",
    ...(status === 503 ? { "retry-after": "1" } : {}),
  });
  outgoing.end(text);
}
