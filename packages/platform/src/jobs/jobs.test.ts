import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { need } from "../../../../test/support/needs.ts";
import { type Database, openDatabase } from "../db/opening/open-database.ts";
import { claimAsWorker } from "../testing/claim-as-worker.ts";
import { endLeases } from "../testing/end-leases.ts";
import { killWorkerAtWork } from "../testing/kill-worker.ts";
import { createDatabase, testDatabases } from "../testing/test-database.ts";
import { createTestProject, createTestSecrets } from "../testing/test-project.ts";
import { backoffMs } from "./backoff.ts";
import { extendLease, recoverJobs } from "./claim.ts";
import { cancelJob, enqueue } from "./enqueue.ts";
import { type JobHandler, LeaseLostError, RetryLaterError } from "./job-types.ts";
import type { WorkerLog } from "./run-job.ts";
import { failJob, finishJob, finishJobs } from "./settle.ts";
import { startWorker, type Worker } from "./worker.ts";

describe.each(testDatabases())("on $name", ({ open }) => {
  let database: Database;
  let projectId: string;
  const workers: Worker[] = [];

  beforeAll(async () => {
    database = await open();
    projectId = (await createTestProject(database, createTestSecrets())).projectId;
  });
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.stop(0)));
    await database.scoped(projectId, (trx) => trx.deleteFrom("jobs").execute());
  });

  async function work(kind: string, handler: JobHandler, log?: WorkerLog): Promise<Worker> {
    const worker = await startWorker({
      database,
      kinds: { [kind]: { run: handler } },
      ...(log === undefined ? {} : { log }),
    });
    workers.push(worker);
    return worker;
  }
  const rows = (): Promise<
    readonly { attempt: number; dead_at: Date | null; last_error: string | null }[]
  > =>
    database.scoped(projectId, (trx) =>
      trx.selectFrom("jobs").select(["attempt", "dead_at", "last_error"]).execute(),
    );

  test("a job wakes a worker, is done once and is gone", async () => {
    const seen = Promise.withResolvers<unknown>();
    const done = Promise.withResolvers<void>();
    await work(
      "wake",
      async (job) => seen.resolve(job),
      () => done.resolve(),
    );
    await sleep(50);
    const id = await database.scoped(projectId, (trx) =>
      enqueue(trx, { projectId, kind: "wake", payload: { a: 1 } }),
    );
    expect(await seen.promise).toEqual({
      projectId,
      id,
      kind: "wake",
      payload: { a: 1 },
      attempt: 1,
    });
    await done.promise;
    expect(await rows()).toEqual([]);
  });

  // A worker that only polled every two seconds would need twenty.
  test("ten jobs, each written when the last is done, wait for no poll", {
    timeout: 12_000,
  }, async () => {
    let reported = Promise.withResolvers<void>();
    await work("next", async () => reported.resolve());
    for (let count = 0; count < 10; count += 1) {
      reported = Promise.withResolvers<void>();
      await database.scoped(projectId, (trx) =>
        enqueue(trx, { projectId, kind: "next", payload: {} }),
      );
      await reported.promise;
    }
  });

  test("a job whose transaction is undone never existed", async () => {
    const undone = database.scoped(projectId, async (trx) => {
      await enqueue(trx, { projectId, kind: "undone" });
      throw new Error("undo");
    });
    await expect(undone).rejects.toThrow("undo");
    expect(await claimAsWorker(database, "undone", 10)).toEqual([]);
  });

  test("four workers share a hundred jobs, and each is done once", async () => {
    const counts = new Map<string, number>();
    const all = Promise.withResolvers<void>();
    const handler: JobHandler = async (job, { finish }) => {
      await database.scoped(projectId, finish);
      counts.set(job.id, (counts.get(job.id) ?? 0) + 1);
      if (counts.size === 100) {
        all.resolve();
      }
    };
    await Promise.all(Array.from({ length: 4 }, () => work("share", handler)));
    await database.scoped(projectId, async (trx) => {
      for (let count = 0; count < 100; count += 1) {
        await enqueue(trx, { projectId, kind: "share" });
      }
    });
    await all.promise;
    expect([...counts.values()]).toEqual(Array.from({ length: 100 }, () => 1));
    expect(await rows()).toEqual([]);
  });

  test("a job that fails is put back with a delay, keeps no message, and is dead after its last attempt", async () => {
    await database.scoped(projectId, (trx) =>
      enqueue(trx, { projectId, kind: "fail", maxAttempts: 2 }),
    );
    const worker = crypto.randomUUID();
    for (const attempt of [1, 2]) {
      await database.scoped(projectId, (trx) =>
        trx
          .updateTable("jobs")
          .set({ next_at: new Date(0) })
          .execute(),
      );
      const [job] = await claimAsWorker(database, "fail", 1, { worker });
      expect(job?.attempt).toBe(attempt);
      if (job !== undefined) {
        await failJob(database, job, new TypeError("token hunter2"));
      }
    }
    expect(await rows()).toEqual([
      { attempt: 2, dead_at: expect.any(Date), last_error: "TypeError" },
    ]);
    expect(await claimAsWorker(database, "fail", 1)).toEqual([]);
  });

  const waitsUntil = async (): Promise<Date | undefined> => {
    const row = await database.scoped(projectId, (trx) =>
      trx.selectFrom("jobs").select("next_at").where("state", "=", "waiting").executeTakeFirst(),
    );
    return row?.next_at;
  };

  test("a handler says when to try again", async () => {
    const at = new Date(Date.now() + 3_600_000);
    await work("later", async () => {
      throw new RetryLaterError({ at });
    });
    await database.scoped(projectId, (trx) => enqueue(trx, { projectId, kind: "later" }));
    await expect.poll(waitsUntil, { timeout: 10_000 }).toEqual(at);
  });

  test("a kind has its own schedule of retries", async () => {
    const run: JobHandler = async () => {
      throw new Error("always");
    };
    const kinds = { scheduled: { run, retryDelaysMs: [100_000_000] } };
    workers.push(await startWorker({ database, kinds }));
    await database.scoped(projectId, (trx) => enqueue(trx, { projectId, kind: "scheduled" }));
    await expect.poll(waitsUntil, { timeout: 10_000 }).toBeDefined();
    const seconds = (Number(await waitsUntil()) - Date.now()) / 1000;
    expect(seconds).toBeGreaterThan(79_000);
    expect(seconds).toBeLessThan(121_000);
  });

  test("a lease that ended goes to the next worker, and the first one cannot finish any more", async () => {
    await database.scoped(projectId, (trx) => enqueue(trx, { projectId, kind: "lost" }));
    const worker = crypto.randomUUID();
    const [first] = await claimAsWorker(database, "lost", 1, { worker });
    expect(await claimAsWorker(database, "lost", 1)).toEqual([]);
    expect([...(await extendLease(database.unscoped, worker))]).toEqual([first?.id]);
    await endLeases(database);
    expect((await extendLease(database.unscoped, worker)).size).toBe(0);
    await recoverJobs(database.unscoped);
    const [second] = await claimAsWorker(database, "lost", 1);
    expect(second).toMatchObject({ id: first?.id, attempt: 2 });
    if (first === undefined) {
      throw new Error("unreachable");
    }
    await failJob(database, first, new Error("late"));
    expect((await finishJobs(database.unscoped, [first])).size).toBe(0);
    await expect(database.scoped(projectId, (trx) => finishJob(trx, first))).rejects.toThrow(
      LeaseLostError,
    );
    expect(await rows()).toEqual([{ attempt: 1, dead_at: null, last_error: null }]);
    // Nor does it have the job again because it says so.
    expect(await claimAsWorker(database, "lost", 1, { worker, held: [first.id] })).toEqual([]);
    expect((await extendLease(database.unscoped, worker)).size).toBe(0);
  });

  test("jobs of a claim whose answer was lost come with the worker's next claim, and others do not", async () => {
    await database.scoped(projectId, async (trx) => {
      await enqueue(trx, { projectId, kind: "unheard" });
      await enqueue(trx, { projectId, kind: "unheard" });
    });
    const worker = crypto.randomUUID();
    const [kept, lost] = await claimAsWorker(database, "unheard", 2, { worker });
    expect(await claimAsWorker(database, "unheard", 2)).toEqual([]);
    const held = [kept?.id ?? ""];
    expect(await claimAsWorker(database, "unheard", 2, { worker, held })).toEqual([lost]);
  });

  test("a job that kills its worker each time is dead in the end", async () => {
    await database.scoped(projectId, (trx) =>
      enqueue(trx, { projectId, kind: "killer", maxAttempts: 1 }),
    );
    expect(await claimAsWorker(database, "killer", 1)).toHaveLength(1);
    await endLeases(database);
    await recoverJobs(database.unscoped);
    expect(await claimAsWorker(database, "killer", 1)).toEqual([]);
    expect(await rows()).toEqual([
      { attempt: 1, dead_at: expect.any(Date), last_error: "WorkerLost" },
    ]);
  });

  test("a worker that stops waits for its jobs, and gives back those that take too long", async () => {
    const began = Promise.withResolvers<AbortSignal>();
    const worker = await work("slow", async (_, { signal }) => {
      began.resolve(signal);
      await once(signal, "abort");
    });
    await database.scoped(projectId, (trx) => enqueue(trx, { projectId, kind: "slow" }));
    const signal = await began.promise;
    await worker.stop(50);
    expect(signal.aborted).toBe(true);
    expect(await claimAsWorker(database, "slow", 1)).toMatchObject([{ attempt: 1 }]);
  });

  test("a job with a key is moved instead of doubled, and can be taken back", async () => {
    const job = { projectId, kind: "unique", uniqueKey: "ca_1" };
    await database.scoped(projectId, (trx) => enqueue(trx, { ...job, at: new Date(0) }));
    await database.scoped(projectId, (trx) =>
      enqueue(trx, { ...job, at: new Date(Date.now() + 60_000) }),
    );
    expect(await claimAsWorker(database, "unique", 5)).toEqual([]);
    expect(await rows()).toHaveLength(1);
    await database.scoped(projectId, (trx) => cancelJob(trx, job));
    expect(await rows()).toEqual([]);
  });
});

test("delays grow four-fold from two seconds to six hours, with a fifth of jitter", () => {
  expect([1, 2, 3, 8, 30].map((attempt) => backoffMs(attempt, undefined, 0.5))).toEqual([
    2_000, 8_000, 32_000, 21_600_000, 21_600_000,
  ]);
  const schedule = [5_000, 300_000];
  expect([1, 2, 3].map((attempt) => backoffMs(attempt, schedule, 0.5))).toEqual([
    5_000, 300_000, 300_000,
  ]);
  expect([backoffMs(1, [], 0), backoffMs(1, [], 1)]).toEqual([1_600, 2_400]);
});

const server = need("postgresql");

test.skipIf(server === undefined)(
  "the job of a worker that was killed runs again when its lease has ended",
  async () => {
    const url = await createDatabase(server ?? "");
    const database = await openDatabase({ kind: "postgres", url, poolSize: 3 });
    const { projectId } = await createTestProject(database, createTestSecrets());
    await database.scoped(projectId, (trx) => enqueue(trx, { projectId, kind: "kill" }));
    await killWorkerAtWork(url);
    expect(await claimAsWorker(database, "kill", 5)).toEqual([]);
    // As 15 s do, for which killed-worker.long.test.ts waits.
    await endLeases(database);
    const again = Promise.withResolvers<number>();
    const worker = await startWorker({
      database,
      kinds: { kill: { run: async (job) => again.resolve(job.attempt) } },
    });
    expect(await again.promise).toBe(2);
    await worker.stop();
    await database.close();
  },
);
