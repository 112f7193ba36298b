import { sql } from "kysely";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { claimAsWorker } from "../../testing/claim-as-worker.ts";
import { testDatabases } from "../../testing/test-database.ts";
import { createTestProject, createTestSecrets } from "../../testing/test-project.ts";
import type { Database } from "../db/opening/open-database.ts";
import type { Secrets } from "../secrets/secrets.ts";
import { enqueue, enqueueAll } from "./enqueue.ts";
import { failJob } from "./settle.ts";
import { startWorker } from "./worker.ts";

describe.each(testDatabases())("on $name", ({ open }) => {
  let database: Database;
  let projectId: string;
  let secrets: Secrets;

  beforeAll(async () => {
    database = await open();
    secrets = createTestSecrets();
    projectId = (await createTestProject(database, secrets)).projectId;
  });
  afterEach(() => database.transactInProject(projectId, (trx) => trx.deleteFrom("jobs").execute()));

  test("five thousand jobs are written together, and a key that comes twice is one job, the last", async () => {
    const jobs = Array.from({ length: 5_000 }, (_, n) => ({
      projectId,
      kind: "many",
      payload: { n },
      ...(n < 2 ? { uniqueKey: "same" } : {}),
    }));
    await database.transactInProject(projectId, (trx) => enqueueAll(trx, jobs));
    const claimed = await claimAsWorker(database, "many", 6_000, { perProject: 6_000 });
    const numbers = claimed.map(({ payload }) => Number(payload.n)).sort((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: 4_999 }, (_, n) => n + 1));
    await database.transactInProject(projectId, (trx) => enqueueAll(trx, []));
  });

  test("jobs of several projects are not written", async () => {
    const jobs = [projectId, "proj_OtherProject"].map((id) => ({ projectId: id, kind: "mixed" }));
    await expect(
      database.transactInProject(projectId, (trx) => enqueueAll(trx, jobs)),
    ).rejects.toThrow("several projects");
    expect(await claimAsWorker(database, "mixed", 2)).toEqual([]);
  });

  test("a sealed payload is not in the row, and reaches the handler", async () => {
    const value = { email: "canary@example.com" };
    await database.transactInProject(projectId, (trx) =>
      enqueue(trx, { projectId, kind: "sealed", payload: { n: 1 }, sealed: { value, secrets } }),
    );
    const stored = await database.transactInProject(projectId, (trx) =>
      trx.selectFrom("jobs").selectAll().execute(),
    );
    expect(JSON.stringify(stored)).not.toContain("canary");
    const seen = Promise.withResolvers<unknown>();
    const worker = await startWorker({
      database,
      secrets,
      kinds: { sealed: { run: async (job) => seen.resolve([job.payload, job.sealed]) } },
    });
    expect(await seen.promise).toEqual([{ n: 1 }, value]);
    await worker.stop();
  });

  test("an envelope that was moved from another job fails its job alone", async () => {
    await database.transactInProject(projectId, async (trx) => {
      for (const n of [1, 2]) {
        const sealed = { value: { n }, secrets };
        await enqueue(trx, { projectId, kind: "moved", payload: { n }, sealed });
      }
      await sql`update jobs set sealed = (select o.sealed from jobs o where o.payload ->> 'n' = '2')
        where payload ->> 'n' = '1'`.execute(trx);
    });
    const events: string[] = [];
    const worker = await startWorker({
      database,
      secrets,
      kinds: { moved: { run: async () => {} } },
      log: (event) => events.push(event),
    });
    await expect.poll(() => events.toSorted()).toEqual(["done", "failed"]);
    await worker.stop();
    const left = await database.transactInProject(projectId, (trx) =>
      trx.selectFrom("jobs").select(["payload", "last_error"]).execute(),
    );
    expect(left).toEqual([{ payload: { n: 1 }, last_error: "SecretUnreadableError" }]);
  });

  test("the database adds the delay, whatever time this process has", async () => {
    await database.transactInProject(projectId, async (trx) => {
      await enqueue(trx, { projectId, kind: "delayed", delayMs: 60_000 });
      await enqueue(trx, { projectId, kind: "delayed", delayMs: 0, payload: { now: true } });
      const { rows } = await sql<{ seconds: number }>`
        select round(extract(epoch from next_at - now()))::integer as seconds from jobs order by next_at`.execute(
        trx,
      );
      expect(rows).toEqual([{ seconds: 0 }, { seconds: 60 }]);
    });
    // Stored times are rounded to a millisecond, so it may be due a moment later.
    await expect
      .poll(() => claimAsWorker(database, "delayed", 5))
      .toMatchObject([{ payload: { now: true } }]);
  });

  test("a job that is enqueued again is taken from the worker that has it, and starts from its beginning", async () => {
    const job = { projectId, kind: "anew", uniqueKey: "one" };
    await database.transactInProject(projectId, (trx) => enqueue(trx, job));
    const [first] = await claimAsWorker(database, "anew", 1);
    await database.transactInProject(projectId, (trx) =>
      enqueue(trx, { ...job, payload: { second: true } }),
    );
    expect(await claimAsWorker(database, "anew", 5)).toMatchObject([
      { attempt: 1, payload: { second: true } },
    ]);
    expect(first?.attempt).toBe(1);
  });

  test("a job that failed and is planned again has all of its attempts", async () => {
    const job = { projectId, kind: "again", uniqueKey: "one", maxAttempts: 2 };
    const plan = (): Promise<string> =>
      database.transactInProject(projectId, (trx) => enqueue(trx, job));
    await plan();
    const [first] = await claimAsWorker(database, "again", 1);
    expect(first && (await failJob(database, first, new Error("x")))).toBe("waiting");
    await plan();
    const [second] = await claimAsWorker(database, "again", 1);
    expect(second?.attempt).toBe(1);
    expect(second && (await failJob(database, second, new Error("x")))).toBe("waiting");
  });
});
