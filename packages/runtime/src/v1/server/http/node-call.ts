import type { IncomingMessage, ServerResponse } from "node:http";
import { BodyTooLargeError, BodyUsedError, type Call } from "../call.ts";
import { joinChunks } from "./fetch.ts";
import { isHostField } from "./host-field.ts";
import { callAfterStream, streamIncoming } from "./stream-incoming.ts";

/**
 * How many bytes of a refused body are read and discarded. A client that is still sending would not see the answer
 * otherwise.
 */
const discardLimit = 16 * 1024 * 1024;

/**
 * A request of `node:http` as a call. Header fields and body are read only when they are used.
 *
 * @param parsed the result of a body parser that has already read the body
 */
export class NodeCall<Context> implements Call<Context> {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: { get(name: string): string | null };
  readonly context: Context;
  readonly #incoming: IncomingMessage;
  readonly #outgoing: ServerResponse;
  readonly #parsed: unknown;
  #request: Request | undefined;

  constructor(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    context: Context,
    target: string,
    parsed?: unknown,
  ) {
    const question = target.indexOf("?");
    this.method = incoming.method ?? "GET";
    this.path = question === -1 ? target : target.slice(0, question);
    this.query = question === -1 ? "" : target.slice(question + 1);
    this.headers = { get: (name) => readHeader(incoming.rawHeaders, name) };
    this.context = context;
    this.#incoming = incoming;
    this.#outgoing = outgoing;
    this.#parsed = parsed;
  }

  get hasBody(): boolean {
    // RFC 9112, section 6.3. HTTP/2 marks the end of a body in its frames.
    const length = this.headers.get("content-length");
    if (length !== null) {
      return length !== "0";
    }
    const { httpVersionMajor, complete } = this.#incoming;
    return this.headers.get("transfer-encoding") !== null || (httpVersionMajor >= 2 && !complete);
  }

  readBody(limit: number, asSent: boolean = false): Promise<Uint8Array> {
    if (this.#incoming.readableEnded) {
      return this.#parsedBody(limit, asSent);
    }
    return readIncoming(this.#incoming, limit);
  }

  async readChunks(limit: number, onChunk: (chunk: Uint8Array) => void): Promise<void> {
    if (this.#incoming.readableEnded) {
      onChunk(await this.#parsedBody(limit, false));
      return;
    }
    await readEachChunk(this.#incoming, limit, onChunk);
  }

  streamBody(limit: number): ReadableStream<Uint8Array> {
    return streamIncoming(this.#incoming, limit);
  }

  get request(): Request {
    this.#request ??= this.#createRequest();
    return this.#request;
  }

  async #parsedBody(limit: number, asSent: boolean): Promise<Uint8Array> {
    const parsed = this.#parsed;
    if (parsed === undefined || (asSent && !(parsed instanceof Uint8Array))) {
      throw new BodyUsedError();
    }
    const bytes =
      parsed instanceof Uint8Array
        ? parsed
        : Buffer.from(typeof parsed === "string" ? parsed : JSON.stringify(parsed));
    if (bytes.byteLength > limit) {
      throw new BodyTooLargeError(limit);
    }
    return bytes;
  }

  #createRequest(): Request {
    const headers = new Headers();
    const { rawHeaders } = this.#incoming;
    for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
      const name = rawHeaders[index] ?? "";
      // HTTP/2 has pseudo-header fields such as `:path`.
      if (!name.startsWith(":")) {
        headers.append(name, rawHeaders[index + 1] ?? "");
      }
    }
    const abort = new AbortController();
    const end = (): void => {
      if (!this.#outgoing.writableFinished) {
        abort.abort();
      }
    };
    // The client may have disconnected before this request was created.
    if (this.#outgoing.closed) {
      end();
    } else {
      this.#outgoing.once("close", end);
    }
    return new Request(buildRequestUrl(this.#incoming), {
      method: this.method,
      headers,
      signal: abort.signal,
    });
  }
}

/**
 * Searches the raw fields. For the few look-ups of a request this costs less than `incoming.headers`, which processes
 * all fields first. Repeated fields are joined as in Fetch, `cookie` as in RFC 9113, section 8.2.3.
 */
function readHeader(rawHeaders: readonly string[], name: string): string | null {
  let value: string | null = null;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const field = rawHeaders[index] ?? "";
    if (field.length === name.length && field.toLowerCase() === name.toLowerCase()) {
      const text = rawHeaders[index + 1] ?? "";
      value = value === null ? text : `${value}${name === "cookie" ? "; " : ", "}${text}`;
    }
  }
  return value;
}

/** The URL of a request. Its host is the one that the client claims; no code here relies on it. */
function buildRequestUrl(incoming: IncomingMessage): string {
  const isEncrypted = "encrypted" in incoming.socket && incoming.socket.encrypted === true;
  const target = incoming.url ?? "/";
  // No operation has a target of another form, such as `*` or `http://a/b`.
  const path = target.startsWith("/") ? target : "/";
  const url = new URL(`${isEncrypted ? "https" : "http"}://unknown.invalid${path}`);
  const { host = "localhost" } = incoming.headers;
  // There cannot be a `Request` with user information.
  if (isHostField(host)) {
    url.host = host;
  }
  return url.href;
}

async function readIncoming(incoming: IncomingMessage, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  await readEachChunk(incoming, limit, (chunk) => chunks.push(chunk));
  return joinChunks(chunks);
}

/**
 * Passes on each chunk of a body. The listeners are not removed, because removing them would cost more than freeing
 * them with the request.
 */
function readEachChunk(
  incoming: IncomingMessage,
  limit: number,
  onChunk: (chunk: Uint8Array) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    // A client that left before its body was asked for: none of the events below occurs any more.
    if (incoming.destroyed) {
      reject(closed);
      return;
    }
    let size = 0;
    let isRefused = false;
    const refuse = (error: unknown): void => {
      isRefused = true;
      reject(error);
    };
    incoming.on("data", (chunk: Uint8Array) => {
      size += chunk.byteLength;
      if (!isRefused) {
        if (size > limit) {
          refuse(new BodyTooLargeError(limit));
        } else {
          try {
            onChunk(chunk);
          } catch (error) {
            refuse(error);
          }
        }
      }
      if (size > limit + discardLimit) {
        incoming.destroy();
      }
    });
    incoming.on("end", () => resolve());
    // `close` without `end` means that the client disconnected. After `end` the rejection has no effect.
    incoming.on("close", () => reject(closed));
  });
}

/** One object for all requests, because the stack would not help anyone. */
const closed = new Error("The client closed the connection.");

/**
 * Reads and discards the rest of a body, because a client that is still sending sees the answer only if its body is
 * read. A client that sends too much is disconnected. When a handler still reads the body as a stream, the rest is
 * discarded after that stream is cancelled.
 */
export function discardRest(incoming: IncomingMessage): void {
  callAfterStream(incoming, () => discard(incoming));
}

function discard(incoming: IncomingMessage): void {
  if (incoming.readableEnded || incoming.destroyed || incoming.listenerCount("data") > 0) {
    return; // read to its end, or being read
  }
  let left = discardLimit;
  incoming.on("data", (chunk: Uint8Array) => {
    left -= chunk.byteLength;
    if (left < 0) {
      incoming.destroy();
    }
  });
  incoming.resume();
}
