/** The first delay. Most failures of a network are over by then. */
const firstMs = 2_000;

/** The longest delay: an application that is back is noticed within six hours. */
const longestMs = 6 * 60 * 60 * 1000;

/**
 * Milliseconds to wait after a failed attempt: 2 s, doubling four-fold each time, at most 6 h, ±20 % so that jobs that
 * failed together do not come back together.
 *
 * @param attempt the attempt that failed, from 1
 * @param random a number from 0 to 1
 */
export function backoffMs(attempt: number, random: number = Math.random()): number {
  const delay = Math.min(longestMs, firstMs * 4 ** Math.min(attempt - 1, 20));
  return Math.round(delay * (0.8 + 0.4 * random));
}
