import type { Refusal, SecurityCall } from "./security.ts";

/** The input that all handlers have. Generated code adds the parameters and the body of an operation. */
export interface OperationInput<Context> {
  /** The value that the application passed to the router for this request. */
  readonly context: Context;
  /**
   * The web request, for its headers and its signal, which aborts when the client disconnects. Its body has been read
   * already.
   */
  readonly request: Request;
}

/** A handler. It may return a web response instead of a documented answer, such as the response of another server. */
export type Handler<Input, Output> = (
  input: Input,
) => Output | Response | Promise<Output | Response>;

/** Checks a credential. Returns the caller's identity, or the result of `refuse()`. */
export type SecurityHook<Credential, Principal, Context> = (
  credential: Credential,
  call: SecurityCall<Context>,
) => Principal | Refusal | Promise<Principal | Refusal>;

/** The body that a handler may return for a binary media type. */
export type BinaryBody = Uint8Array | ReadableStream<Uint8Array> | Blob;

/** The body that a handler may return for a text media type. It is sent as UTF-8. */
export type TextBody = string | ReadableStream<Uint8Array>;

/** The body that a handler may return for a stream of items: the items, or bytes or text that are already encoded. */
export type ItemStream<Item> = AsyncIterable<Item> | Iterable<Item> | BinaryBody | TextBody;

/** A multipart body as a handler gets it: the schema's properties. A property that is a file is a `File`. */
export type MultipartForm<T, Files extends PropertyKey = never> = {
  [K in keyof T]: K extends Files
    ? NonNullable<T[K]> extends readonly unknown[]
      ? File[] | Extract<T[K], undefined>
      : File | Extract<T[K], undefined>
    : T[K];
};

/** The headers of an answer: documented ones with their types, and any others. */
export type ResponseHeaders<Documented = unknown> = Documented & {
  readonly [name: string]: unknown;
};
