import { setTimeout as sleep } from "node:timers/promises";

/**
 * Waits for an event while a test owns a clock. `expect.poll` and `vi.waitFor` would advance that clock each time they look,
 * and so by more on a busy machine. The test's own limit ends it.
 *
 * ```ts
 * vi.useFakeTimers({ toFake: ["performance"] });
 * await waitBesideClock(() => socket.bytesRead > 0);
 * vi.advanceTimersByTime(200);
 * ```
 */
export async function waitBesideClock(holds: () => boolean): Promise<void> {
  while (!holds()) {
    // Only how often it looks.
    await sleep(5);
  }
}
