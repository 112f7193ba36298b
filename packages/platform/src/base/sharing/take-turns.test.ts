import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { createSlices, runInTurns, takeTurnsFor, yieldWhenLate } from "./take-turns.ts";

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
  const slices = createSlices();
  const until = performance.now() + 6;
  while (performance.now() < until) {
    // Works.
  }
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
  let turns = 0;
  let isWorking = true;
  const counting = (async () => {
    while (isWorking) {
      await turn();
      turns += 1;
    }
  })();
  const work = async (): Promise<void> => {
    for (let row = 0; row < 20; row += 1) {
      const until = performance.now() + 2;
      while (performance.now() < until) {
        // Reads a row.
      }
      await yieldWhenLate();
    }
  };
  await Promise.all([work(), work(), work()]);
  isWorking = false;
  await counting;
  // 120 ms in slices of 5 ms, each of which ends with a row of 2 ms.
  expect(turns).toBeGreaterThanOrEqual(15);
});
