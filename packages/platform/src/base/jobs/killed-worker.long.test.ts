import { once } from "node:events";
import { expect, test } from "vitest";
import { findNeed } from "../../../../../test/support/needs.ts";
import { createDatabase } from "../../testing/created-databases.ts";
import { killWorkerAtWork, startWorkerProcess } from "../../testing/kill-worker.ts";
import { createTestProject, createTestSecrets } from "../../testing/test-project.ts";
import { openDatabase } from "../db/opening/open-database.ts";
import { enqueue } from "./enqueue.ts";
import { readAttempts } from "./testing/read-attempts.ts";
import { startWorker } from "./worker.ts";

const server = findNeed("postgresql");

test.skipIf(server === undefined)(
  "the job of a worker that was killed begins again within 20 s",
  async () => {
    const url = await createDatabase(server ?? "");
    const database = await openDatabase({ kind: "postgres", url, poolSize: 3 });
    const { projectId } = await createTestProject(database, createTestSecrets());
    await database.transactInProject(projectId, (trx) => enqueue(trx, { projectId, kind: "kill" }));
    await killWorkerAtWork(url);
    const killed = performance.now();
    const again = Promise.withResolvers<number>();
    const worker = await startWorker({
      database,
      kinds: { kill: { run: async (job) => again.resolve(job.attempt) } },
    });
    expect(await again.promise).toBe(2);
    const seconds = (performance.now() - killed) / 1000;
    console.log(`  dead worker: its job began again after ${seconds.toFixed(1)} s`);
    // The service promises 20 s. The lease takes 8 s of it and the next beat 2 s (ADR 85).
    expect(seconds).toBeLessThan(20);
    await worker.stop();
    await database.close();
  },
  60_000,
);

test.skipIf(server === undefined)(
  "a worker that stands still for five seconds keeps its job",
  async () => {
    const url = await createDatabase(server ?? "");
    const database = await openDatabase({ kind: "postgres", url, poolSize: 3 });
    const { projectId } = await createTestProject(database, createTestSecrets());
    await database.transactInProject(projectId, (trx) => enqueue(trx, { projectId, kind: "kill" }));
    // Beats come every two seconds. 1.8 s after the beginning of the job, most of the time to the next one is over.
    const still = await startWorkerProcess(
      url,
      `await new Promise((resolve) => setTimeout(resolve, 1_800));
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5_000);
      process.stdout.write("ended");`,
    );
    const attempts: number[] = [];
    const other = await startWorker({
      database,
      kinds: { kill: { run: async ({ attempt }) => void attempts.push(attempt) } },
    });
    await once(still.stdout, "data");
    await expect.poll(() => readAttempts(database, projectId)).toEqual([]);
    expect(attempts).toEqual([]);
    still.kill("SIGKILL");
    await other.stop();
    await database.close();
  },
  60_000,
);
