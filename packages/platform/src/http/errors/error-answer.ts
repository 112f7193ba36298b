import type { Refusal } from "@specwright/runtime/v1/node";
import type { Failure, FailureResponse } from "@specwright/runtime/v1/server";
import { type ErrorSlug, PlatformError } from "../../errors.ts";
import type { ErrorCatalog, ErrorEntry } from "./error-catalog.ts";

/** Writes errors in the API's own shape (`Error` of spec/schemas/errors.yaml). */
export interface ErrorAnswers {
  /** One of our PlatformErrors. */
  answerError(error: PlatformError, requestId: string): FailureResponse;
  /** Converts an error that the router met before or after a handler, at this path. */
  answerFailure(failure: Failure, requestId: string, path: string): FailureResponse;
  /** Writes the error for a request that the server refused before the router received it. */
  answerRefusal(refusal: Refusal, requestId: string): FailureResponse;
}

/**
 * Writes an error as one string: the problem, its lines, and the fix.
 *
 * @param otherFix takes the place of the error's own fix
 */
export function explainError(
  catalog: ErrorCatalog,
  { slug, errors = [], words }: PlatformError,
  otherFix?: string,
): string {
  const entry = catalog.get(slug);
  const fix = otherFix ?? words?.suggestedFix ?? entry?.suggestedFix;
  return [
    words?.message ?? entry?.message ?? slug,
    ...errors,
    ...(fix === undefined ? [] : [fix]),
  ].join("\n");
}

/** Seconds after which a caller may try again when the service is not available: about the time of a restart. */
const unavailableSeconds = 5;

/** Creates the responses. Code, status, message and fix come from the list of errors. */
export function createErrorAnswers(catalog: ErrorCatalog): ErrorAnswers {
  const answerPlatformError = (error: PlatformError, requestId: string): FailureResponse => {
    const { slug, errors, words } = error;
    // The catalog was checked against the same list of slugs.
    const entry = catalog.get(slug) as ErrorEntry;
    const suggestedFix = words?.suggestedFix ?? entry.suggestedFix;
    const wait =
      error.retryAfterSeconds ?? (slug === "Server_Unavailable" ? unavailableSeconds : undefined);
    return {
      status: entry.status,
      headers: wait === undefined ? {} : { "retry-after": String(Math.max(0, Math.ceil(wait))) },
      body: {
        error: {
          message: words?.message ?? entry.message,
          code: entry.code,
          slug,
          status: entry.status,
          request_id: requestId,
          ...(suggestedFix === undefined ? {} : { suggested_fix: suggestedFix }),
          ...(errors === undefined || errors.length === 0 ? {} : { errors }),
        },
      },
    };
  };
  return {
    answerError: answerPlatformError,
    answerFailure: (failure, requestId, path) =>
      answerPlatformError(toError(failure, path), requestId),
    answerRefusal: ({ status, errors: lines }, requestId) =>
      answerPlatformError(new PlatformError(refusalSlugs[status], { errors: lines }), requestId),
  };
}

const refusalSlugs: Readonly<Record<Refusal["status"], ErrorSlug>> = {
  400: "Validation_Failed",
  408: "Request_TimedOut",
  413: "Request_BodyTooLarge",
  431: "Request_HeadersTooLarge",
};

/** Converts a failure of the router into a PlatformError. When a hook refused, its slug is kept. */
function toError(failure: Failure, path: string): PlatformError {
  if (failure.kind === "invalid-request") {
    const { errors } = failure;
    // This field has an error of its own in the document, for this operation only.
    const isUuid =
      path === "/api/v3/migration/get-nanoid" &&
      errors.some((line) => line.startsWith("query.uuid:"));
    return new PlatformError(isUuid ? "Migration_UuidInvalid" : "Validation_Failed", { errors });
  }
  if (failure.kind === "forbidden") {
    return new PlatformError(
      failure.detail === "Auth_OrganizationKeyRequired"
        ? failure.detail
        : "Auth_ProjectKeyRequired",
    );
  }
  return new PlatformError(slugs[failure.kind]);
}

const slugs: Readonly<
  Record<Exclude<Failure["kind"], "invalid-request" | "forbidden">, ErrorSlug>
> = {
  "not-found": "Request_PathUnknown",
  "method-not-allowed": "Request_MethodNotAllowed",
  unauthorized: "Auth_KeyInvalid",
  "not-acceptable": "Request_NotAcceptable",
  "body-too-large": "Request_BodyTooLarge",
  "unsupported-media-type": "Request_MediaTypeUnsupported",
  "not-implemented": "Server_NotSupported",
  unverified: "Trigger_SignatureInvalid",
  "invalid-response": "Server_Unexpected",
  unexpected: "Server_Unexpected",
};
