/**
 * Runs `work` within one minute of the clock, and again if the minute changed meanwhile. Rate limits count requests
 * per minute, so a limit that a test used up at 12:00:59 is fresh again at 12:01:00.
 *
 * @param work receives the number of the attempt, from 1
 * @returns the result of the attempt that began and ended in one minute
 */
export async function runWithinOneMinute<T>(work: (attempt: number) => Promise<T>): Promise<T> {
  const readMinute = (): number => Math.floor(Date.now() / 60_000);
  for (let attempt = 1; ; attempt += 1) {
    const began = readMinute();
    const result = await work(attempt);
    if (readMinute() === began) {
      return result;
    }
  }
}
