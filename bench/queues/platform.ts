import { openDatabase } from "../../packages/platform/src/base/db/opening/open-database.ts";
import { createId } from "../../packages/platform/src/base/ids.ts";
import { enqueue, enqueueAll, type NewJob } from "../../packages/platform/src/base/jobs/enqueue.ts";
import { startWorker } from "../../packages/platform/src/base/jobs/worker.ts";
import {
  createTestProject,
  createTestSecrets,
} from "../../packages/platform/src/testing/test-project.ts";
import { addInBatches, type BenchQueue, batch, countTo, payload, runTenAtOnce } from "./queue.ts";

const kind = "bench";

/**
 * The platform's own queue. Its jobs are rows of projects under row-level security.
 *
 * @param lanes the number of endpoints over which the jobs are distributed; 0 for jobs without an endpoint
 */
export async function openPlatformQueue(url: string, lanes: number): Promise<BenchQueue> {
  const database = await openDatabase({ kind: "postgres", url, poolSize: 10 });
  const { projectId } = await createTestProject(database, createTestSecrets());
  const names = Array.from({ length: lanes }, () => createId("ws"));
  let next = 0;
  const buildBenchJob = (): NewJob => {
    next += 1;
    const lane = names[next % lanes];
    return { projectId, kind, payload, ...(lane === undefined ? {} : { lane }) };
  };
  return {
    name: lanes === 0 ? "the platform" : `the platform, ${lanes} endpoints`,
    add: (count) =>
      addInBatches(count, (size) =>
        database.transactInProject(projectId, (trx) =>
          enqueueAll(trx, Array.from({ length: size }, buildBenchJob)),
        ),
      ),
    addSingly: (count) =>
      runTenAtOnce(count, () =>
        database.transactInProject(projectId, (trx) => enqueue(trx, buildBenchJob())),
      ),
    work: async (count) => {
      const { handle, seconds } = countTo(count);
      const limits = { perProcess: batch, perProject: 2 * batch, perLane: 2 * batch };
      const worker = await startWorker({
        database,
        kinds: { [kind]: { run: async () => handle(), limits } },
      });
      const took = await seconds;
      await worker.stop();
      return took;
    },
    close: () => database.close(),
  };
}
