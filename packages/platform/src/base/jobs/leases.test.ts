import { sql } from "kysely";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { findNeed } from "../../../../../test/support/needs.ts";
import { claimAsWorker } from "../../testing/claim-as-worker.ts";
import { createMigratedDatabase } from "../../testing/created-databases.ts";
import { endLeases } from "../../testing/end-leases.ts";
import { killWorkerAtWork } from "../../testing/kill-worker.ts";
import { testDatabases } from "../../testing/test-database.ts";
import { createTestProject, createTestSecrets } from "../../testing/test-project.ts";
import { type Database, openDatabase } from "../db/opening/open-database.ts";
import { extendLease, recoverJobs } from "./claim.ts";
import { enqueue } from "./enqueue.ts";
import { LeaseLostError } from "./job-types.ts";
import { failJob, finishJob, finishJobs } from "./settle.ts";
import { readAttempts } from "./testing/read-attempts.ts";
import { startWorker } from "./worker.ts";

describe.each(testDatabases())("on $name", ({ open }) => {
  let database: Database;
  let projectId: string;

  beforeAll(async () => {
    database = await open();
    projectId = (await createTestProject(database, createTestSecrets())).projectId;
  });
  afterEach(() => database.transactInProject(projectId, (trx) => trx.deleteFrom("jobs").execute()));

  test("a lease that ended goes to the next worker, and the first one cannot finish any more", async () => {
    await database.transactInProject(projectId, (trx) => enqueue(trx, { projectId, kind: "lost" }));
    const worker = crypto.randomUUID();
    const [first] = await claimAsWorker(database, "lost", 1, { worker });
    expect(await claimAsWorker(database, "lost", 1)).toEqual([]);
    // So that it does not end before it is extended.
    await endLeases(database, 600_000);
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
    await expect(
      database.transactInProject(projectId, (trx) => finishJob(trx, first)),
    ).rejects.toThrow(LeaseLostError);
    expect(await readAttempts(database, projectId)).toEqual([
      { attempt: 1, dead_at: null, last_error: null },
    ]);
    // Naming the job in `held` does not give it back to the worker either.
    expect(await claimAsWorker(database, "lost", 1, { worker, held: [first.id] })).toEqual([]);
    expect((await extendLease(database.unscoped, worker)).size).toBe(0);
  });

  test("jobs of a claim whose answer was lost come with the worker's next claim, and others do not", async () => {
    await database.transactInProject(projectId, async (trx) => {
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
    await database.transactInProject(projectId, (trx) =>
      enqueue(trx, { projectId, kind: "killer", maxAttempts: 1 }),
    );
    expect(await claimAsWorker(database, "killer", 1)).toHaveLength(1);
    await endLeases(database);
    await recoverJobs(database.unscoped);
    expect(await claimAsWorker(database, "killer", 1)).toEqual([]);
    expect(await readAttempts(database, projectId)).toEqual([
      { attempt: 1, dead_at: expect.any(Date), last_error: "WorkerLost" },
    ]);
  });
});

const server = findNeed("postgresql");

test.skipIf(server === undefined)(
  "the job of a worker that was killed runs again when its lease has ended",
  async () => {
    const url = await createMigratedDatabase(server ?? "");
    const database = await openDatabase({ kind: "postgres", url, poolSize: 3 });
    const { projectId } = await createTestProject(database, createTestSecrets());
    await database.transactInProject(projectId, (trx) => enqueue(trx, { projectId, kind: "kill" }));
    await killWorkerAtWork(url);
    expect(await claimAsWorker(database, "kill", 5)).toEqual([]);
    // Ends the leases as 8 s would. killed-worker.long.test.ts really waits for them.
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

test.skipIf(server === undefined)(
  "a lease that ends while its renewal is on its way is not taken",
  async () => {
    const url = await createMigratedDatabase(server ?? "");
    const database = await openDatabase({ kind: "postgres", url, poolSize: 3 });
    const { projectId } = await createTestProject(database, createTestSecrets());
    await database.transactInProject(projectId, (trx) => enqueue(trx, { projectId, kind: "late" }));
    const worker = crypto.randomUUID();
    const [job] = await claimAsWorker(database, "late", 1, { worker });
    const listAfterTheirEnd = () =>
      database.unscoped.transaction().execute(async (trx) => {
        await sql`set local role none`.execute(trx);
        const { rows } = await sql<{ worker: string }>`select worker from job_leases
          where leased_until < clock_timestamp()`.execute(trx);
        return rows;
      });
    /** Returns false when this time was too short for the renewal to begin. */
    const renewSlowly = async (ms: number): Promise<boolean> => {
      await endLeases(database, ms);
      return await database.unscoped.transaction().execute(async (trx) => {
        const held = await extendLease(trx, worker);
        if (held.size === 0) {
          return false;
        }
        expect([...held]).toEqual([job?.id]);
        await expect.poll(listAfterTheirEnd).toEqual([{ worker }]);
        expect(await recoverJobs(database.unscoped)).toBe(0);
        return true;
      });
    };
    expect(
      (await renewSlowly(500)) || (await renewSlowly(5_000)) || (await renewSlowly(50_000)),
    ).toBe(true);
    expect(await recoverJobs(database.unscoped)).toBe(0);
    expect(await claimAsWorker(database, "late", 1)).toEqual([]);
    await database.close();
  },
);
