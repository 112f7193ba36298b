import { expect, test } from "vitest";
import { chargeConnection, findWorkingSubject, shareWork, type Work, waitOutside } from "./work.ts";

const limits = { shareMs: 100, totalMs: 400, waiting: 50, patienceMs: 10_000, heldMs: 2_000 };

/** Works on a processor whose time a test passes. */
function createProcess() {
  let spent = 0;
  const used: Record<string, number> = {};
  const noteSpent = (subject: string, ms: number): void => {
    used[subject] = (used[subject] ?? 0) + ms;
  };
  const work = shareWork(limits, noteSpent, { readProcessor: () => spent });
  const begin = async (subject: string, kind: string): Promise<Work> => {
    const begun = await work.begin(subject, kind);
    if (begun === undefined) {
      throw new Error("refused");
    }
    return begun;
  };
  const spend = (ms: number): void => {
    spent += ms;
  };
  return { begin, spend, used, readUse: work.readUse };
}

test("works that overlap get their own processor time after some of them ran alone", async () => {
  const { begin, spend, used } = createProcess();
  for (let count = 0; count < 60; count += 1) {
    const long = await begin("noisy", "list");
    const short = await begin("quiet", "execute");
    spend(102);
    long.end();
    short.end();
    const alone = await begin("quiet", "execute");
    spend(2);
    alone.end();
  }
  // Without the works that ran alone, each would have got half of the time.
  expect(used.noisy).toBeGreaterThan(60 * 90);
  expect(used.quiet).toBeLessThan(60 * 14);
  expect((used.noisy ?? 0) + (used.quiet ?? 0)).toBeCloseTo(60 * 104);
});

test("a work that waits outside has no place, and its place is free for others until it continues", async () => {
  const { begin, readUse } = createProcess();
  const { promise: answered, resolve: answer } = Promise.withResolvers<string>();
  const works: { readonly work: Work; readonly waited: Promise<string> }[] = [];
  for (let count = 0; count < 200; count += 1) {
    const work = await begin("one", "call");
    works.push({ work, waited: work.run(() => waitOutside(() => answered)) });
  }
  expect(readUse("one")).toEqual({ underWay: 0, waiting: 0 });
  answer("done");
  for (const { work, waited } of works) {
    expect(await waited).toBe("done");
    work.end();
  }
  expect(readUse("one")).toEqual({ underWay: 0, waiting: 0 });
});

test("parts of a request that wait at the same time hold one place, also when one of them fails", async () => {
  const { begin, readUse } = createProcess();
  const work = await begin("one", "call");
  const fail = (): Promise<never> => Promise.reject(new Error("broken"));
  const ended = await work.run(() =>
    Promise.allSettled([waitOutside(fail), waitOutside(async () => 1), waitOutside(fail)]),
  );
  expect(ended.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "rejected"]);
  expect(readUse("one").underWay).toBe(1);
  work.end();
  work.end();
  expect(readUse("one").underWay).toBe(0);
});

test("a part that continues after the answer does not keep a place", async () => {
  const { begin, readUse } = createProcess();
  const work = await begin("one", "call");
  const { promise, resolve } = Promise.withResolvers<void>();
  const waited = work.run(() => waitOutside(() => promise));
  work.end();
  resolve();
  await waited;
  expect(readUse("one").underWay).toBe(0);
});

test("time with a connection to the database counts for the queue, and not as processor time", async () => {
  const { begin, used, readUse } = createProcess();
  for (let count = 0; count < 30; count += 1) {
    const work = await begin("one", "slow query");
    work.run(() => chargeConnection(300));
    work.end();
  }
  expect(used.one).toBe(0);
  const first = await begin("one", "slow query");
  const second = begin("one", "slow query");
  expect(readUse("one")).toEqual({ underWay: 1, waiting: 1 });
  first.end();
  (await second).end();
});

test("code outside of a request waits and is charged as nobody", async () => {
  expect(await waitOutside(async () => findWorkingSubject())).toBe("");
  chargeConnection(5);
});
