import { ApiTimeoutError } from "./call-errors.ts";

/** Answers that a later attempt may not get (RFC 9110, sections 15.5.9 and 15.6; RFC 6585, section 4; RFC 8470). */
const passing: readonly number[] = [408, 425, 429, 500, 502, 503, 504];

/** Returns whether repeating a method has no further effect (RFC 9110, section 9.2.2; QUERY by its draft). */
export function isIdempotent(method: string): boolean {
  return /^(?:GET|HEAD|OPTIONS|TRACE|PUT|DELETE|QUERY)$/.test(method);
}

/** Returns whether the same request may get another answer a moment later. */
export function isPassing(response: Response): boolean {
  return passing.includes(response.status);
}

/** The first attempt is followed by a wait of at most this, in milliseconds; each further one doubles it. */
const firstDelay = 250;

/** No wait that we choose is longer, in milliseconds. */
const longestDelay = 8_000;

/**
 * Milliseconds to wait before the next attempt: exponential backoff with full jitter, so that callers that failed
 * together do not return together; never less than the answer's Retry-After.
 *
 * @param attempt how many attempts were made, from 1
 */
export function delayBefore(attempt: number, response: Response | undefined): number {
  const backoff = Math.random() * Math.min(longestDelay, firstDelay * 2 ** (attempt - 1));
  return (response === undefined ? 0 : retryAfter(response.headers)) + backoff;
}

/** Retry-After in milliseconds, from seconds or a date (RFC 9110, section 10.2.3); 0 when absent or past. */
export function retryAfter(headers: Headers): number {
  const text = headers.get("retry-after")?.trim() ?? "";
  if (/^\d+$/.test(text)) {
    return Number(text) * 1_000;
  }
  // The answer's own clock, when it has one: ours may be wrong by more than the wait.
  const now = Date.parse(headers.get("date") ?? "") || Date.now();
  return Math.max(0, Date.parse(text) - now || 0);
}

/** Waits. Rejects with the signal's reason as soon as it is aborted. */
export function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout>;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  return within(signal, over).finally(() => clearTimeout(timer));
}

/** Waits no longer than the signal allows; others may wait for the same promise. */
export function within<T>(signal: AbortSignal | undefined, promise: Promise<T>): Promise<T> {
  return new Promise((fulfil, reject) => {
    const end = (): void => reject(signal?.reason);
    signal?.addEventListener("abort", end);
    promise.then(fulfil, reject).finally(() => signal?.removeEventListener("abort", end));
    if (signal?.aborted) {
      end();
    }
  });
}

/** A signal with its own time limit, inside other signals. `release` frees its timer and listeners. */
export interface Limit {
  readonly signal: AbortSignal;
  readonly release: () => void;
}

/**
 * A signal that is aborted with its parent, or with an ApiTimeoutError after a time in milliseconds. Not `AbortSignal.any`
 * and `.timeout`, whose timers and listeners stay until they fire, also when the call has ended long ago.
 */
export function limit(
  operation: string,
  parent: AbortSignal | undefined,
  milliseconds: number | undefined,
): Limit {
  const controller = new AbortController();
  const follow = (): void => controller.abort(parent?.reason);
  parent?.addEventListener("abort", follow);
  if (parent?.aborted) {
    follow();
  }
  const timer =
    milliseconds === undefined
      ? undefined
      : setTimeout(
          () => controller.abort(new ApiTimeoutError(operation, milliseconds)),
          milliseconds,
        );
  return {
    signal: controller.signal,
    release() {
      clearTimeout(timer);
      parent?.removeEventListener("abort", follow);
    },
  };
}
