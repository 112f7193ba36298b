import type { Refusal } from "@specwright/runtime/v1/node";
import type { Failure, FailureResponse } from "@specwright/runtime/v1/server";
import type { Schemas } from "../../../base/api-types.ts";
import { type ErrorSlug, type ErrorWords, PlatformError } from "../../../base/errors.ts";
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

/** The members of an error's body, without the id of the request. */
export function toErrorDetail(
  catalog: ErrorCatalog,
  { slug, errors, words }: PlatformError,
): Schemas["ErrorDetail"] {
  // The catalog was checked against the same list of slugs.
  const entry = catalog.get(slug) as ErrorEntry;
  const suggestedFix = words?.suggestedFix ?? entry.suggestedFix;
  return {
    message: words?.message ?? entry.message,
    code: entry.code,
    slug,
    status: entry.status,
    ...(suggestedFix === undefined ? {} : { suggested_fix: suggestedFix }),
    ...(errors === undefined || errors.length === 0 ? {} : { errors: [...errors] }),
  };
}

/** Seconds after which a caller may try again when the service is not available: about the time of a restart. */
const unavailableSeconds = 5;

/** Creates the responses. Code, status, message and fix come from the list of errors. */
export function createErrorAnswers(catalog: ErrorCatalog): ErrorAnswers {
  const answerPlatformError = (error: PlatformError, requestId: string): FailureResponse => {
    const { slug } = error;
    const wait =
      error.retryAfterSeconds ?? (slug === "Server_Unavailable" ? unavailableSeconds : undefined);
    const detail = toErrorDetail(catalog, error);
    return {
      status: detail.status,
      headers: {
        ...(wait !== undefined && { "retry-after": String(Math.max(0, Math.ceil(wait))) }),
        ...(error.challenge !== undefined && { "www-authenticate": error.challenge }),
      },
      body: { error: { ...detail, request_id: requestId } },
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
  return new PlatformError(slugs[failure.kind], { words: nameMediaTypes(failure) });
}

/** The words for a media type that the operation does not have; undefined for other failures. */
function nameMediaTypes(failure: Failure): ErrorWords | undefined {
  switch (failure.kind) {
    case "not-acceptable":
      return {
        message: "None of the media types in the Accept header can be produced.",
        suggestedFix: `Send an Accept header that admits ${failure.available.join(" or ")}, or leave it out.`,
      };
    case "unsupported-media-type":
      return {
        message: "The Content-Type of the body is not supported.",
        suggestedFix: `Send the body as ${failure.supported.join(" or ")}, with that Content-Type and without Content-Encoding.`,
      };
    default:
      return undefined;
  }
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
