import { importPeer } from "./import-peer.ts";
import { addInBatches, type BenchQueue, batch, payload, runTenAtOnce } from "./queue.ts";

/** The part of pg-boss 12 that is used. */
interface Boss {
  start(): Promise<unknown>;
  createQueue(name: string): Promise<void>;
  insert(name: string, jobs: readonly { readonly data: object }[]): Promise<unknown>;
  send(name: string, data: object): Promise<unknown>;
  fetch(
    name: string,
    options: { readonly batchSize: number; readonly priority?: boolean },
  ): Promise<readonly { readonly id: string }[]>;
  complete(name: string, ids: readonly string[]): Promise<unknown>;
  on(event: "error", listener: () => void): void;
  stop(options: { readonly graceful: boolean }): Promise<void>;
}

const name = "bench";

/** pg-boss. Its jobs are fetched in batches, without the pauses of its own worker. */
export async function openPgBoss(url: string): Promise<BenchQueue> {
  const { PgBoss } = await importPeer<{
    readonly PgBoss: new (options: { connectionString: string; max: number }) => Boss;
  }>("pg-boss");
  const boss = new PgBoss({ connectionString: url, max: 10 });
  boss.on("error", () => {});
  await boss.start();
  await boss.createQueue(name);
  return {
    name: "pg-boss 12.38",
    add: (count) =>
      addInBatches(count, (size) =>
        boss.insert(
          name,
          Array.from({ length: size }, () => ({ data: payload })),
        ),
      ),
    addSingly: (count) => runTenAtOnce(count, () => boss.send(name, payload)),
    work: async (count) => {
      const began = performance.now();
      let done = 0;
      // Two loops, so that one fetches jobs while the other completes them.
      const loop = async (): Promise<void> => {
        while (done < count) {
          const jobs = await boss.fetch(name, { batchSize: batch });
          if (jobs.length === 0) {
            return;
          }
          await boss.complete(
            name,
            jobs.map(({ id }) => id),
          );
          done += jobs.length;
        }
      };
      await Promise.all([loop(), loop()]);
      return ((performance.now() - began) / 1000) * (count / done);
    },
    close: () => boss.stop({ graceful: false }),
  };
}
