import { setImmediate as afterOthers } from "node:timers/promises";
import { countLeft } from "./json-length.ts";

/** Parsing, writing or sealing this many bytes takes a millisecond or less. */
const shortBytes = 64 * 1024;

/**
 * Lets other requests run between two synchronous pieces of work if the first piece was long (more than 64 KiB).
 *
 * @param bytes the bytes or characters of the work; leave it out for work of unknown length, which always counts as
 *   long
 */
export function takeTurns(bytes: number = Number.POSITIVE_INFINITY): Promise<void> | undefined {
  return bytes > shortBytes ? afterOthers() : undefined;
}

/** Like `takeTurns`, for work on a value that was read from JSON. A short one costs nothing but a look at its members. */
export function takeTurnsFor(value: unknown): Promise<void> | undefined {
  return countLeft(value, shortBytes) < 0 ? afterOthers() : undefined;
}

/** Runs a generator. Other requests get their turn at each `yield`. */
export async function runInTurns<Result>(work: Generator<void, Result>): Promise<Result> {
  for (;;) {
    const { done, value } = work.next();
    if (done === true) {
      return value;
    }
    await takeTurns();
  }
}

/** Milliseconds of a slice, and therefore the longest wait of other requests. */
const sliceMs = 5;

/** Work that is done in slices. Other requests are served between them. */
export interface Slices {
  /** True when this slice has used up its time. Ask after every piece of work of a millisecond or less. */
  isOver(): boolean;
  /** Resolves when it is the turn of the next slice. */
  next(): Promise<void>;
}

/**
 * All works together run one slice in each turn of the event loop. Otherwise twenty searches at the same time would
 * delay other requests for 100 ms.
 */
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
