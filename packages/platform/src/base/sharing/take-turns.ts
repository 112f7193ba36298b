import { setImmediate as afterOthers } from "node:timers/promises";
import { findWorkingSubject } from "./fairness/work.ts";
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

/** When this turn of the event loop has lasted for a slice. Undefined until somebody asks. */
let turnEnds: number | undefined;

/**
 * Works that wait for a slice, by subject. All works together run one slice in each turn of the event loop, and subjects in turn:
 * otherwise twenty searches at the same time would delay other requests for 100 ms.
 */
const waiting = new Map<string, (() => void)[]>();

/**
 * Lets other requests run when this turn of the event loop has lasted for 5 ms. Ask after every piece of work of a millisecond or
 * less, such as a row of a list: all works of a turn together get that time.
 *
 * ```ts
 * for (const row of rows) {
 *   items.push(toItem(row));
 *   await yieldWhenLate();
 * ```
 */
export function yieldWhenLate(): Promise<void> | undefined {
  return isLate() ? waitForSlice() : undefined;
}

/** Work that is done in slices. Other requests are served between them. */
export interface Slices {
  /** True when this slice has used up its time. Ask after every piece of work of a millisecond or less. */
  isOver(): boolean;
  /** Resolves when it is the turn of the next slice. */
  next(): Promise<void>;
}

/**
 * Begins work in slices, for loops whose pieces are so short that they ask after some hundreds of them.
 *
 * ```ts
 * for (const [count, tool] of tools.entries()) {
 *   if (count % 256 === 0 && slices.isOver()) {
 *     await slices.next();
 *   }
 * ```
 */
export function createSlices(): Slices {
  isLate();
  return { isOver: isLate, next: waitForSlice };
}

function isLate(): boolean {
  const now = performance.now();
  if (turnEnds === undefined) {
    beginSlice(now);
    return false;
  }
  return now > turnEnds;
}

function beginSlice(now: number): void {
  turnEnds = now + sliceMs;
  setImmediate(() => {
    turnEnds = undefined;
  });
}

function waitForSlice(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const subject = findWorkingSubject();
  const ofSubject = waiting.get(subject);
  if (ofSubject !== undefined) {
    ofSubject.push(resolve);
    return promise;
  }
  if (waiting.size === 0) {
    setImmediate(runNext);
  }
  waiting.set(subject, [resolve]);
  return promise;
}

/** Runs a slice of the subject whose last one is the longest ago. */
function runNext(): void {
  for (const [subject, [first, ...others]] of waiting) {
    waiting.delete(subject);
    if (others.length > 0) {
      waiting.set(subject, others);
    }
    beginSlice(performance.now());
    first?.();
    break;
  }
  if (waiting.size > 0) {
    setImmediate(runNext);
  }
}
