import type { Answer } from "../call.ts";
import { addHeaders } from "./header.ts";

/** Everything that can go wrong before or after a handler. `status` is the status that HTTP defines for it. */
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
      /** The `detail` that the security hook passed to `refuse`; absent when no credential was sent. */
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
      /** One line per field, such as `body.toolkit.slug: required`; never empty. Lines contain names but not values. */
      readonly errors: readonly string[];
    }
  | { readonly kind: "not-implemented"; readonly status: 501; readonly operation: string }
  | {
      /** A webhook that none of the secrets has signed, that is too old, or that lacks its headers. */
      readonly kind: "unverified";
      readonly status: 401;
      readonly reason: string;
    }
  | {
      /** The handler's answer does not match the document (only with `validateResponses`). */
      readonly kind: "invalid-response";
      readonly status: 500;
    }
  | { readonly kind: "unexpected"; readonly status: 500 };

/** Wraps a failure, so that functions that return values of any shape can also return failures. */
export class Failed {
  readonly failure: Failure;

  constructor(failure: Failure) {
    this.failure = failure;
  }
}

/** An item of a streamed body does not match the document. Thrown where the handler reads the item. */
export class InvalidItemError extends Error {
  override readonly name: string = "InvalidItemError";
  /** One line per field. */
  readonly errors: readonly string[];

  constructor(errors: readonly string[]) {
    super(`An item of the body is not valid: ${errors[0]}`);
    this.errors = errors;
  }
}

/** Shorthand for the most common failure. */
export function failInvalidRequest(errors: readonly string[]): Failed {
  return new Failed({ kind: "invalid-request", status: 400, errors });
}

/** A failure as the API renders it. Default: the failure's own status and an empty body. */
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

/** Renders a failure as Problem Details (RFC 9457), for APIs without an error shape of their own. */
export function renderProblem(failure: Failure): FailureResponse {
  const problem = { type: "about:blank", title: titles[failure.kind], status: failure.status };
  return {
    mediaType: "application/problem+json",
    body: failure.kind === "invalid-request" ? { ...problem, errors: failure.errors } : problem,
  };
}

/**
 * The answer for a failure: the API's rendering of it, and the header fields that HTTP requires (`Allow`,
 * `WWW-Authenticate`).
 */
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
