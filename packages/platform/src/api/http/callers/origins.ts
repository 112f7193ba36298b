import type { Answer, Call } from "@specwright/runtime/v1/server";
import { PlatformError } from "../../../base/errors.ts";
import { isLoopback } from "../../../domain/fields/host-fields.ts";

/** Which browsers may call. */
export interface Origins {
  /** @throws PlatformError `Auth_OriginNotAllowed` when the browser's origin is not allowed */
  assertAllowed(call: Call): void;
  /** Allows pages of an allowed origin to read the response (Fetch, section 3.3). */
  addHeaders(answer: Answer, call: Call): void;
}

/** Seconds for which a browser remembers the response to a preflight. */
const preflightSeconds = 600;

/** Headers of requests and responses that pages of other origins may use. */
const requestHeaders = "authorization, content-type, idempotency-key, x-api-key";
const answerHeaders =
  "allow, ratelimit, ratelimit-policy, retry-after, www-authenticate, x-request-id";

/**
 * Creates the rules for calls of browsers, which send the origin of their page. Our own origin and those of
 * `PLATFORM_ALLOWED_ORIGINS` are allowed. A request without `Origin` was not made by a page of another origin.
 *
 * @param baseUrl the service's address; for a loopback address, `localhost` and `127.0.0.1` count as the same
 */
export function createOrigins(baseUrl: string, allowed: readonly string[]): Origins {
  const own = new URL(baseUrl);
  const others = new Set(allowed);
  const isOwn = (origin: string): boolean => {
    if (origin === own.origin) {
      return true;
    }
    const url = URL.canParse(origin) ? new URL(origin) : undefined;
    return (
      url !== undefined &&
      isLoopback(own.hostname) &&
      isLoopback(url.hostname) &&
      url.protocol === own.protocol &&
      url.port === own.port
    );
  };
  return {
    assertAllowed: ({ headers }) => {
      const origin = headers.get("origin");
      if (origin === null || isOwn(origin) || others.has(origin)) {
        return;
      }
      throw new PlatformError("Auth_OriginNotAllowed");
    },
    addHeaders: (answer, call) => {
      const origin = call.headers.get("origin");
      if (origin === null || !others.has(origin)) {
        return;
      }
      answer.headers["access-control-allow-origin"] = origin;
      answer.headers.vary = "origin";
      answer.headers["access-control-expose-headers"] = answerHeaders;
      if (call.method !== "OPTIONS") {
        return;
      }
      answer.headers["access-control-allow-methods"] = answer.headers.allow ?? "";
      answer.headers["access-control-allow-headers"] = requestHeaders;
      answer.headers["access-control-max-age"] = String(preflightSeconds);
    },
  };
}
