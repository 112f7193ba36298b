/** The first delay, in milliseconds. Most network failures are over by then. */
const firstMs = 2_000;

/** The longest delay, in milliseconds. When an application recovers, its jobs run again within six hours. */
const longestMs = 6 * 60 * 60 * 1000;

/**
 * Milliseconds to wait after a failed attempt. With a schedule, its delays are used and the last one repeats. Without
 * one, the first delay is 2 s and each further one four times as long, at most 6 h. The result varies by ±20 %, so
 * that jobs that failed together do not come back together.
 *
 * @param attempt the number of the failed attempt, from 1
 * @param random a number from 0 to 1
 */
export function computeBackoff(
  attempt: number,
  schedule: readonly number[] = [],
  random: number = Math.random(),
): number {
  const grown = Math.min(longestMs, firstMs * 4 ** Math.min(attempt - 1, 20));
  const delay = schedule[attempt - 1] ?? schedule.at(-1) ?? grown;
  return Math.round(delay * (0.8 + 0.4 * random));
}
