import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../db/opening/open-database.ts";
import { leaseKey } from "./claim.ts";
import { finishJobs, type Lease } from "./settle.ts";

/** A statement takes no more; what is done meanwhile is in the next one. */
const mostAtOnce = 1_000;

/** The wait before a statement that failed is sent again. Leases are renewed meanwhile. */
const retryMs = 1_000;

/** Removes jobs that were done, those of one moment together. */
export interface Finisher {
  /** Resolves when the job was removed: true, or false when its lease was lost. */
  finish(job: Lease): Promise<boolean>;
  /** From here on a statement that fails is not repeated: the leases end by themselves, and the jobs run again. */
  giveUp(): void;
}

/**
 * Jobs that end while a statement is on its way wait for the next one, so that one job alone waits for nobody and a
 * thousand cost one commit.
 */
export function createFinisher(database: Database, onError: (error: unknown) => void): Finisher {
  const waiting: { readonly job: Lease; readonly resolve: (held: boolean) => void }[] = [];
  const stopping = new AbortController();
  let isRunning = false;

  const send = async (jobs: readonly Lease[]): Promise<ReadonlySet<string>> => {
    for (;;) {
      try {
        return await finishJobs(database.unscoped, jobs);
      } catch (error) {
        onError(error);
        if (stopping.signal.aborted) {
          return new Set();
        }
        // Aborting ends the wait with an error; then it is tried one last time.
        await sleep(retryMs, undefined, { signal: stopping.signal }).catch(() => {});
      }
    }
  };
  const run = async (): Promise<void> => {
    isRunning = true;
    // Other jobs that end in this turn of the event loop come along.
    await Promise.resolve();
    while (waiting.length > 0) {
      const batch = waiting.splice(0, mostAtOnce);
      const held = await send(batch.map(({ job }) => job));
      for (const { job, resolve } of batch) {
        resolve(held.has(leaseKey(job)));
      }
    }
    isRunning = false;
  };
  return {
    finish: async (job) => {
      const finished = new Promise<boolean>((resolve) => {
        waiting.push({ job, resolve });
      });
      if (!isRunning) {
        void run();
      }
      return await finished;
    },
    giveUp: () => stopping.abort(),
  };
}
