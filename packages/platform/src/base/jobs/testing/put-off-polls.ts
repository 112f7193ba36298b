import { onTestFinished, vi } from "vitest";

/**
 * Workers do not poll until the test ends: a timer of a second or more never calls back. Only notifications and jobs that end
 * wake them.
 */
export function putOffPolls(): void {
  const begin = globalThis.setTimeout;
  const spied = vi.spyOn(globalThis, "setTimeout");
  onTestFinished(() => void spied.mockRestore());
  // The longest time that a timer can have.
  spied.mockImplementation(((call: () => void, ms = 0) =>
    begin(call, ms < 1_000 ? ms : 2 ** 31 - 1)) as typeof setTimeout); // Without its form for promisify, and for a call with arguments.
}
