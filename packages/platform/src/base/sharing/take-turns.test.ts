import { setImmediate as turn } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { createSlices, runInTurns, takeTurnsFor, yieldWhenLate } from "./take-turns.ts";

/** Replaces the clock, in a new turn of the event loop. The returned function works for some milliseconds. */
async function useOwnClock(): Promise<(ms: number) => void> {
  await turn();
  let time = 1_000_000;
  const now = vi.spyOn(performance, "now").mockImplementation(() => time);
  onTestFinished(() => void now.mockRestore());
  return (ms) => {
    time += ms;
  };
}

test("works that are sliced at the same time take turns, one slice of one work a turn of the event loop", async () => {
  let turns = 0;
  let isWorking = true;
  const counting = (async () => {
    while (isWorking) {
      await turn();
      turns += 1;
    }
  })();
  const began: number[] = [];
  const works = Array.from({ length: 5 }, async () => {
    const slices = createSlices();
    for (let slice = 0; slice < 4; slice += 1) {
      await slices.next();
      began.push(turns);
    }
  });
  await Promise.all(works);
  isWorking = false;
  await counting;
  expect(new Set(began).size).toBe(20);
});

test("work on a long value waits for others, and work on a short one does not", () => {
  const short = [undefined, null, 1, "text", {}, [], { a: [{ b: "c" }] }, "x".repeat(60_000)];
  expect(short.filter((value) => takeTurnsFor(value) !== undefined)).toEqual([]);
  const long = [
    "x".repeat(70_000),
    { a: { b: "x".repeat(70_000) } },
    { ["x".repeat(70_000)]: 1 },
    Array.from({ length: 2_000 }, () => 0),
    Array.from({ length: 100 }, () => "x".repeat(1_000)),
    JSON.parse("[".repeat(5_000) + "]".repeat(5_000)),
  ];
  expect(long.filter((value) => takeTurnsFor(value) === undefined)).toEqual([]);
});

test("a slice is over after its time", async () => {
  const work = await useOwnClock();
  const slices = createSlices();
  work(5);
  expect(slices.isOver()).toBe(false);
  work(1);
  expect(slices.isOver()).toBe(true);
});

test("work of several pieces gives others their turn after each", async () => {
  let turns = 0;
  const seen: number[] = [];
  function* work(): Generator<void, string> {
    for (let piece = 0; piece < 3; piece += 1) {
      seen.push(turns);
      setImmediate(() => {
        turns += 1;
      });
      yield;
    }
    return "done";
  }
  expect(await runInTurns(work())).toBe("done");
  expect(seen).toEqual([0, 1, 2]);
});

test("rows that are looked at in one turn of the event loop share its time, and then wait for others", async () => {
  const work = await useOwnClock();
  let turns = 0;
  let isWorking = true;
  const counting = (async () => {
    while (isWorking) {
      await turn();
      turns += 1;
    }
  })();
  const readRows = async (): Promise<void> => {
    for (let row = 0; row < 20; row += 1) {
      work(2);
      await yieldWhenLate();
    }
  };
  await Promise.all([readRows(), readRows(), readRows()]);
  isWorking = false;
  await counting;
  // 120 ms in slices of 5 ms, each of which ends with a row of 2 ms.
  expect(turns).toBeGreaterThanOrEqual(15);
});
