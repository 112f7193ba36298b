import { Readable } from "node:stream";
import type { Agent, Dispatcher } from "undici";
import { isBlockedPort } from "./addresses/blocked-ports.ts";
import { connectionHeaders } from "./connection-headers.ts";
import { acceptedEncodings, decompress } from "./decompress.ts";
import { EgressError } from "./egress-error.ts";
import type { EgressBody } from "./egress-request.ts";
import type { Hop } from "./next-hop.ts";

/** An application's answer to one hop. */
export interface HopAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** Still to be read. Null for an answer that cannot have a body. */
  readonly body: Readable | null;
}

/**
 * Sends a request to one address. Redirects are returned as they are. It does not use `fetch`, whose streams and headers
 * cost several times the processor time of the request, and which keeps the body of a request in memory until the end.
 *
 * @throws EgressError `port-not-allowed` for a port of another protocol, `header-not-allowed` for a header of the
 *   connection
 */
export async function sendHop(
  url: URL,
  hop: Hop,
  { signal, agent }: { readonly signal: AbortSignal; readonly agent: Agent },
): Promise<HopAnswer> {
  const { method, body } = hop;
  if (isBlockedPort(url.port)) {
    throw new EgressError("port-not-allowed");
  }
  const answer = await agent.request({
    origin: url.origin,
    path: `${url.pathname}${url.search}`,
    // The document allows only methods of this type.
    method: method as Dispatcher.HttpMethod,
    headers: listHeaders(hop),
    body: toSentBody(body),
    signal,
  });
  const { statusCode: status } = answer;
  const received = toHeaders(answer.headers);
  if (method === "HEAD" || statusesWithoutBody.has(status)) {
    answer.body.on("error", () => {}).resume();
    return { status, headers: received, body: null };
  }
  const decoded = decompress(answer.body, received.get("content-encoding"));
  // Errors are thrown where the body is read. A body that nobody reads must not end the process.
  decoded.on("error", () => {});
  return { status, headers: received, body: decoded };
}

/** Statuses for which a response does not have a body (Fetch, section 2.2.3). */
const statusesWithoutBody: ReadonlySet<number> = new Set([101, 103, 204, 205, 304]);

/** Names and values in turn. Fields that every request needs are added where the caller did not set them. */
function listHeaders({ headers, body }: Hop): string[] {
  const list: string[] = [];
  for (const [name, value] of headers) {
    if (connectionHeaders.has(name)) {
      throw new EgressError("header-not-allowed");
    }
    list.push(name, value);
  }
  const addDefault = (name: string, value: string): void => {
    if (value !== "" && !headers.has(name)) {
      list.push(name, value);
    }
  };
  addDefault("user-agent", "integration-platform/0.1");
  addDefault("accept", "*/*");
  addDefault("accept-encoding", acceptedEncodings);
  if (body !== null) {
    addDefault("content-type", findMediaType(body));
  }
  if (body instanceof Blob) {
    // A stream has no length. With it, applications that refuse chunks can be called.
    addDefault("content-length", String(body.size));
  }
  return list;
}

/** The media type that `fetch` gives to such a body (Fetch, section 6.1). */
function findMediaType(body: EgressBody): string {
  if (typeof body === "string") {
    return "text/plain;charset=UTF-8";
  }
  if (body instanceof URLSearchParams) {
    return "application/x-www-form-urlencoded;charset=UTF-8";
  }
  return body instanceof Blob ? body.type : "";
}

function toSentBody(body: EgressBody | null): string | Uint8Array | Readable | null {
  if (body instanceof Blob) {
    return Readable.fromWeb(body.stream());
  }
  return body instanceof URLSearchParams ? body.toString() : body;
}

function toHeaders(received: Readonly<Record<string, string | string[] | undefined>>): Headers {
  const headers = new Headers();
  for (const [name, value = []] of Object.entries(received)) {
    for (const each of typeof value === "string" ? [value] : value) {
      headers.append(name, each);
    }
  }
  return headers;
}
