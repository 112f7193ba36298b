import type { Database } from "../db/open-database.ts";
import type { ScopedTransaction } from "../db/scoped.ts";

/** What a job's payload can hold: JSON, never a secret, since payloads are stored in the clear. */
export type JobPayload = Readonly<Record<string, unknown>>;

/** A job that a worker holds. */
export interface Job {
  readonly projectId: string;
  readonly id: string;
  readonly kind: string;
  readonly payload: JobPayload;
  /** From 1. */
  readonly attempt: number;
}

/** What a handler is given besides its job. */
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

/** The handlers by kind. A worker claims jobs of these kinds only. */
export type JobHandlers = Readonly<Record<string, JobHandler>>;

/** The job belongs to another worker by now. */
export class LeaseLostError extends Error {
  override readonly name = "LeaseLostError";
}

/** Thrown by a handler that knows when to try again: the job runs at that time, and the attempt still counts. */
export class RetryLaterError extends Error {
  override readonly name = "RetryLaterError";
  readonly at: Date;

  constructor(at: Date) {
    super("The job is to be tried again later.");
    this.at = at;
  }
}
