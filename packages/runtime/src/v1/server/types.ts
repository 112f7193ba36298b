import type { Refusal, SecurityCall } from "./security.ts";

/** What every handler is given; generated declarations add what an operation has. */
export interface OperationInput<Context> {
  /** What the caller of the router handed over for this request. */
  readonly context: Context;
  /** The web request, for its headers and its signal, which aborts when the client goes away. Its body is read. */
  readonly request: Request;
}

/** A handler. A web response may be returned in place of a documented one, such as that of another server. */
export type Handler<Input, Output> = (
  input: Input,
) => Output | Response | Promise<Output | Response>;

/** Checks a credential: answers who it is, or what `refuse()` returns. */
export type SecurityHook<Credential, Principal, Context> = (
  credential: Credential,
  call: SecurityCall<Context>,
) => Principal | Refusal | Promise<Principal | Refusal>;

/** What a handler may send where the document has bytes. */
export type BinaryBody = Uint8Array | ReadableStream<Uint8Array> | Blob;

/** What a handler may send where the document has text; always sent as UTF-8. */
export type TextBody = string | ReadableStream<Uint8Array>;

/** What a handler may send where the document has a stream of items: the items, or the finished bytes or text. */
export type ItemStream<Item> = AsyncIterable<Item> | Iterable<Item> | BinaryBody | TextBody;

/** A multipart body as a handler gets it: the schema's properties, with a File for each that is one. */
export type MultipartForm<T, Files extends PropertyKey = never> = {
  [K in keyof T]: K extends Files
    ? NonNullable<T[K]> extends readonly unknown[]
      ? File[] | Extract<T[K], undefined>
      : File | Extract<T[K], undefined>
    : T[K];
};

/** The registered status codes of success, for `2XX` (IANA, HTTP Status Code Registry). */
export type SuccessStatus = 200 | 201 | 202 | 203 | 204 | 205 | 206 | 207 | 208 | 226;

/** The registered status codes of redirection, for `3XX`. */
export type RedirectStatus = 300 | 301 | 302 | 303 | 304 | 305 | 307 | 308;

/** The registered status codes of a caller's error, for `4XX`, and 418 and 499, which are in use. */
export type ClientErrorStatus =
  | (400 | 401 | 402 | 403 | 404 | 405 | 406 | 407 | 408 | 409 | 410 | 411 | 412 | 413 | 414)
  | (415 | 416 | 417 | 418 | 421 | 422 | 423 | 424 | 425 | 426 | 428 | 429 | 431 | 451 | 499);

/** The registered status codes of a server's error, for `5XX`. */
export type ServerErrorStatus = 500 | 501 | 502 | 503 | 504 | 505 | 506 | 507 | 508 | 511;

/** Every status code that can end a request, for `default`. */
export type StatusCode = SuccessStatus | RedirectStatus | ClientErrorStatus | ServerErrorStatus;

/** The headers of an answer: those of the document have their types, and any other may be sent. */
export type ResponseHeaders<Documented = unknown> = Documented & {
  readonly [name: string]: unknown;
};
