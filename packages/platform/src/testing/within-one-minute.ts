/**
 * Works within one minute of the clock, and once more when a minute ended meanwhile: requests are counted in windows that
 * begin with each minute, so a limit that is used up a moment before is no longer used up.
 *
 * @param work gets the number of its attempt, from 1
 * @returns what the attempt returned that no minute ended
 */
export async function withinOneMinute<T>(work: (attempt: number) => Promise<T>): Promise<T> {
  const minute = (): number => Math.floor(Date.now() / 60_000);
  for (let attempt = 1; ; attempt += 1) {
    const began = minute();
    const result = await work(attempt);
    if (minute() === began) {
      return result;
    }
  }
}
