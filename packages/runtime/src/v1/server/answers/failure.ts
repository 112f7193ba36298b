import type { Answer } from "../call.ts";
import { addHeaders } from "./header.ts";

/** Everything that goes wrong before or after a handler. `status` is the one that HTTP asks for. */
export type Failure =
  | { readonly kind: "not-found"; readonly status: 404 }
  | {
      readonly kind: "method-not-allowed";
      readonly status: 405;
      /** Also sent as `Allow`. */
      readonly allow: string;
    }
  | {
      readonly kind: "unauthorized";
      readonly status: 401;
      /** A challenge for each scheme that would be accepted; also sent as `WWW-Authenticate`. */
      readonly challenges: readonly string[];
      /** The argument of the hook's `refuse`; absent when no credential was sent. */
      readonly detail?: unknown;
    }
  | { readonly kind: "forbidden"; readonly status: 403; readonly detail?: unknown }
  | {
      readonly kind: "not-acceptable";
      readonly status: 406;
      readonly available: readonly string[];
    }
  | {
      readonly kind: "body-too-large";
      readonly status: 413;
      readonly limit: number;
      /** The unit of the limit. Default: bytes. */
      readonly unit?: "parts";
    }
  | {
      readonly kind: "unsupported-media-type";
      readonly status: 415;
      readonly supported: readonly string[];
    }
  | {
      readonly kind: "invalid-request";
      readonly status: 400;
      /** One line a field, such as `body.toolkit.slug: required`; never empty. Holds names but no values. */
      readonly errors: readonly string[];
    }
  | { readonly kind: "not-implemented"; readonly status: 501; readonly operation: string }
  | {
      /** A webhook that is not signed by any of the secrets, or too old, or without its headers. */
      readonly kind: "unverified";
      readonly status: 401;
      readonly reason: string;
    }
  | {
      /** The handler's answer is not what the document promises (only with `validateResponses`). */
      readonly kind: "invalid-response";
      readonly status: 500;
    }
  | { readonly kind: "unexpected"; readonly status: 500 };

/** A failure on its way through functions that otherwise return a value of any shape. */
export class Failed {
  readonly failure: Failure;

  constructor(failure: Failure) {
    this.failure = failure;
  }
}

/** An item of a streamed body is not what the document says; thrown where the handler reads it. */
export class InvalidItemError extends Error {
  override readonly name: string = "InvalidItemError";
  /** One line a field. */
  readonly errors: readonly string[];

  constructor(errors: readonly string[]) {
    super(`An item of the body is not valid: ${errors[0]}`);
    this.errors = errors;
  }
}

/** Shorthand for the most common failure. */
export function invalidRequest(errors: readonly string[]): Failed {
  return new Failed({ kind: "invalid-request", status: 400, errors });
}

/** The rendered form of a failure. Without a status it has the failure's own; without a body it has an empty one. */
export interface FailureResponse {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Default: `application/json`. */
  readonly mediaType?: string;
}

const titles: Readonly<Record<Failure["kind"], string>> = {
  "not-found": "Not Found",
  "method-not-allowed": "Method Not Allowed",
  unauthorized: "Unauthorized",
  forbidden: "Forbidden",
  "not-acceptable": "Not Acceptable",
  "body-too-large": "Content Too Large",
  "unsupported-media-type": "Unsupported Media Type",
  "invalid-request": "Bad Request",
  "not-implemented": "Not Implemented",
  unverified: "Unauthorized",
  "invalid-response": "Internal Server Error",
  unexpected: "Internal Server Error",
};

/** Problem Details (RFC 9457), for an API that brings no error shape of its own. */
export function renderProblem(failure: Failure): FailureResponse {
  const problem = { type: "about:blank", title: titles[failure.kind], status: failure.status };
  return {
    mediaType: "application/problem+json",
    body: failure.kind === "invalid-request" ? { ...problem, errors: failure.errors } : problem,
  };
}

/** A failure as it is sent: what the API's hook made of it, and the header fields that HTTP requires beside it. */
export function failureToAnswer(failure: Failure, response: FailureResponse): Answer {
  const headers: Answer["headers"] = {};
  if (failure.kind === "method-not-allowed") {
    headers.allow = failure.allow;
  }
  if (failure.kind === "unauthorized" && failure.challenges.length > 0) {
    headers["www-authenticate"] = failure.challenges;
  }
  const body = response.body === undefined ? null : JSON.stringify(response.body);
  if (body !== null) {
    headers["content-type"] = response.mediaType ?? "application/json";
  }
  addHeaders(headers, response.headers);
  return { status: response.status ?? failure.status, headers, body };
}
