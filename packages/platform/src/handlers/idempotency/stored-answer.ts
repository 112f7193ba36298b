import { NotImplementedError } from "@specwright/runtime/v1/server";
import { z } from "zod";
import type { StoredAnswer } from "../../domain/requests/idempotency.ts";
import { errorSlugs } from "../../error-slugs.ts";
import { type ErrorSlug, PlatformError } from "../../errors.ts";

/** The stored part of a handler's answer. */
export interface Output {
  readonly status: number;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly mediaType?: string;
  readonly body?: unknown;
}

/** An answer as it is stored. */
export function toStoredAnswer({ status, headers = {}, mediaType, body }: Output): StoredAnswer {
  return { status, headers: {}, body: JSON.stringify({ headers, mediaType, body }) };
}

/** Errors that say "not now": the request had no effect, and the next one may be let through. */
const passing: ReadonlySet<ErrorSlug> = new Set([
  "Request_RateLimited",
  "Server_Unavailable",
  "ToolExecution_ProviderRateLimited",
  "ToolExecution_TooManyAtOnce",
]);

/**
 * Turns an error into a stored answer. A `PlatformError` is an answer. Any other error undid the request, or left its
 * effect unknown after a call to an application. Undefined when the request had no effect, so that its key can be used
 * again.
 */
export function toStoredError(error: unknown, hasOutsideEffect: boolean): StoredAnswer | undefined {
  const isOurs = error instanceof PlatformError;
  const hasNoEffect = isOurs
    ? passing.has(error.slug)
    : error instanceof NotImplementedError || !hasOutsideEffect;
  if (hasNoEffect) {
    return undefined;
  }
  const { slug, errors, retryAfterSeconds } = isOurs
    ? error
    : new PlatformError("Server_Unexpected");
  // The status of an error is looked up by its slug when it is sent.
  return { status: 0, headers: {}, body: JSON.stringify({ slug, errors, retryAfterSeconds }) };
}

const answerShape = z.object({
  headers: z.record(z.string(), z.unknown()),
  mediaType: z.string().exactOptional(),
  body: z.unknown(),
});

const errorShape = z.object({
  slug: z.enum(errorSlugs),
  errors: z.array(z.string()).exactOptional(),
  retryAfterSeconds: z.number().exactOptional(),
});

/** A stored answer as the handler gave it; a stored error is thrown, so that it gets this request's id. */
export function readStoredAnswer({ status, body }: StoredAnswer): Output {
  if (status !== 0) {
    return { status, ...answerShape.parse(JSON.parse(body)) };
  }
  const { slug, ...details } = errorShape.parse(JSON.parse(body));
  throw new PlatformError(slug, details);
}
