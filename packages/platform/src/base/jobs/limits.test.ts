import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { claimAsWorker } from "../../testing/claim-as-worker.ts";
import { testDatabases } from "../../testing/test-database.ts";
import { createTestProject, createTestSecrets } from "../../testing/test-project.ts";
import type { Database } from "../db/opening/open-database.ts";
import { enqueue, enqueueAll, type NewJob } from "./enqueue.ts";
import { finishJobs } from "./settle.ts";
import { putOffPolls } from "./testing/put-off-polls.ts";
import { startWorker } from "./worker.ts";

describe.each(testDatabases())("on $name", ({ open }) => {
  let database: Database;
  let noisy: string;
  let quiet: string;

  beforeAll(async () => {
    database = await open();
    noisy = (await createTestProject(database, createTestSecrets())).projectId;
    quiet = (await createTestProject(database, createTestSecrets())).projectId;
  });
  beforeEach(async () => {
    for (const projectId of [noisy, quiet]) {
      await database.transactInProject(projectId, (trx) => trx.deleteFrom("jobs").execute());
    }
  });

  const add = (projectId: string, count: number, job: Omit<NewJob, "projectId">): Promise<void> =>
    database.transactInProject(projectId, (trx) =>
      enqueueAll(
        trx,
        Array.from({ length: count }, () => ({ projectId, ...job })),
      ),
    );

  test("a job that ends makes room for the next one of its full lane, without a poll", async () => {
    const lanes = ["ws_one", "ws_two"];
    for (const lane of lanes) {
      await add(noisy, 40, { kind: "full", lane });
    }
    let done = 0;
    const limits = { perProcess: 10, perLane: 4 };
    // Each claim follows the end of a job.
    putOffPolls();
    const run = async (): Promise<void> => {
      // Some jobs of a claim end together, and others do not.
      await sleep(1);
      done += 1;
    };
    const worker = await startWorker({ database, kinds: { full: { limits, run } } });
    await expect.poll(() => done).toBe(80);
    await worker.stop();
  });

  test("a lane that hangs has its share of places, and jobs that came later pass it", async () => {
    await add(noisy, 500, { kind: "hang", lane: "ws_hangs", payload: { hangs: true } });
    await add(noisy, 30, { kind: "hang", lane: "ws_good" });
    const release = Promise.withResolvers<void>();
    const counts = { hanging: 0, good: 0 };
    const worker = await startWorker({
      database,
      kinds: {
        hang: {
          limits: { perProcess: 10, perLane: 2 },
          run: async ({ payload }) => {
            if (payload.hangs === true) {
              counts.hanging += 1;
              await release.promise;
            } else {
              counts.good += 1;
            }
          },
        },
      },
    });
    await expect.poll(() => counts).toEqual({ hanging: 2, good: 30 });
    await worker.stop(0);
    release.resolve();
  });

  test("a project at its limit leaves the rest of a claim to others", async () => {
    await add(noisy, 200, { kind: "share" });
    await add(quiet, 5, { kind: "share" });
    const worker = crypto.randomUUID();
    const claimed = await claimAsWorker(database, "share", 50, { perProject: 8, worker });
    const countRunning = (projectId: string) =>
      claimed.filter((job) => job.projectId === projectId).length;
    expect([countRunning(noisy), countRunning(quiet)]).toEqual([8, 5]);
    // Jobs that are held count against the limit, whichever process runs them.
    expect(await claimAsWorker(database, "share", 50, { perProject: 8 })).toEqual([]);
    await finishJobs(database.unscoped, claimed.slice(0, 3));
    const held = claimed.slice(3).map(({ id }) => id);
    const next = await claimAsWorker(database, "share", 50, { perProject: 8, worker, held });
    expect(next).toHaveLength(claimed.slice(0, 3).filter((job) => job.projectId === noisy).length);
  });

  test("projects take turns where a claim has room for one job", async () => {
    await add(noisy, 20, { kind: "turns" });
    await add(quiet, 2, { kind: "turns" });
    const order: string[] = [];
    let afterProject = "";
    for (let count = 0; count < 4; count += 1) {
      const [job] = await claimAsWorker(database, "turns", 1, { afterProject });
      afterProject = job?.projectId ?? "";
      order.push(afterProject);
    }
    expect(order.filter((projectId) => projectId === quiet)).toHaveLength(2);
    expect(order[0]).not.toBe(order[1]);
  });

  test("lanes of a project share a claim", async () => {
    await add(noisy, 100, { kind: "lanes", lane: "a" });
    await add(noisy, 100, { kind: "lanes", lane: "b" });
    const claimed = await claimAsWorker(database, "lanes", 16, { perLane: 100 });
    expect(claimed).toHaveLength(16);
    const lanes = await database.transactInProject(noisy, (trx) =>
      trx
        .selectFrom("jobs")
        .select("lane")
        .distinct()
        .where(
          "id",
          "in",
          claimed.map(({ id }) => id),
        )
        .execute(),
    );
    expect(lanes).toHaveLength(2);
  });

  test("claims of several processes at once keep the limits", async () => {
    await add(noisy, 100, { kind: "race", lane: "one" });
    await add(noisy, 100, { kind: "race", lane: "two" });
    const claims = await Promise.all(
      Array.from({ length: 8 }, () =>
        claimAsWorker(database, "race", 20, { perProject: 7, perLane: 4 }),
      ),
    );
    const ids = claims.flat().map(({ id }) => id);
    expect(new Set(ids).size).toBe(7);
    expect(ids).toHaveLength(7);
    const rows = await database.transactInProject(noisy, (trx) =>
      trx
        .selectFrom("jobs")
        .select((eb) => eb.fn.countAll<number | string>().as("count"))
        .where("id", "in", ids)
        .groupBy("lane")
        .execute(),
    );
    expect(Math.max(...rows.map(({ count }) => Number(count)))).toBeLessThanOrEqual(4);
  });

  test("a kind whose jobs hang does not delay other kinds", async () => {
    await add(noisy, 20, { kind: "stuck" });
    const release = Promise.withResolvers<void>();
    const done = Promise.withResolvers<void>();
    let stuck = 0;
    const worker = await startWorker({
      database,
      kinds: {
        stuck: {
          limits: { perProcess: 3 },
          run: async () => {
            stuck += 1;
            await release.promise;
          },
        },
        quick: { run: async () => done.resolve() },
      },
    });
    await expect.poll(() => stuck).toBe(3);
    await database.transactInProject(noisy, (trx) =>
      enqueue(trx, { projectId: noisy, kind: "quick" }),
    );
    await done.promise;
    // A fourth job would begin within this time, or go unseen on a slow machine.
    await sleep(50);
    expect(stuck).toBe(3);
    release.resolve();
    await worker.stop();
  });
});
