import type { Database } from "../db/opening/open-database.ts";
import type { ScopedTransaction } from "../db/transactions/scoped.ts";

/** A job's payload in the clear: JSON, never a secret and nothing of a customer's. */
export type JobPayload = Readonly<Record<string, unknown>>;

/** A job that a worker holds. */
export interface Job {
  readonly projectId: string;
  readonly id: string;
  readonly kind: string;
  readonly payload: JobPayload;
  /** The value that was sealed with the job; undefined when none was. */
  readonly sealed?: unknown;
  /** From 1. */
  readonly attempt: number;
}

/** The arguments of a handler besides its job. */
export interface JobContext {
  readonly database: Database;
  /** Aborted when the lease was lost, or when the worker stops and its time is up. */
  readonly signal: AbortSignal;
  /**
   * Removes the job in the handler's own transaction, so that its effect and its end are one. Without it the job is
   * removed after the handler returns, and a crash between the two runs it again.
   *
   * @throws LeaseLostError when another worker has the job by now; the transaction has to be given up
   */
  finish(trx: ScopedTransaction): Promise<void>;
}

/** Does a job. It runs at least once; throwing lets it be tried again later. */
export type JobHandler = (job: Job, context: JobContext) => Promise<void>;

/** How many jobs of a kind run at the same time, so that what hangs holds up nobody else. */
export interface JobLimits {
  /** In this process; default 100. Handlers mostly wait for applications. */
  readonly perProcess: number;
  /** Of one project, in all processes together; default 25. */
  readonly perProject: number;
  /** Of one lane of a project, in all processes together; default 5. Jobs without a lane have the project's limit alone. */
  readonly perLane: number;
}

/** How jobs of a kind are done. */
export interface JobKind {
  readonly run: JobHandler;
  readonly limits?: Partial<JobLimits>;
  /**
   * Milliseconds before the second attempt, the third and so on, ±20 %; the last one repeats. Default: `backoffMs`.
   * Standard Webhooks, for example: `[5_000, 300_000, 1_800_000, …]` with `maxAttempts: 10`.
   */
  readonly retryDelaysMs?: readonly number[];
}

/** The kinds of jobs by name. A worker claims jobs of these kinds only. */
export type JobKinds = Readonly<Record<string, JobKind>>;

/** The job belongs to another worker by now. */
export class LeaseLostError extends Error {
  override readonly name = "LeaseLostError";
}

/** When a job runs again: at a time that the database gave, or so long after its failure by the database's clock. */
export type RetryTime = { readonly at: Date } | { readonly delayMs: number };

/** Thrown by a handler that knows when to try again: the job runs at that time, and the attempt still counts. */
export class RetryLaterError extends Error {
  override readonly name = "RetryLaterError";
  readonly time: RetryTime;

  constructor(time: RetryTime) {
    super("The job is to be tried again later.");
    this.time = time;
  }
}
