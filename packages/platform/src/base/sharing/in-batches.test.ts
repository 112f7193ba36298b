import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { type BatchLimits, runInBatches } from "./in-batches.ts";

/** Batches that end when the test ends them. */
function holdCalls(limits: BatchLimits = { atMost: 100, patienceMs: 60_000 }) {
  const batches: { readonly items: readonly number[]; readonly end: (error?: Error) => void }[] =
    [];
  const call = runInBatches(
    (items: readonly number[]) =>
      new Promise<readonly string[]>((resolve, reject) => {
        const end = (error?: Error): void =>
          error === undefined ? resolve(items.map((item) => `result ${item}`)) : reject(error);
        batches.push({ items, end });
      }),
    limits,
  );
  return { call, batches };
}

/** More turns of the event loop than a batch waits before it begins. */
async function passTurns(): Promise<void> {
  for (let count = 0; count < 5; count += 1) {
    await nextTurn();
  }
}

test("calls of one turn are one batch, and calls that arrive while it runs are the next one", async () => {
  const { call, batches } = holdCalls();
  const first = [call(1), call(2)];
  await passTurns();
  const second = [call(3), call(4)];
  await passTurns();
  expect(batches.map(({ items }) => items)).toEqual([[1, 2]]);
  batches[0]?.end();
  expect(await Promise.all(first)).toEqual(["result 1", "result 2"]);
  await passTurns();
  expect(batches.map(({ items }) => items)).toEqual([
    [1, 2],
    [3, 4],
  ]);
  batches[1]?.end();
  expect(await Promise.all(second)).toEqual(["result 3", "result 4"]);
});

test("a batch that fails does so for its own calls alone", async () => {
  const { call, batches } = holdCalls();
  const first = call(1);
  await passTurns();
  const second = call(2);
  batches[0]?.end(new Error("away"));
  await expect(first).rejects.toThrow("away");
  await passTurns();
  batches[1]?.end();
  expect(await second).toBe("result 2");
});

test("with two batches at once, calls that arrive while both run are the next one", async () => {
  const { call, batches } = holdCalls({ atMost: 100, patienceMs: 60_000, atOnce: 2 });
  for (const number of [1, 2, 3, 4]) {
    void call(number);
    await passTurns();
  }
  expect(batches.map(({ items }) => items)).toEqual([[1], [2]]);
  batches[1]?.end();
  await passTurns();
  expect(batches.map(({ items }) => items)).toEqual([[1], [2], [3, 4]]);
});

test("calls of one turn are divided among the batches that may begin", async () => {
  const { call, batches } = holdCalls({ atMost: 100, patienceMs: 60_000, atOnce: 3 });
  for (const number of [1, 2, 3, 4, 5, 6, 7]) {
    void call(number);
  }
  await passTurns();
  expect(batches.map(({ items }) => items)).toEqual([
    [1, 2, 3],
    [4, 5],
    [6, 7],
  ]);
});

test("a batch that hangs delays the next one for a moment only, and a full one not at all", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const { call, batches } = holdCalls({ atMost: 2, patienceMs: 20 });
  const calls = [call(1)];
  await passTurns();
  calls.push(call(2), call(3));
  await passTurns();
  expect(batches.map(({ items }) => items)).toEqual([[1], [2, 3]]);
  calls.push(call(4));
  vi.advanceTimersByTime(19);
  await passTurns();
  expect(batches.map(({ items }) => items)).toEqual([[1], [2, 3]]);
  vi.advanceTimersByTime(1);
  await passTurns();
  expect(batches.map(({ items }) => items)).toEqual([[1], [2, 3], [4]]);
  for (const { end } of batches) {
    end();
  }
  expect(await Promise.all(calls)).toHaveLength(4);
});
