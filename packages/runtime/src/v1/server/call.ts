import type { Later } from "./later.ts";

/**
 * A request as the router sees it, the same for all platforms. On Node it wraps an `IncomingMessage`, which saves
 * creating a web `Request` (about 10 µs each); elsewhere it wraps a `Request`.
 */
export interface Call<Context = unknown> {
  /** The method as it was sent. Methods are case-sensitive (RFC 9110, section 9.1). */
  readonly method: string;
  /** The path of the URL, still percent-encoded, beginning with `/`. */
  readonly path: string;
  /** The query string, still percent-encoded, without `?`. */
  readonly query: string;
  /**
   * `get` takes a name in any case. It joins repeated fields (RFC 9110, section 5.3) and returns null for an absent
   * one.
   */
  readonly headers: { get(name: string): string | null };
  /** The value that the application passed to the router for this request. */
  readonly context: Context;
  /** True when the request announces a body. */
  readonly hasBody: boolean;
  /** The whole body, where it is in memory already. It is then read at once. */
  readonly bytes?: Uint8Array | undefined;
  /**
   * Reads the whole body. Keeps at most `limit` bytes in memory, plus the chunk that exceeded it.
   *
   * @param asSent whether the bytes must be exactly the ones that were sent; the result of a body parser is then
   * refused
   * @throws BodyTooLargeError over the limit; BodyUsedError when other code has read the body; any other error when the
   * body did not arrive completely
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
   * The web request, created on first use. Its signal aborts when the client disconnects. Do not read its body: the
   * router has read it, and on Node it is absent.
   */
  readonly request: Request;
}

/** The router's answer. Adapters write it in the way of their platform. */
export interface Answer {
  status: number;
  /** Fields by name in lower case. A list is sent as repeated fields. */
  headers: Record<string, string | readonly string[]>;
  /** Null for an answer without a body. A string is sent as UTF-8. */
  body: string | Uint8Array | ReadableStream<Uint8Array> | null;
}

/** A function that serves requests: a router or a webhook receiver. Adapters connect it to a platform. */
export interface Service<Context = void> {
  (request: Request, context: Context): Promise<Response>;
  /** Answers a call, for adapters. Never throws and never rejects. */
  readonly answer: (call: Call<Context>) => Later<Answer>;
  /** The methods that it answers; absent when it does not limit them. */
  readonly methods?: readonly string[];
  /** Reports an error that happened while the answer was being sent, such as that of a streamed body. */
  readonly report: (error: unknown, call: Call<Context>) => void;
}

/**
 * The arguments of an adapter: a function that makes the `context` of handlers. It may be left out when the service
 * takes no context.
 */
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

/** The body of a request was read before the router got the request. This is a mistake of the application. */
export class BodyUsedError extends Error {
  constructor() {
    super(
      "The body was read before the router got the request. Mount the router before any body parser.",
    );
    this.name = "BodyUsedError";
  }
}
