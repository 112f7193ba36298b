import type { Database } from "../db/opening/open-database.ts";
import { type ActiveSpan, withSpan } from "../tracing/tracing.ts";
import type { ClaimedJob } from "./claim.ts";
import type { Finisher } from "./finisher.ts";
import { type Job, type JobKind, LeaseLostError, RetryLaterError } from "./job-types.ts";
import { failJob, finishJob } from "./settle.ts";

/** Events that a worker logs: kinds and ids, never payloads. A job that its handler put off is `put_off`, not `failed`. */
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
  /** Opened, or the error of an envelope that does not open; undefined when nothing was sealed. */
  readonly sealed: { readonly value: unknown } | { readonly error: unknown } | undefined;
  /** Called when the handler is done and only the job's row is left to be removed: another job may take its place. */
  readonly onHandled: () => void;
}

/** Never rejects: whatever happens to a job is written to its row or, when the database is gone, found by its lease. */
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
      // A handler that was aborted may have returned before it was done.
      if (signal.aborted || !(await run.finisher.finish(job))) {
        throw new LeaseLostError(job.id);
      }
    }
    log("done", details);
  } catch (error) {
    // An aborted job belongs to another worker by now, or was given back.
    if (error instanceof LeaseLostError || signal.aborted) {
      span.fail(error instanceof Error ? error.name : typeof error);
      log("lease_lost", details);
      return;
    }
    // If this fails too, the lease ends by itself.
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

/** @returns whether the handler removed the job in a transaction of its own */
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
    finish: async (trx) => {
      signal.throwIfAborted();
      await finishJob(trx, claimed);
      finished = true;
    },
  });
  return finished;
}
