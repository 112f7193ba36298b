import { expect, test } from "vitest";
import { findNeed } from "../../../../test/support/needs.ts";
import { openDatabase } from "../db/opening/open-database.ts";
import { killWorkerAtWork } from "../testing/kill-worker.ts";
import { createDatabase } from "../testing/test-database.ts";
import { createTestProject, createTestSecrets } from "../testing/test-project.ts";
import { enqueue } from "./enqueue.ts";
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
    // The promise of targets.md. The lease takes 15 s of it and the poll 2 s.
    expect(seconds).toBeLessThan(20);
    await worker.stop();
    await database.close();
  },
  60_000,
);
