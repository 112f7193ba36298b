/**
 * How long a test waits for an event. It only ends what hangs, and it is shorter than the limit of a test, so that the failed
 * expectation is printed. While a test owns a clock, `waitBesideClock` waits, because these two would advance it.
 *
 * ```ts
 * await expect.poll(() => application.seen, patience).toHaveLength(2);
 * await vi.waitFor(() => expect(logged).toContain("done"), patience);
 * ```
 */
export const patience: Readonly<{ timeout: number; interval: number }> = {
  timeout: 100_000,
  interval: 25,
};

/** The limit of a test in milliseconds. Like `patience`, it only ends what hangs. */
export const testLimit = 120_000;
