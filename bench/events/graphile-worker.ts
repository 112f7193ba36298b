import { importPeer } from "../queues/import-peer.ts";
import { atOnce, buildEventBody, type EventQueue, post } from "./event-queue.ts";

/** The part of graphile-worker 0.18 that is used. */
interface GraphileWorker {
  run(options: {
    readonly preset: object;
    readonly taskList: Readonly<
      Record<string, (payload: { readonly body: string }) => Promise<void>>
    >;
  }): Promise<{ stop(): Promise<void> }>;
  makeWorkerUtils(options: { readonly preset: object }): Promise<{
    migrate(): Promise<void>;
    addJob(identifier: string, payload: object): Promise<unknown>;
    release(): Promise<void>;
  }>;
  readonly Logger: new (factory: () => () => void) => unknown;
}

/** graphile-worker with its local queue and batches of completed jobs, and a task that sends the payload. */
export async function openGraphileEvents(url: string, receiver: string): Promise<EventQueue> {
  const { run, makeWorkerUtils, Logger } = await importPeer<GraphileWorker>("graphile-worker");
  const preset = {
    worker: {
      connectionString: url,
      maxPoolSize: 10,
      concurrentJobs: atOnce,
      localQueue: { size: 2 * atOnce },
      completeJobBatchDelay: 0,
      failJobBatchDelay: 0,
      logger: new Logger(() => () => {}),
    },
  };
  const utils = await makeWorkerUtils({ preset });
  await utils.migrate();
  const runner = await run({ preset, taskList: { deliver: ({ body }) => post(receiver, body) } });
  return {
    name: "graphile-worker 0.18",
    add: async (number) => {
      await utils.addJob("deliver", { body: buildEventBody(number) });
    },
    close: async () => {
      await runner.stop();
      await utils.release();
    },
  };
}
