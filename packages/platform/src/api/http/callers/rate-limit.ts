import { PlatformError } from "../../../base/errors.ts";
import type { RateLimiter, RateState } from "../../../domain/requests/rate-limiter.ts";
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
  context.found.countedAs = subject;
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

/** The processor time of one caller in the window of this moment, in milliseconds. */
export interface ProcessorUse {
  readonly limitMs: number;
  readonly usedMs: number;
  /** Whole seconds until the window ends. */
  readonly resetSeconds: number;
  readonly windowSeconds: number;
}

/** `RateLimit` and `RateLimit-Policy` (IETF draft, RateLimit header fields for HTTP), of requests and of processor time. */
export function buildRateLimitHeaders(
  rate: RateState | undefined,
  processor: ProcessorUse,
): Readonly<Record<string, string>> {
  if (rate === undefined) {
    return {};
  }
  const { limitMs, usedMs, resetSeconds, windowSeconds } = processor;
  const leftMs = Math.max(0, limitMs - usedMs);
  return {
    ratelimit: `"default";r=${rate.remaining};t=${rate.resetSeconds}, "processor";r=${leftMs};t=${resetSeconds}`,
    "ratelimit-policy": `"default";q=${rate.limit};w=${rate.windowSeconds}, "processor";q=${limitMs};w=${windowSeconds};qu="milliseconds"`,
  };
}
