import type { Answer, Call } from "@specwright/runtime/v1/server";
import { isLoopback } from "../../domain/fields/host-fields.ts";
import { PlatformError } from "../../errors.ts";

/** Which browsers may call. */
export interface Origins {
  /** @throws PlatformError `Auth_OriginNotAllowed` for the origin of a browser that may not */
  assertAllowed(call: Call): void;
  /** Lets a browser show the answer to a page of an allowed origin (Fetch, section 3.3). */
  addHeaders(answer: Answer, call: Call): void;
}

/** How long a browser remembers the answer to a preflight, in seconds. */
const preflightSeconds = 600;

/** Headers of requests and answers that pages of other origins may use. */
const requestHeaders = "content-type, idempotency-key, x-api-key";
const answerHeaders = "allow, ratelimit, ratelimit-policy, retry-after, x-request-id";

/**
 * The rules for calls of browsers, which name the origin of their page: our own, and those of
 * `PLATFORM_ALLOWED_ORIGINS`. A request without `Origin` comes from no page of another origin.
 *
 * @param baseUrl the service's address; `localhost` and `127.0.0.1` are the same while it is a loopback one
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
