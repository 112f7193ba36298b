import { importPeer } from "./import-peer.ts";
import { addInBatches, type BenchQueue, batch, countTo, payload, runTenAtOnce } from "./queue.ts";

/** The part of graphile-worker 0.18 that is used. */
interface GraphileWorker {
  run(options: {
    readonly preset: object;
    readonly taskList: Readonly<Record<string, () => Promise<void>>>;
  }): Promise<{ stop(): Promise<void> }>;
  makeWorkerUtils(options: { readonly preset: object }): Promise<{
    migrate(): Promise<void>;
    addJobs(
      jobs: readonly { readonly identifier: string; readonly payload: object }[],
    ): Promise<unknown>;
    addJob(identifier: string, payload: object): Promise<unknown>;
    release(): Promise<void>;
  }>;
  readonly Logger: new (factory: () => () => void) => unknown;
}

const identifier = "bench";

/**
 * graphile-worker with its local queue and batches of completed jobs, the settings that its documentation recommends
 * for speed.
 */
export async function openGraphileWorker(url: string): Promise<BenchQueue> {
  const { run, makeWorkerUtils, Logger } = await importPeer<GraphileWorker>("graphile-worker");
  const preset = {
    worker: {
      connectionString: url,
      maxPoolSize: 10,
      concurrentJobs: 24,
      localQueue: { size: batch },
      completeJobBatchDelay: 0,
      failJobBatchDelay: 0,
      logger: new Logger(() => () => {}),
    },
  };
  const utils = await makeWorkerUtils({ preset });
  await utils.migrate();
  return {
    name: "graphile-worker 0.18",
    add: (count) =>
      addInBatches(count, (size) =>
        utils.addJobs(Array.from({ length: size }, () => ({ identifier, payload }))),
      ),
    addSingly: (count) => runTenAtOnce(count, () => utils.addJob(identifier, payload)),
    work: async (count) => {
      const { handle, seconds } = countTo(count);
      const runner = await run({ preset, taskList: { [identifier]: async () => handle() } });
      const took = await seconds;
      await runner.stop();
      return took;
    },
    close: () => utils.release(),
  };
}
