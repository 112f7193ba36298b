import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../db/opening/open-database.ts";
import { leaseKey } from "./claim.ts";
import type { Lease } from "./job-types.ts";
import { finishJobs } from "./settle.ts";

/** Jobs in one statement. Further jobs wait for the next one. */
const mostAtOnce = 1_000;

/** Milliseconds before a failed statement is sent again. Leases are renewed in the meantime. */
const retryMs = 1_000;

/** Removes jobs that are done. Jobs that end at about the same time share one statement. */
export interface Finisher {
  /** Resolves with true when the job was removed, with false when its lease was lost. */
  finish(job: Lease): Promise<boolean>;
  /** From now on a failed statement is not repeated. The leases end by themselves, and the jobs run again. */
  giveUp(): void;
}

/**
 * Creates a finisher. A single job is removed at once. Jobs that end while a statement is on its way wait for the
 * next one, so that a thousand jobs cost one commit.
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
        // Aborting ends the wait with an error. The statement is then tried one last time.
        await sleep(retryMs, undefined, { signal: stopping.signal }).catch(() => {});
      }
    }
  };
  const run = async (): Promise<void> => {
    isRunning = true;
    // Wait for other jobs that end in this turn of the event loop.
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
