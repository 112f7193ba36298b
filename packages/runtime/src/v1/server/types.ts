import type { Refusal, SecurityCall } from "./security.ts";

/** The input of every handler; generated declarations add the parts of an operation. */
export interface OperationInput<Context> {
  /** The value that the application passed to the router for this request. */
  readonly context: Context;
  /** The web request, for its headers and its signal, which aborts when the client goes away. Its body is read. */
  readonly request: Request;
}

/** A handler. A web response may be returned in place of a documented one, such as that of another server. */
export type Handler<Input, Output> = (
  input: Input,
) => Output | Response | Promise<Output | Response>;

/** Checks a credential. Returns the caller's identity, or the result of `refuse()`. */
export type SecurityHook<Credential, Principal, Context> = (
  credential: Credential,
  call: SecurityCall<Context>,
) => Principal | Refusal | Promise<Principal | Refusal>;

/** The body that a handler may send when the document has bytes. */
export type BinaryBody = Uint8Array | ReadableStream<Uint8Array> | Blob;

/** The body that a handler may send when the document has text; always sent as UTF-8. */
export type TextBody = string | ReadableStream<Uint8Array>;

/** The body that a handler may send when the document has a stream of items: the items, or the finished bytes or text. */
export type ItemStream<Item> = AsyncIterable<Item> | Iterable<Item> | BinaryBody | TextBody;

/** A multipart body as a handler gets it: the schema's properties, with a File for each that is one. */
export type MultipartForm<T, Files extends PropertyKey = never> = {
  [K in keyof T]: K extends Files
    ? NonNullable<T[K]> extends readonly unknown[]
      ? File[] | Extract<T[K], undefined>
      : File | Extract<T[K], undefined>
    : T[K];
};

/** The headers of an answer: those of the document have their types, and any other may be sent. */
export type ResponseHeaders<Documented = unknown> = Documented & {
  readonly [name: string]: unknown;
};
