import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FairQueue, type FairQueueLimits, type UnderWay } from "./fair-queue.ts";

const limits: FairQueueLimits = {
  shareMs: 100,
  totalMs: 400,
  waiting: 50,
  patienceMs: 10_000,
  heldMs: 2_000,
};

let now = 0;
beforeEach(() => {
  now = 0;
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
});
afterEach(() => void vi.useRealTimers());

const createQueue = (changed: Partial<FairQueueLimits> = {}): FairQueue =>
  new FairQueue({ ...limits, ...changed }, () => now);

/** Begins works, and lists those that have begun, in their order. */
function createWorks(queue: FairQueue) {
  const begun: { readonly subject: string; readonly work: UnderWay }[] = [];
  const refused: string[] = [];
  const ask = async (subject: string, costMs: number, isBegun = false): Promise<void> => {
    const work = await queue.enter(subject, costMs, isBegun);
    if (work === undefined) {
      refused.push(subject);
    } else {
      begun.push({ subject, work });
    }
  };
  const endFirst = async (usedMs?: number): Promise<void> => {
    const [first] = begun.splice(0, 1);
    if (first !== undefined) {
      first.work.usedMs = usedMs ?? first.work.costMs;
      first.work.end();
    }
    await Promise.resolve();
    await Promise.resolve();
  };
  const listSubjects = () => begun.map(({ subject }) => subject);
  return { ask, endFirst, listSubjects, begun, refused };
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test("a subject has one long work under way, or a share of short ones, and others begin at once beside it", async () => {
  const queue = createQueue();
  const { ask, listSubjects } = createWorks(queue);
  for (let count = 0; count < 40; count += 1) {
    void ask("noisy", 112);
    void ask("busy", 10);
  }
  void ask("quiet", 5);
  await settle();
  const counts = Object.groupBy(listSubjects(), (subject) => subject);
  expect([counts.noisy?.length, counts.busy?.length, counts.quiet?.length]).toEqual([1, 10, 1]);
  expect(queue.readUse("noisy")).toEqual({ underWay: 1, waiting: 39 });
});

test("when all wait, each subject is given the same amount of work, whatever its works cost", async () => {
  const queue = createQueue({ totalMs: 100, waiting: 10_000 });
  const { ask, endFirst, begun } = createWorks(queue);
  const given: Record<string, number> = { one: 0, two: 0, three: 0 };
  for (let count = 0; count < 2_000; count += 1) {
    void ask("one", 100);
    void ask("two", 10);
    void ask("three", 1);
  }
  await settle();
  let sum = 0;
  while (sum < 6_000) {
    const [first] = begun;
    const { subject = "", work } = first ?? {};
    given[subject] = (given[subject] ?? 0) + (work?.costMs ?? 0);
    sum += work?.costMs ?? 0;
    await endFirst();
    await settle();
  }
  for (const one of Object.values(given)) {
    expect(one).toBeGreaterThan(1_600);
  }
});

test("a subject whose works take longer than expected pays for it, and one that paused gets no arrears", async () => {
  const queue = createQueue({ totalMs: 10 });
  const { ask, endFirst, listSubjects } = createWorks(queue);
  void ask("liar", 10);
  await settle();
  for (let count = 0; count < 20; count += 1) {
    void ask("liar", 10);
    void ask("honest", 10);
  }
  await endFirst(100);
  const order: string[] = [];
  for (let count = 0; count < 12; count += 1) {
    await settle();
    order.push(...listSubjects());
    await endFirst();
  }
  expect(order.slice(0, 9)).toEqual(Array(9).fill("honest"));
  expect(order.slice(9)).toContain("liar");
});

test("too many of one subject are refused, those of others are not, and nobody waits for ever", async () => {
  const queue = createQueue({ waiting: 3 });
  const { ask, refused, listSubjects } = createWorks(queue);
  for (let count = 0; count < 6; count += 1) {
    void ask("noisy", 200);
  }
  void ask("quiet", 5);
  await settle();
  expect(refused).toEqual(["noisy", "noisy"]);
  expect(listSubjects()).toEqual(["noisy", "quiet"]);
  now = 1_999;
  vi.advanceTimersByTime(250);
  await settle();
  expect(listSubjects()).toHaveLength(2);
  // The first one hangs. It stops nobody for longer than two seconds.
  now = 2_000;
  vi.advanceTimersByTime(250);
  await settle();
  expect(listSubjects()).toEqual(["noisy", "quiet", "noisy"]);
});

test("a work that waits too long is refused, and one that continues is not", async () => {
  const queue = createQueue({ heldMs: 1_000_000 });
  const { ask, refused, listSubjects, endFirst } = createWorks(queue);
  void ask("noisy", 200);
  void ask("noisy", 200);
  void ask("other", 200);
  void ask("other", 200, true);
  now = 10_000;
  vi.advanceTimersByTime(250);
  await settle();
  expect(refused).toEqual(["noisy"]);
  await endFirst();
  await endFirst();
  await settle();
  expect(listSubjects()).toEqual(["other"]);
});

test("a work ends once, and leaves nothing behind", async () => {
  const queue = createQueue();
  const { ask, begun } = createWorks(queue);
  void ask("one", 60);
  await settle();
  const [first] = begun;
  first?.work.end();
  first?.work.end();
  expect(queue.readUse("one")).toEqual({ underWay: 0, waiting: 0 });
  expect(queue.underWay.size).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
});

test("a work that is expected to take longer than everything that may be under way begins all the same, and stops nobody", async () => {
  const queue = createQueue();
  const { ask, endFirst, listSubjects } = createWorks(queue);
  for (const subject of ["a", "b", "c", "d"]) {
    for (let count = 0; count < 20; count += 1) {
      void ask(subject, 9);
    }
  }
  await settle();
  void ask("large", 450);
  // These always have more to do, so nothing is ever idle.
  for (let count = 0; count < 200 && !listSubjects().includes("large"); count += 1) {
    void ask(["a", "b", "c", "d"][count % 4] ?? "a", 9);
    await endFirst();
  }
  void ask("new", 5);
  await endFirst();
  await endFirst();
  expect(listSubjects()).toEqual(expect.arrayContaining(["large", "new"]));
});

test("work that continues goes before new work of its subject, which may wait for it", async () => {
  const queue = createQueue();
  const { ask, endFirst, begun, listSubjects } = createWorks(queue);
  void ask("a", 100);
  for (let count = 0; count < 10; count += 1) {
    void ask("a", 60);
  }
  void ask("a", 70, true);
  await settle();
  await endFirst();
  await settle();
  expect(listSubjects()).toEqual(["a"]);
  expect(begun[0]?.work.costMs).toBe(70);
});
