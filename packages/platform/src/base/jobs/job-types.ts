import type { Database } from "../db/opening/open-database.ts";
import type { ScopedTransaction } from "../db/transactions/scoped.ts";

/** The unencrypted payload of a job: JSON, never a secret or customers' data. */
export type JobPayload = Readonly<Record<string, unknown>>;

/** A job that a worker has claimed. */
export interface Job {
  readonly projectId: string;
  readonly id: string;
  readonly kind: string;
  readonly payload: JobPayload;
  /** The value that was sealed with the job; undefined when the job has none. */
  readonly sealed?: unknown;
  /** From 1. */
  readonly attempt: number;
}

/**
 * An attempt at a job. A worker that lost the job cannot settle it any more: the loss was counted, so the job now has
 * a higher attempt.
 */
export interface Lease {
  readonly worker: string;
  readonly projectId: string;
  readonly id: string;
  readonly attempt: number;
}

/** The arguments of a handler besides its job. */
export interface JobContext {
  readonly database: Database;
  readonly lease: Lease;
  /** Aborted when the lease is lost, or when the worker stops and its time is over. */
  readonly signal: AbortSignal;
  /**
   * Removes the job in the handler's own transaction, so that its effect and its removal commit together. Without it,
   * the job is removed after the handler returns, and a crash between the two runs the job again.
   *
   * @throws LeaseLostError when another worker now has the job; the transaction has to be rolled back
   */
  finish(trx: ScopedTransaction): Promise<void>;
  /**
   * Like `finish`, for an effect that is committed together with those of other jobs. `settle` removes the job with its
   * effect, and resolves with false when the lease was lost. Another job may begin meanwhile.
   *
   * @throws LeaseLostError when it was
   */
  finishWith(settle: () => Promise<boolean>): Promise<void>;
}

/** Does a job. A job runs at least once. If the handler throws, the job is tried again later. */
export type JobHandler = (job: Job, context: JobContext) => Promise<void>;

/** The number of jobs of a kind that run at the same time. The limits keep hanging jobs from blocking others. */
export interface JobLimits {
  /** In this process; default 100. Handlers spend most of their time waiting for applications. */
  readonly perProcess: number;
  /** For one project, in all processes together; default 25. */
  readonly perProject: number;
  /**
   * For one lane of a project, in all processes together; default 5. Jobs without a lane only have the project's
   * limit.
   */
  readonly perLane: number;
}

/** How jobs of a kind are done. */
export interface JobKind {
  readonly run: JobHandler;
  readonly limits?: Partial<JobLimits>;
  /**
   * Milliseconds before the second attempt, the third and so on, ±20 %; the last one repeats. Default: `computeBackoff`.
   * A handler that knows better throws RetryLaterError.
   */
  readonly retryDelaysMs?: readonly number[];
}

/** The kinds of jobs by name. A worker claims only jobs of these kinds. */
export type JobKinds = Readonly<Record<string, JobKind>>;

/** Another worker now has the job. */
export class LeaseLostError extends Error {
  override readonly name = "LeaseLostError";
}

/**
 * When a job runs again: at a time that came from the database, or this long after its failure by the database's
 * clock.
 */
export type RetryTime = { readonly at: Date } | { readonly delayMs: number };

/** Thrown by a handler that knows when to try again. The job runs at that time, and the attempt counts. */
export class RetryLaterError extends Error {
  override readonly name = "RetryLaterError";
  readonly time: RetryTime;

  constructor(time: RetryTime) {
    super("The job has to be tried again later.");
    this.time = time;
  }
}
