import type { Database } from "../db/opening/open-database.ts";
import { type ActiveSpan, withSpan } from "../tracing/tracing.ts";
import type { ClaimedJob } from "./claim.ts";
import type { Finisher } from "./finisher.ts";
import { type Job, type JobKind, LeaseLostError, RetryLaterError } from "./job-types.ts";
import { failJob, finishJob } from "./settle.ts";

/**
 * Logs events of a worker, with kinds and ids but never payloads. A job whose handler threw RetryLaterError is
 * `put_off`, not `failed`.
 */
export type WorkerLog = (
  event: "done" | "failed" | "put_off" | "lease_lost" | "poll_failed",
  details: {
    readonly kind?: string;
    readonly job?: string;
    readonly attempt?: number;
    readonly error?: unknown;
  },
) => void;

/** Services and data for the run of a job. */
export interface JobRun {
  readonly database: Database;
  readonly kind: JobKind;
  readonly finisher: Finisher;
  readonly log: WorkerLog;
  readonly signal: AbortSignal;
  /** The sealed value, or the error of an envelope that does not open; undefined when the job has no sealed payload. */
  readonly sealed: { readonly value: unknown } | { readonly error: unknown } | undefined;
  /**
   * Called when the handler has finished and only the job's row is left to remove. Another job may then take its
   * slot.
   */
  readonly onHandled: () => void;
}

/**
 * Runs a job. It never rejects: a failure is written to the job's row. When the database is down, the lease ends by
 * itself and the job runs again.
 */
export function runJob(job: ClaimedJob, run: JobRun): Promise<void> {
  const attributes = { "platform.job": job.id, "platform.job.attempt": job.attempt };
  return withSpan(`job ${job.kind}`, { kind: "consumer", attributes }, (span) =>
    attempt(job, run, span),
  );
}

async function attempt(job: ClaimedJob, run: JobRun, span: ActiveSpan): Promise<void> {
  const { database, kind, log, signal } = run;
  const details = { kind: job.kind, job: job.id, attempt: job.attempt };
  try {
    if (!(await handle(job, run))) {
      run.onHandled();
      // An aborted handler may have returned before its work was done.
      if (signal.aborted || !(await run.finisher.finish(job))) {
        throw new LeaseLostError(job.id);
      }
    }
    log("done", details);
  } catch (error) {
    // Another worker has the aborted job by now, or it was given back.
    if (error instanceof LeaseLostError || signal.aborted) {
      span.fail(error instanceof Error ? error.name : typeof error);
      log("lease_lost", details);
      return;
    }
    // If this write fails too, the lease ends by itself.
    const state = await failJob(database, job, error, kind.retryDelaysMs).catch(
      (failure: unknown) => {
        log("poll_failed", { error: failure });
        return undefined;
      },
    );
    if (error instanceof RetryLaterError && state !== "dead") {
      log("put_off", details);
      return;
    }
    span.fail(error instanceof Error ? error.name : typeof error);
    log("failed", { ...details, error });
  } finally {
    run.onHandled();
  }
}

/** @returns true when the handler removed the job in a transaction of its own */
async function handle(claimed: ClaimedJob, run: JobRun): Promise<boolean> {
  const { database, kind, signal, sealed } = run;
  const { projectId, id, payload, attempt: count } = claimed;
  if (sealed !== undefined && "error" in sealed) {
    throw sealed.error;
  }
  const work: Job = {
    projectId,
    id,
    kind: claimed.kind,
    payload,
    ...(sealed === undefined ? {} : { sealed: sealed.value }),
    attempt: count,
  };
  let finished = false;
  await kind.run(work, {
    database,
    signal,
    lease: claimed,
    finish: async (trx) => {
      signal.throwIfAborted();
      await finishJob(trx, claimed);
      finished = true;
    },
    finishWith: async (settle) => {
      signal.throwIfAborted();
      run.onHandled();
      if (!(await settle())) {
        throw new LeaseLostError(id);
      }
      finished = true;
    },
  });
  return finished;
}
