import { Readable } from "node:stream";
import { type Agent, interceptors, request, Response as UndiciResponse } from "undici";

/** A request whose body is a Blob, to one address. */
export interface BlobRequest {
  readonly method: string;
  readonly headers: Headers;
  readonly body: Blob;
  readonly signal: AbortSignal;
  readonly dispatcher: Agent;
}

/**
 * Sends a Blob piece by piece. `fetch` copies the body of a request that may be redirected, and keeps the copy in memory until
 * the end: 100 MiB for a file of 100 MiB. Redirects are returned as they are.
 */
export async function sendBlob(url: URL, blobRequest: BlobRequest): Promise<UndiciResponse> {
  const { method, body, signal, dispatcher } = blobRequest;
  const headers = new Headers(blobRequest.headers);
  // The length keeps applications that refuse chunks; the rest are the defaults of `fetch`.
  headers.set("content-length", String(body.size));
  if (!headers.has("accept")) {
    headers.set("accept", "*/*");
  }
  if (!headers.has("content-type") && body.type !== "") {
    headers.set("content-type", body.type);
  }
  const response = await request(url, {
    method,
    headers: Object.fromEntries(headers),
    body: Readable.fromWeb(body.stream()),
    signal,
    // As `fetch` does, for applications that compress without being asked.
    dispatcher: dispatcher.compose(interceptors.decompress()),
  });
  return toUndiciResponse(response);
}

function toUndiciResponse({
  statusCode: status,
  headers,
  body,
}: Awaited<ReturnType<typeof request>>): UndiciResponse {
  const pairs = Object.entries(headers).flatMap(([name, value = []]) =>
    [value].flat().map((each): [string, string] => [name, each]),
  );
  if (withoutBody.has(status)) {
    body.resume();
    return new UndiciResponse(null, { status, headers: pairs });
  }
  return new UndiciResponse(Readable.toWeb(body), { status, headers: pairs });
}

/** Statuses for which `Response` cannot have a body (Fetch, section 2.2.3). */
const withoutBody: ReadonlySet<number> = new Set([101, 103, 204, 205, 304]);
