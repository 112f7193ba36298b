import { setImmediate as afterOthers } from "node:timers/promises";

/** Parsing, writing or sealing so many bytes takes a millisecond or less. */
const shortBytes = 64 * 1024;

/**
 * Called between two pieces of work on so many bytes, or characters, that do not wait for anything: after a long one,
 * other requests get their turn first. Without a number, which is for work of unknown length, they always do.
 */
export async function takeTurns(bytes: number = Number.POSITIVE_INFINITY): Promise<void> {
  if (bytes > shortBytes) {
    await afterOthers();
  }
}
