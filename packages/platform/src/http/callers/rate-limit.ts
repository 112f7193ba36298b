import type { RateLimiter, RateState } from "../../domain/requests/rate-limiter.ts";
import { PlatformError } from "../../errors.ts";
import type { RequestContext } from "../../handlers/handler.ts";

/** The rate limit of this deployment: its counter, and the headers of a refused request. */
export interface RateLimit {
  readonly limiter: RateLimiter;
  /** Requests in a window. */
  readonly limit: number;
  readonly windowSeconds: number;
}

/**
 * Counts a request and stores the remaining number for the response's headers.
 *
 * @param subject a project, an organization, or a caller's address
 * @throws PlatformError `Request_RateLimited`
 */
export async function takeRequest(
  context: RequestContext,
  rateLimit: RateLimit,
  subject: string,
): Promise<void> {
  try {
    context.found.rate = await rateLimit.limiter.take(subject);
  } catch (error) {
    noteRefusal(context, rateLimit, error);
    throw error;
  }
}

/**
 * Checks whether a subject may make a request, without counting one. It uses only what this process knows.
 *
 * @throws PlatformError `Request_RateLimited`
 */
export function assertLeft(context: RequestContext, rateLimit: RateLimit, subject: string): void {
  try {
    rateLimit.limiter.assertLeft(subject);
  } catch (error) {
    noteRefusal(context, rateLimit, error);
    throw error;
  }
}

function noteRefusal(
  { found }: RequestContext,
  { limit, windowSeconds }: RateLimit,
  error: unknown,
): void {
  if (!(error instanceof PlatformError)) {
    return;
  }
  const resetSeconds = error.retryAfterSeconds ?? windowSeconds;
  found.rate = { limit, remaining: 0, resetSeconds, windowSeconds };
}

/** `RateLimit` and `RateLimit-Policy` (IETF draft, RateLimit header fields for HTTP). */
export function buildRateLimitHeaders(
  rate: RateState | undefined,
): Readonly<Record<string, string>> {
  if (rate === undefined) {
    return {};
  }
  return {
    ratelimit: `"default";r=${rate.remaining};t=${rate.resetSeconds}`,
    "ratelimit-policy": `"default";q=${rate.limit};w=${rate.windowSeconds}`,
  };
}
