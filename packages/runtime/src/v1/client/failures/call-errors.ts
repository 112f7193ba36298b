import type { CredentialError } from "../auth/credential-error.ts";
import type { ApiError } from "./api-error.ts";

/**
 * A call failed, or was not sent because its credential could not be obtained or sent. Every failure is an instance of
 * one of the classes in `ApiFailure`.
 *
 * Three kinds of errors are not: the reason of the caller's own signal and the errors of middleware, which reach the
 * caller unchanged, and the TypeError for input that cannot be sent.
 */
export class ApiCallError extends Error {
  override readonly name: string = "ApiCallError";
  /** The name of the operation. */
  declare readonly operation: string;

  /** The message begins with `operation`, the name of the operation. */
  constructor(operation: string, message: string, options?: ErrorOptions) {
    super(`${operation} ${message}`, options);
    this.operation = operation;
  }
}

/** The connection could not be made, or broke before the answer was complete. `cause` is what `fetch` threw. */
export class ApiConnectionError extends ApiCallError {
  override readonly name: "ApiConnectionError" = "ApiConnectionError";

  constructor(operation: string, cause: unknown) {
    // Node's `fetch` throws "fetch failed" and puts the reason into `cause`.
    const reasons = [cause, cause instanceof Error && cause.cause].flatMap((each) =>
      each instanceof Error && each.message ? each.message : [],
    );
    super(operation, ["got no whole answer", ...reasons].join(": "), { cause });
  }
}

/**
 * A time limit of the call or of its last attempt passed. `error.name` is `TimeoutError`, as with
 * `AbortSignal.timeout`; `cause` is a DOMException of the same name.
 */
export class ApiTimeoutError extends ApiCallError {
  override readonly name: "TimeoutError" = "TimeoutError";

  constructor(operation: string, milliseconds: number) {
    const message = `got no answer within ${milliseconds} ms`;
    super(operation, message, { cause: new DOMException(message, "TimeoutError") });
  }
}

/**
 * The status is a success, but the body is not in the form that the document has or the call asked for. Examples: JSON
 * that does not parse, an empty body where one is documented, another media type, an item of a stream that is not JSON.
 */
export class UnexpectedAnswerError extends ApiCallError {
  override readonly name: "UnexpectedAnswerError" = "UnexpectedAnswerError";
  declare readonly status: number;
  declare readonly headers: Headers;
  /** The response of `fetch`. Its body has been read or cancelled. */
  declare readonly response: Response;
  /** The beginning of the body, or of the item of a stream, on one line; empty when the body is empty or binary. */
  declare readonly excerpt: string;

  constructor(
    operation: string,
    response: Response,
    problem: string,
    text: string,
    cause?: unknown,
  ) {
    const { status, headers } = response;
    const excerpt = shortenToOneLine(text);
    const message = `was answered with ${status} and ${problem}`;
    super(operation, excerpt ? `${message}: ${excerpt}` : message, { cause });
    this.status = status;
    this.headers = headers;
    this.response = response;
    this.excerpt = excerpt;
  }
}

/** Every failure of a call. Distinguish them by `instanceof` or by the functions below. */
export type ApiFailure =
  | ApiError
  | ApiConnectionError
  | ApiTimeoutError
  | CredentialError
  | UnexpectedAnswerError;

/**
 * Returns whether a caught value is a failure of a call, of any class.
 *
 * @example
 * ```ts
 * import { isApiCallError } from "@specwright/runtime/v1/client";
 * import { createTransport, listNotes } from "./generated/client/index.js";
 *
 * const notes = await listNotes(createTransport({ baseUrl: "http://localhost:3000" })).catch((error) => {
 *   // Other errors are mistakes of the caller, such as input that cannot be sent.
 *   if (isApiCallError(error)) return [];
 *   throw error;
 * });
 * console.log(notes.length);
 * ```
 */
export function isApiCallError(error: unknown): error is ApiFailure {
  return error instanceof ApiCallError;
}

/**
 * Returns whether the connection failed or broke. The service may still have processed the request.
 *
 * @example
 * ```ts
 * import { ApiConnectionError, isApiConnectionError } from "@specwright/runtime/v1/client";
 *
 * const error = new ApiConnectionError("getNote", new TypeError("fetch failed"));
 * isApiConnectionError(error); // => true
 * error.message; // => "getNote got no whole answer: fetch failed"
 * ```
 */
export function isApiConnectionError(error: unknown): error is ApiConnectionError {
  return error instanceof ApiConnectionError;
}

/**
 * Returns whether a time limit of the call passed. The service may still have processed the request.
 *
 * @example
 * ```ts
 * import { createTransport, isApiTimeoutError } from "@specwright/runtime/v1/client";
 * import { listNotes } from "./generated/client/index.js";
 *
 * const transport = createTransport({ baseUrl: "http://localhost:3000", timeout: 5_000 });
 * await listNotes(transport).catch((error) => {
 *   if (!isApiTimeoutError(error)) throw error;
 *   console.log("The service is slow. Try again later.");
 * });
 * ```
 */
export function isApiTimeoutError(error: unknown): error is ApiTimeoutError {
  return error instanceof ApiTimeoutError;
}

/**
 * Returns whether a success had another body than the document describes or the call asked for.
 *
 * @example
 * ```ts
 * import { isUnexpectedAnswerError } from "@specwright/runtime/v1/client";
 * import { createTransport, listNotes } from "./generated/client/index.js";
 *
 * await listNotes(createTransport({ baseUrl: "http://localhost:3000" })).catch((error) => {
 *   if (!isUnexpectedAnswerError(error)) throw error;
 *   // Such as an HTML page of a proxy, with status 200.
 *   console.log(error.status, error.excerpt);
 * });
 * ```
 */
export function isUnexpectedAnswerError(error: unknown): error is UnexpectedAnswerError {
  return error instanceof UnexpectedAnswerError;
}

/** Text of an answer for a message: at most 200 characters, without line breaks and other control characters. */
export function shortenToOneLine(text: string): string {
  const line = text
    // More than is shown, because runs of white space are shortened to one space below.
    .slice(0, 1_000)
    .replace(/[\s\p{C}]+/gu, " ")
    .trim();
  return line.length > 200 ? `${line.slice(0, 199)}…` : line;
}
