import { ApiTimeoutError } from "./call-errors.ts";

/**
 * Statuses of failures that may pass, so that a later attempt may succeed (RFC 9110, sections 15.5.9 and 15.6; RFC
 * 6585, section 4; RFC 8470).
 */
const passing: readonly number[] = [408, 425, 429, 500, 502, 503, 504];

/**
 * Returns whether repeating a request of this method has no further effect (RFC 9110, section 9.2.2; for QUERY, its
 * draft).
 */
export function isIdempotent(method: string): boolean {
  return /^(?:GET|HEAD|OPTIONS|TRACE|PUT|DELETE|QUERY)$/.test(method);
}

/** Returns whether the same request may succeed a moment later. */
export function isPassing(response: Response): boolean {
  return passing.includes(response.status);
}

/** Calls that the caller wants to be repeated although their method is not idempotent. */
export interface RetryRules {
  /** Methods beyond those that are safe to repeat, such as `POST`. Upper and lower case do not matter. */
  readonly methods: readonly string[];
  /** The statuses after which such a call is repeated, if the answer has `Retry-After`. Default: 429 and 503. */
  readonly statuses?: readonly number[];
}

/**
 * Returns whether a service refused a call for now, and says when to send it again. A call that is not idempotent is
 * repeated in this case only: without an answer, or with an error, it may have had its effect.
 */
export function isRefusedForNow(
  { methods, statuses = [429, 503] }: RetryRules,
  method: string,
  { status, headers }: Response,
): boolean {
  return (
    methods.some((each) => each.toUpperCase() === method) &&
    statuses.includes(status) &&
    headers.has("retry-after")
  );
}

/** The longest wait after the first attempt, in milliseconds. It doubles with each further attempt. */
const firstDelay = 250;

/** The limit of this doubling, in milliseconds. A Retry-After may ask for more. */
const longestDelay = 8_000;

/**
 * Milliseconds to wait before the next attempt: exponential backoff with full jitter, so that clients that failed at
 * the same time do not all return at the same time. The answer's Retry-After is added to it.
 *
 * @param attempt the number of attempts made so far, from 1
 */
export function delayBefore(attempt: number, response: Response | undefined): number {
  const backoff = Math.random() * Math.min(longestDelay, firstDelay * 2 ** (attempt - 1));
  return (response === undefined ? 0 : readRetryAfter(response.headers)) + backoff;
}

/** Retry-After in milliseconds, from seconds or a date (RFC 9110, section 10.2.3); 0 when absent or past. */
export function readRetryAfter(headers: Headers): number {
  const text = headers.get("retry-after")?.trim() ?? "";
  if (/^\d+$/.test(text)) {
    return Number(text) * 1_000;
  }
  // Compare with the server's clock (`Date`) if it was sent: ours may be wrong by more than the wait.
  const now = Date.parse(headers.get("date") ?? "") || Date.now();
  return Math.max(0, Date.parse(text) - now || 0);
}

/** Waits. Rejects with the signal's reason as soon as it is aborted. */
export function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout>;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  return waitWithin(signal, over).finally(() => clearTimeout(timer));
}

/**
 * Waits for a promise until the signal is aborted. The promise itself continues, because others may wait for it, too.
 */
export function waitWithin<T>(signal: AbortSignal | undefined, promise: Promise<T>): Promise<T> {
  return new Promise((fulfil, reject) => {
    const end = (): void => reject(signal?.reason);
    signal?.addEventListener("abort", end);
    promise.then(fulfil, reject).finally(() => signal?.removeEventListener("abort", end));
    if (signal?.aborted) {
      end();
    }
  });
}

/** A signal with a time limit. `release` removes its timer and its listener on the parent. */
export interface Limit {
  readonly signal: AbortSignal;
  readonly release: () => void;
}

/**
 * A signal that is aborted when its parent is, or with an ApiTimeoutError after some milliseconds. `AbortSignal.any`
 * and `.timeout` would keep their timers and listeners until they fire, even long after the call has ended.
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
