/** The first delay. Most failures of a network are over by then. */
const firstMs = 2_000;

/** The longest delay: an application that is back is noticed within six hours. */
const longestMs = 6 * 60 * 60 * 1000;

/**
 * Milliseconds to wait after a failed attempt: by the schedule, whose last delay repeats; without one 2 s, then four
 * times the delay before, at most 6 h. ±20 %, so that jobs that failed together do not come back together.
 *
 * @param attempt the attempt that failed, from 1
 * @param random a number from 0 to 1
 */
export function backoffMs(
  attempt: number,
  schedule: readonly number[] = [],
  random: number = Math.random(),
): number {
  const grown = Math.min(longestMs, firstMs * 4 ** Math.min(attempt - 1, 20));
  const delay = schedule[attempt - 1] ?? schedule.at(-1) ?? grown;
  return Math.round(delay * (0.8 + 0.4 * random));
}
