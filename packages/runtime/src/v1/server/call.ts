import type { Later } from "./later.ts";

/**
 * A request as the router sees it. Neutral on purpose: on Node it stands on an `IncomingMessage` without the cost of a
 * web `Request` (some 10 µs each), elsewhere on the `Request` itself.
 */
export interface Call<Context = unknown> {
  /** As sent: methods are case-sensitive (RFC 9110, section 9.1). */
  readonly method: string;
  /** The path of the URL, still percent-encoded, beginning with `/`. */
  readonly path: string;
  /** The query string, still percent-encoded, without `?`. */
  readonly query: string;
  /** By name in any case; repeated fields joined as RFC 9110, section 5.3 says; null when absent. */
  readonly headers: { get(name: string): string | null };
  /** The value that the application passed to the router for this request. */
  readonly context: Context;
  /** True when the request announces a body. */
  readonly hasBody: boolean;
  /**
   * The body. Never holds more than `limit` bytes and the chunk that went over it.
   *
   * @param asSent whether the bytes have to be those that came; what a body parser left is not
   * @throws BodyTooLargeError over the limit; BodyUsedError when something else has read it; any other error means that
   * it did not arrive whole
   */
  readBody(limit: number, asSent?: boolean): Promise<Uint8Array>;
  /**
   * Reads the body in the chunks in which it arrives. When `onChunk` throws, its error is thrown and the rest of the body is
   * discarded.
   *
   * @throws as `readBody`
   */
  readChunks(limit: number, onChunk: (chunk: Uint8Array) => void): Promise<void>;
  /** The body as it arrives. The stream fails with BodyTooLargeError when it goes over the limit. */
  streamBody(limit: number): ReadableStream<Uint8Array>;
  /**
   * The web request, made when first asked for. Its signal aborts when the client goes away. Its body is not for
   * handlers: the router has read it, and on Node it is not there at all.
   */
  readonly request: Request;
}

/** The router's answer, in the neutral form that adapters write out. */
export interface Answer {
  status: number;
  /** By lower-case name. A list is sent as repeated fields. */
  headers: Record<string, string | readonly string[]>;
  /** Null for none. A string is sent as UTF-8. */
  body: string | Uint8Array | ReadableStream<Uint8Array> | null;
}

/** Serves requests: a router or a webhook receiver. Adapters take it. */
export interface Service<Context = void> {
  (request: Request, context: Context): Promise<Response>;
  /** The same for adapters: never throws and never rejects. */
  readonly answer: (call: Call<Context>) => Later<Answer>;
  /** The methods that it answers; absent when it has no say in that. */
  readonly methods?: readonly string[];
  /** Reports an error that came when the answer was already on its way, such as that of a streamed body. */
  readonly report: (error: unknown, call: Call<Context>) => void;
}

/** The argument that makes what handlers get as `context`; may be left out when the service takes none. */
export type ContextArguments<Context, Source extends readonly unknown[]> = [Context] extends [
  // biome-ignore lint/suspicious/noConfusingVoidType: void means that the service takes no context.
  void,
]
  ? [context?: (...source: Source) => Context]
  : [context: (...source: Source) => Context];

/** The body of a request is larger than its operation accepts. */
export class BodyTooLargeError extends Error {
  readonly limit: number;

  constructor(limit: number) {
    super(`The body is larger than ${limit} bytes.`);
    this.name = "BodyTooLargeError";
    this.limit = limit;
  }
}

/** The body of a request was read before the router came to it, which is a mistake of the application. */
export class BodyUsedError extends Error {
  constructor() {
    super(
      "The body was read before the router got the request. Mount the router before any body parser.",
    );
    this.name = "BodyUsedError";
  }
}
