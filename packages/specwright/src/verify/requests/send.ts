import type { HttpRequest } from "./build-request.ts";

/** An answer, read whole. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** Undefined for an event stream, which may never end. */
  readonly body: Buffer | undefined;
}

/** The reason why a request got no response. */
export interface NoAnswer {
  readonly problem: string;
  /** True when nobody listens at the address. */
  readonly isRefused?: boolean;
}

/** Only this many bytes of a response are read. */
const maximumBody = 50 * 1024 * 1024;

/** Sends a request. A redirect counts as the response and is not followed. */
export async function sendToServer(
  { method, url, headers, body }: HttpRequest,
  timeoutMilliseconds: number,
): Promise<HttpAnswer | NoAnswer> {
  try {
    const response = await fetch(url, {
      method,
      headers: headers.map(([name, value]) => [name, value]),
      // `fetch` rejects a body for these methods, and a document should not describe one (RFC 9110, section 9.3.1).
      ...(body === undefined || method === "GET" || method === "HEAD" ? {} : { body }),
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMilliseconds),
    });
    if (response.headers.get("content-type")?.startsWith("text/event-stream") === true) {
      await response.body?.cancel();
      return { status: response.status, headers: response.headers, body: undefined };
    }
    const chunks: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of response.body ?? []) {
      size += chunk.byteLength;
      if (size > maximumBody) {
        return { problem: `its body is larger than ${maximumBody} bytes` };
      }
      chunks.push(chunk);
    }
    return { status: response.status, headers: response.headers, body: Buffer.concat(chunks) };
  } catch (error) {
    return {
      problem: describeFailure(error, timeoutMilliseconds),
      isRefused: findCode(error) === "ECONNREFUSED",
    };
  }
}

/** The code of a failed connection, which `fetch` puts into `cause`. */
function findCode(error: unknown): unknown {
  const { cause } = error instanceof Error ? error : {};
  return cause instanceof Error && "code" in cause ? cause.code : undefined;
}

/** `fetch` puts the reason of a failed connection into `cause`. */
function describeFailure(error: unknown, timeoutMilliseconds: number): string {
  if (!(error instanceof Error)) {
    return String(error);
  }
  if (error.name === "TimeoutError") {
    return `no answer came within ${timeoutMilliseconds / 1000} s`;
  }
  const { cause } = error;
  return cause instanceof Error ? `${error.message}: ${cause.message}` : error.message;
}
