import { PlatformError } from "../../../base/errors.ts";
import type { ProcessorUse } from "../callers/rate-limit.ts";

/** The processor time that callers used in this process. */
export interface ProcessorTime {
  add(subject: string, usedMs: number): void;
  read(subject: string): ProcessorUse;
  /** @throws PlatformError `Request_RateLimited` when the caller has used up its processor time */
  assertLeft(subject: string): void;
}

const windowSeconds = 60;

/**
 * Counts processor time in windows of a minute. Each process counts its own: the processor of another one is another processor.
 *
 * @param limitMs milliseconds of one caller in a window
 */
export function trackProcessorTime(
  limitMs: number,
  now: () => number = () => performance.now(),
): ProcessorTime {
  const used = new Map<string, number>();
  let until = now() + windowSeconds * 1000;
  const look = (): void => {
    const time = now();
    if (time >= until) {
      used.clear();
      until = time + windowSeconds * 1000;
    }
  };
  const read = (subject: string): ProcessorUse => {
    look();
    const usedMs = Math.round(used.get(subject) ?? 0);
    const resetSeconds = Math.ceil((until - now()) / 1000);
    return { limitMs, usedMs, resetSeconds, windowSeconds };
  };
  return {
    read,
    add: (subject, usedMs) => {
      look();
      used.set(subject, (used.get(subject) ?? 0) + usedMs);
    },
    assertLeft: (subject) => {
      const { usedMs, resetSeconds } = read(subject);
      if (usedMs >= limitMs) {
        throw new PlatformError("Request_RateLimited", {
          words: {
            message: `The requests of this caller have used up ${limitMs} ms of the processor in this minute.`,
            suggestedFix:
              "Wait the number of seconds in Retry-After. Ask for shorter pages, and for fewer things at once.",
          },
          retryAfterSeconds: Math.max(1, resetSeconds),
        });
      }
    },
  };
}
