import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { claimAsWorker } from "../../testing/claim-as-worker.ts";
import { testDatabases } from "../../testing/test-database.ts";
import { createTestProject, createTestSecrets } from "../../testing/test-project.ts";
import type { Database } from "../db/opening/open-database.ts";
import { cancelJob, enqueue } from "./enqueue.ts";
import { type JobHandler, RetryLaterError } from "./job-types.ts";
import type { WorkerLog } from "./run-job.ts";
import { failJob } from "./settle.ts";
import { putOffPolls } from "./testing/put-off-polls.ts";
import { readAttempts } from "./testing/read-attempts.ts";
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
    await database.transactInProject(projectId, (trx) => trx.deleteFrom("jobs").execute());
  });

  async function startWork(kind: string, handler: JobHandler, log?: WorkerLog): Promise<Worker> {
    const worker = await startWorker({
      database,
      kinds: { [kind]: { run: handler } },
      ...(log === undefined ? {} : { log }),
    });
    workers.push(worker);
    return worker;
  }

  test("a job wakes a worker, is done once and is gone", async () => {
    const seen = Promise.withResolvers<unknown>();
    const done = Promise.withResolvers<void>();
    await startWork(
      "wake",
      async (job) => seen.resolve(job),
      () => done.resolve(),
    );
    // The worker waits by then. On a slow machine it may still be claiming, and finds the job then.
    await sleep(50);
    const id = await database.transactInProject(projectId, (trx) =>
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
    expect(await readAttempts(database, projectId)).toEqual([]);
  });

  test("ten jobs, each enqueued when the last is done, do not wait for a poll", async () => {
    putOffPolls();
    let reported = Promise.withResolvers<void>();
    await startWork("next", async () => reported.resolve());
    for (let count = 0; count < 10; count += 1) {
      reported = Promise.withResolvers<void>();
      await database.transactInProject(projectId, (trx) =>
        enqueue(trx, { projectId, kind: "next", payload: {} }),
      );
      await reported.promise;
    }
  });

  test("a job whose transaction is undone never existed", async () => {
    const undone = database.transactInProject(projectId, async (trx) => {
      await enqueue(trx, { projectId, kind: "undone" });
      throw new Error("undo");
    });
    await expect(undone).rejects.toThrow("undo");
    expect(await claimAsWorker(database, "undone", 10)).toEqual([]);
  });

  test("four workers share a hundred jobs, and each is done once", async () => {
    const counts = new Map<string, number>();
    const all = Promise.withResolvers<void>();
    const handleJob: JobHandler = async (job, { finish }) => {
      await database.transactInProject(projectId, finish);
      counts.set(job.id, (counts.get(job.id) ?? 0) + 1);
      if (counts.size === 100) {
        all.resolve();
      }
    };
    await Promise.all(Array.from({ length: 4 }, () => startWork("share", handleJob)));
    await database.transactInProject(projectId, async (trx) => {
      for (let count = 0; count < 100; count += 1) {
        await enqueue(trx, { projectId, kind: "share" });
      }
    });
    await all.promise;
    expect([...counts.values()]).toEqual(Array.from({ length: 100 }, () => 1));
    expect(await readAttempts(database, projectId)).toEqual([]);
  });

  test("a job that fails is put back with a delay, keeps no message, and is dead after its last attempt", async () => {
    await database.transactInProject(projectId, (trx) =>
      enqueue(trx, { projectId, kind: "fail", maxAttempts: 2 }),
    );
    const worker = crypto.randomUUID();
    for (const attempt of [1, 2]) {
      await database.transactInProject(projectId, (trx) =>
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
    expect(await readAttempts(database, projectId)).toEqual([
      { attempt: 2, dead_at: expect.any(Date), last_error: "TypeError" },
    ]);
    expect(await claimAsWorker(database, "fail", 1)).toEqual([]);
  });

  const readWaitsUntil = async (): Promise<Date | undefined> => {
    const row = await database.transactInProject(projectId, (trx) =>
      trx.selectFrom("jobs").select("next_at").where("state", "=", "waiting").executeTakeFirst(),
    );
    return row?.next_at;
  };

  test("a handler says when to try again", async () => {
    const at = new Date(Date.now() + 3_600_000);
    await startWork("later", async () => {
      throw new RetryLaterError({ at });
    });
    await database.transactInProject(projectId, (trx) =>
      enqueue(trx, { projectId, kind: "later" }),
    );
    await expect.poll(readWaitsUntil).toEqual(at);
  });

  test("a job that its handler puts off is not logged as failed before its last attempt", async () => {
    const logged: string[] = [];
    const run: JobHandler = async () => {
      throw new RetryLaterError({ delayMs: 0 });
    };
    await startWork("put-off", run, (event) => logged.push(event));
    const job = { projectId, kind: "put-off", maxAttempts: 2 };
    await database.transactInProject(projectId, (trx) => enqueue(trx, job));
    await expect.poll(() => logged).toEqual(["put_off", "failed"]);
  });

  test("a kind has its own schedule of retries", async () => {
    const run: JobHandler = async () => {
      throw new Error("always");
    };
    const kinds = { scheduled: { run, retryDelaysMs: [100_000_000] } };
    workers.push(await startWorker({ database, kinds }));
    await database.transactInProject(projectId, (trx) =>
      enqueue(trx, { projectId, kind: "scheduled" }),
    );
    await expect.poll(readWaitsUntil).toBeDefined();
    const seconds = (Number(await readWaitsUntil()) - Date.now()) / 1000;
    expect(seconds).toBeGreaterThan(79_000);
    expect(seconds).toBeLessThan(121_000);
  });

  test("a worker that stops waits for its jobs, and gives back those that take too long", async () => {
    const began = Promise.withResolvers<AbortSignal>();
    const worker = await startWork("slow", async (_, { signal }) => {
      began.resolve(signal);
      await once(signal, "abort");
    });
    await database.transactInProject(projectId, (trx) => enqueue(trx, { projectId, kind: "slow" }));
    const signal = await began.promise;
    await worker.stop(50);
    expect(signal.aborted).toBe(true);
    expect(await claimAsWorker(database, "slow", 1)).toMatchObject([{ attempt: 1 }]);
  });

  test("a worker that stops has the rows of jobs settled whose handlers have finished", async () => {
    const settling = Promise.withResolvers<void>();
    const logged: string[] = [];
    const settle = async (): Promise<boolean> => {
      settling.resolve();
      // `stop` waits longer for it, in the same process. If `stop` itself takes longer, nothing is left to wait for.
      await sleep(300);
      return true;
    };
    const worker = await startWork(
      "settled",
      (_, { finishWith }) => finishWith(settle),
      (event) => logged.push(event),
    );
    await database.transactInProject(projectId, (trx) =>
      enqueue(trx, { projectId, kind: "settled" }),
    );
    await settling.promise;
    await worker.stop(0);
    expect(logged).toEqual(["done"]);
  });

  test("a job with a key is moved instead of duplicated, and can be cancelled", async () => {
    const job = { projectId, kind: "unique", uniqueKey: "ca_1" };
    await database.transactInProject(projectId, (trx) => enqueue(trx, { ...job, at: new Date(0) }));
    await database.transactInProject(projectId, (trx) =>
      enqueue(trx, { ...job, at: new Date(Date.now() + 60_000) }),
    );
    expect(await claimAsWorker(database, "unique", 5)).toEqual([]);
    expect(await readAttempts(database, projectId)).toHaveLength(1);
    await database.transactInProject(projectId, (trx) => cancelJob(trx, job));
    expect(await readAttempts(database, projectId)).toEqual([]);
  });
});
