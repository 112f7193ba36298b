import type { Database } from "../db/opening/open-database.ts";
import type { MemberSet } from "../sharing/member-set.ts";
import { type ClaimedJob, extendLease, recoverJobs } from "./claim.ts";
import { LeaseLostError } from "./job-types.ts";
import type { WorkerLog } from "./run-job.ts";

/** A quarter of the lease: a worker that stands still for five seconds keeps its jobs (ADR 85). */
const heartbeatMs = 2_000;

/** A job that a worker has. */
export interface Running {
  readonly job: ClaimedJob;
  readonly abort: AbortController;
  readonly done: Promise<void>;
  /** True when the handler has finished and only the row is left to remove. */
  isHandled: boolean;
}

/**
 * Renews a worker's lease while it has jobs, aborts the jobs that it has lost, and looks for leases of other workers that
 * have ended. It begins at once. Pass the result to `clearInterval` to stop it.
 *
 * @param onRecovered called when jobs of other workers became available
 */
export function startHeartbeat(
  database: Database,
  worker: string,
  running: MemberSet<Running>,
  { log, onRecovered }: { readonly log: WorkerLog; readonly onRecovered: () => void },
): NodeJS.Timeout {
  // A beat does not wait for the one before, whose connection may be broken.
  const beat = async (): Promise<void> => {
    try {
      await renew(database, worker, running);
      if ((await recoverJobs(database.unscoped)) > 0) {
        onRecovered();
      }
    } catch (error) {
      log("poll_failed", { error });
    }
  };
  void beat();
  return setInterval(() => void beat(), heartbeatMs);
}

async function renew(
  database: Database,
  worker: string,
  running: MemberSet<Running>,
): Promise<void> {
  if (running.size === 0) {
    return;
  }
  const asked = [...running];
  const held = await extendLease(database.unscoped, worker);
  for (const { job, abort } of asked) {
    if (!held.has(job.id)) {
      abort.abort(new LeaseLostError("The lease ended."));
    }
  }
}

/** Waits at most `graceMs` for jobs to end, then aborts those whose handlers still run. */
export async function drain(running: MemberSet<Running>, graceMs: number): Promise<void> {
  await waitAtMost(graceMs, [...running]);
  // Abort them before they are given back, so that an aborted handler does not write while the next attempt runs. A
  // handled job is left alone: its row is being removed (`waitUntilSettled`).
  for (const entry of running) {
    if (!entry.isHandled) {
      entry.abort.abort(new LeaseLostError("The worker stops."));
    }
  }
}

/** Milliseconds: a statement takes a few. On a broken connection it may take minutes, and the lease ends before. */
const settleMs = 2_000;

/** Waits for the rows of handled jobs to be removed. Otherwise the jobs would run again when the lease has ended. */
export async function waitUntilSettled(running: MemberSet<Running>): Promise<void> {
  const settling = [...running].filter((entry) => entry.isHandled);
  await waitAtMost(settleMs, settling);
}

async function waitAtMost(milliseconds: number, jobs: readonly Running[]): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeUp = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([Promise.allSettled(jobs.map((entry) => entry.done)), timeUp]);
  clearTimeout(timer);
}
