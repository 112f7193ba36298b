import { NotImplementedError } from "@specwright/runtime/v1/server";
import { z } from "zod";
import { errorSlugs } from "../../../base/error-slugs.ts";
import { type ErrorSlug, PlatformError } from "../../../base/errors.ts";
import { takeTurns } from "../../../base/sharing/take-turns.ts";
import type { StoredAnswer } from "../../../domain/requests/idempotency.ts";

/** The stored part of a handler's answer. */
export interface Output {
  readonly status: number;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly mediaType?: string;
  readonly body?: unknown;
}

/** An answer in its stored form. */
export function toStoredAnswer({ status, headers = {}, mediaType, body }: Output): StoredAnswer {
  return { status, headers: {}, body: JSON.stringify({ headers, mediaType, body }) };
}

/** Temporary refusals. The request had no effect, and a repeated one may succeed. */
const passing: ReadonlySet<ErrorSlug> = new Set([
  "Request_RateLimited",
  "Server_Unavailable",
  "ToolExecution_ProviderRateLimited",
  "ToolExecution_TooManyAtOnce",
]);

/**
 * Converts an error to a stored response. A `PlatformError` is a response. Any other error undid the request or,
 * after a call to an application, left its effect unknown. Undefined when the request had no effect, so that its key
 * can be used again.
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
  // 0 stands for an error. Its real status is looked up by its slug when it is sent.
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

/**
 * Returns a stored response as the handler returned it. A stored error is thrown, so that it carries the id of the
 * current request.
 */
export async function replayAnswer<Answered extends Output>({
  status,
  body,
}: StoredAnswer): Promise<Answered> {
  const value: unknown = JSON.parse(body);
  await takeTurns(body.length);
  if (status === 0) {
    const { slug, ...details } = errorShape.parse(value);
    throw new PlatformError(slug, details);
  }
  // The key belongs to one operation, so the stored response is one of its responses.
  return { status, ...answerShape.parse(value) } as Output as Answered;
}
