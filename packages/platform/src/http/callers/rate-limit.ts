import type { RateLimiter, RateState } from "../../domain/requests/rate-limiter.ts";
import { PlatformError } from "../../errors.ts";
import type { RequestContext } from "../../handlers/handler.ts";

/** The limit of this deployment: it counts requests, and writes the headers of a refused one. */
export interface RateLimit {
  readonly limiter: RateLimiter;
  /** Requests in a window. */
  readonly limit: number;
  readonly windowSeconds: number;
}

/**
 * Counts a request and notes what is left for the answer's headers.
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
 * Looks whether a subject may make a request, as far as this process knows, and counts nothing.
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
export function rateLimitHeaders(rate: RateState | undefined): Readonly<Record<string, string>> {
  if (rate === undefined) {
    return {};
  }
  return {
    ratelimit: `"default";r=${rate.remaining};t=${rate.resetSeconds}`,
    "ratelimit-policy": `"default";q=${rate.limit};w=${rate.windowSeconds}`,
  };
}
