import type { CredentialError } from "../auth/credential-error.ts";
import type { ApiError } from "./api-error.ts";

/**
 * A call failed, or was not sent because a credential was missing. The family is closed: every failure is one of the classes
 * of `ApiFailure`.
 *
 * Three kinds of errors are not part of it. The reason of the caller's own signal and the errors of middleware reach the
 * caller as they are, and input that cannot be sent is a TypeError.
 */
export class ApiCallError extends Error {
  override readonly name: string = "ApiCallError";
  /** The name of the operation. */
  declare readonly operation: string;

  /** `operation` is the name, with which the message begins. */
  constructor(operation: string, message: string, options?: ErrorOptions) {
    super(`${operation} ${message}`, options);
    this.operation = operation;
  }
}

/** The connection could not be made, or broke before the answer was whole. `cause` is what `fetch` threw. */
export class ApiConnectionError extends ApiCallError {
  override readonly name: string = "ApiConnectionError";

  constructor(operation: string, cause: unknown) {
    // Node's fetch says "fetch failed", and the reason one level deeper.
    const reasons = [cause, cause instanceof Error && cause.cause].flatMap((each) =>
      each instanceof Error && each.message ? each.message : [],
    );
    super(operation, ["got no whole answer", ...reasons].join(": "), { cause });
  }
}

/**
 * A time limit of the call or of its last attempt passed. `cause` is a DOMException, and both are named `TimeoutError`, so
 * that `error.name` can be compared as with `AbortSignal.timeout`.
 */
export class ApiTimeoutError extends ApiCallError {
  override readonly name: string = "TimeoutError";

  constructor(operation: string, milliseconds: number) {
    const message = `got no answer within ${milliseconds} ms`;
    super(operation, message, { cause: new DOMException(message, "TimeoutError") });
  }
}

/**
 * The answer is a success by its status, and its body is not what the document says or the call asked for: JSON that does
 * not parse, an empty body or another media type where one is documented, an item of a stream that is not JSON.
 */
export class UnexpectedAnswerError extends ApiCallError {
  override readonly name: string = "UnexpectedAnswerError";
  declare readonly status: number;
  declare readonly headers: Headers;
  /** The response of `fetch`. Its body has been read or cancelled. */
  declare readonly response: Response;
  /** The beginning of the body, or of the item of a stream, on one line; empty for none and for binary bodies. */
  declare readonly excerpt: string;

  constructor(
    operation: string,
    response: Response,
    problem: string,
    text: string,
    cause?: unknown,
  ) {
    const { status, headers } = response;
    const excerpt = oneLine(text);
    const message = `was answered with ${status} and ${problem}`;
    super(operation, excerpt ? `${message}: ${excerpt}` : message, { cause });
    this.status = status;
    this.headers = headers;
    this.response = response;
    this.excerpt = excerpt;
  }
}

/** Every failure of a call. Distinguish them by `instanceof` or the guards below. */
export type ApiFailure =
  | ApiError
  | ApiConnectionError
  | ApiTimeoutError
  | CredentialError
  | UnexpectedAnswerError;

/** Returns whether a caught value is a failure of a call, of whichever class. */
export function isApiCallError(error: unknown): error is ApiFailure {
  return error instanceof ApiCallError;
}

/** Returns whether the connection failed or broke. The service may have processed the request all the same. */
export function isApiConnectionError(error: unknown): error is ApiConnectionError {
  return error instanceof ApiConnectionError;
}

/** Returns whether a time limit of the call passed. The service may have processed the request all the same. */
export function isApiTimeoutError(error: unknown): error is ApiTimeoutError {
  return error instanceof ApiTimeoutError;
}

/** Returns whether a success came with another body than the document describes or the call asked for. */
export function isUnexpectedAnswerError(error: unknown): error is UnexpectedAnswerError {
  return error instanceof UnexpectedAnswerError;
}

/** Text of an answer for a message: at most 200 characters, without line breaks and other control characters. */
export function oneLine(text: string): string {
  const line = text
    // A little more than is shown, since runs of white space become one space.
    .slice(0, 1_000)
    .replace(/[\s\p{C}]+/gu, " ")
    .trim();
  return line.length > 200 ? `${line.slice(0, 199)}…` : line;
}
