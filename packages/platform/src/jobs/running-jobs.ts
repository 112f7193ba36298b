import type { Database } from "../db/opening/open-database.ts";
import { type ClaimedJob, extendLease } from "./claim.ts";
import { LeaseLostError } from "./job-types.ts";
import type { WorkerLog } from "./run-job.ts";

/** A third of the lease, so that one slow query does not lose it. */
const heartbeatMs = 5_000;

/** A job that a worker has. */
export interface Running {
  readonly job: ClaimedJob;
  readonly abort: AbortController;
  readonly done: Promise<void>;
  /** True when the handler has finished and only the row is left to remove. */
  isHandled: boolean;
}

/**
 * Renews a worker's lease while it has jobs, and aborts the jobs that it has lost. Pass the result to `clearInterval`
 * to stop it.
 */
export function startHeartbeat(
  database: Database,
  worker: string,
  running: ReadonlyMap<string, Running>,
  log: WorkerLog,
): NodeJS.Timeout {
  return setInterval(() => {
    beat(database, worker, running).catch((error: unknown) => log("poll_failed", { error }));
  }, heartbeatMs);
}

async function beat(
  database: Database,
  worker: string,
  running: ReadonlyMap<string, Running>,
): Promise<void> {
  if (running.size === 0) {
    return;
  }
  const asked = [...running.values()];
  const held = await extendLease(database.unscoped, worker);
  for (const { job, abort } of asked) {
    if (!held.has(job.id)) {
      abort.abort(new LeaseLostError("The lease ended."));
    }
  }
}

/** Waits at most `graceMs` for jobs to end, then aborts those whose handlers still run. */
export async function drain(running: ReadonlyMap<string, Running>, graceMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeUp = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, graceMs);
  });
  await Promise.race([
    Promise.allSettled([...running.values()].map((entry) => entry.done)),
    timeUp,
  ]);
  clearTimeout(timer);
  // Abort them before they are given back, so that an aborted handler does not write while the next attempt runs. A
  // handled job is left alone: its row is being removed, or its lease ends by itself.
  for (const entry of running.values()) {
    if (!entry.isHandled) {
      entry.abort.abort(new LeaseLostError("The worker stops."));
    }
  }
}
