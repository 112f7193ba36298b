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

/** Does work that a generator divides into pieces by `yield`: others get their turn after each. */
export async function inTurns<Result>(work: Generator<void, Result>): Promise<Result> {
  for (;;) {
    const { done, value } = work.next();
    if (done === true) {
      return value;
    }
    await takeTurns();
  }
}

/** So long others wait for a slice. */
const sliceMs = 5;

/** Work that is done in slices, between which others are served. */
export interface Slices {
  /** True when this slice has used up its time. Ask between pieces of a millisecond or less. */
  isOver(): boolean;
  /** Resolves when it is the turn of the next slice. */
  next(): Promise<void>;
}

/** One slice of one work a turn of the event loop: twenty searches at the same time would else hold up others for 100 ms. */
let lastTurn: Promise<unknown> = Promise.resolve();

/**
 * Begins work in slices.
 *
 * ```ts
 * for (const [count, tool] of tools.entries()) {
 *   if (count % 256 === 0 && slices.isOver()) {
 *     await slices.next();
 *   }
 * ```
 */
export function createSlices(): Slices {
  let until = performance.now() + sliceMs;
  return {
    isOver: () => performance.now() > until,
    next: async () => {
      const turn = lastTurn.then(() => afterOthers());
      lastTurn = turn;
      await turn;
      until = performance.now() + sliceMs;
    },
  };
}
