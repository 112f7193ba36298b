import { notifyAfterCommit } from "../db/transactions/notify-after-commit.ts";
import type { ScopedTransaction } from "../db/transactions/scoped.ts";
import { createOrderedId } from "../ids.ts";
import { insertJobs, type JobRow } from "./job-statements.ts";
import type { JobPayload } from "./job-types.ts";
import { type PayloadSecrets, placeSealedPayload } from "./sealed-payload.ts";

/** A job to be done. */
export interface NewJob {
  readonly projectId: string;
  readonly kind: string;
  /** Stored in the clear: ids and numbers. Put customers' data into `sealed`. */
  readonly payload?: JobPayload | undefined;
  /**
   * The job does not run before this time, which has to come from the database (`link.expires_at`). Default: at once.
   */
  readonly at?: Date | undefined;
  /** The database adds this delay to its own time, or to `at`. */
  readonly delayMs?: number | undefined;
  /** The number of attempts before the job is dead. The default, 10, is about 15 hours of trying. */
  readonly maxAttempts?: number | undefined;
  /** If a job of this kind and key is already waiting, it is moved to the new time, and no second job is created. */
  readonly uniqueKey?: string | undefined;
  /**
   * Jobs of one lane share a limit (`JobLimits.perLane`). The lane is, for example, the id of the endpoint that they
   * call.
   */
  readonly lane?: string | undefined;
}

/** A job with customers' data, and the `Secrets` that seal it. */
export interface SealedJob extends NewJob {
  /** The handler receives the value as `Job.sealed`. It is stored under the project's data key. */
  readonly sealed: { readonly value: unknown; readonly secrets: PayloadSecrets };
}

/** With the delays of `computeBackoff`, ten attempts cover most of a day, which is longer than usual outages. */
const defaultMaxAttempts = 10;

/** Rows in one statement. A job is about 300 bytes of JSON; more rows would not be faster. */
const rowsAtOnce = 2_000;

/**
 * Writes a job in the transaction that causes it. The job exists if and only if the transaction commits, and then
 * workers wake up.
 *
 * @returns the id of the job
 */
export async function enqueue(trx: ScopedTransaction, job: NewJob | SealedJob): Promise<string> {
  const row = await toRow(trx, job);
  await write(trx, job.projectId, [row]);
  return row.id;
}

/**
 * Writes many jobs of the transaction's project, up to 2,000 in one statement. If several have the same kind and
 * unique key, the last one counts.
 *
 * @throws Error when the jobs belong to several projects
 */
export async function enqueueAll(
  trx: ScopedTransaction,
  jobs: readonly (NewJob | SealedJob)[],
): Promise<void> {
  const projectId = jobs[0]?.projectId ?? "";
  if (jobs.some((job) => job.projectId !== projectId)) {
    throw new Error(
      "The jobs belong to several projects. Write those of each in its own transaction.",
    );
  }
  const last = new Map(
    jobs.map((job, index) => [
      job.uniqueKey === undefined ? index : JSON.stringify([job.kind, job.uniqueKey]),
      job,
    ]),
  );
  const rows: JobRow[] = [];
  for (const job of last.values()) {
    rows.push(await toRow(trx, job));
  }
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    await write(trx, projectId, rows.slice(from, from + rowsAtOnce));
  }
}

/** Cancels the job of this kind and key, if it exists. A worker that is running it loses its lease. */
export async function cancelJob(
  trx: ScopedTransaction,
  job: { readonly projectId: string; readonly kind: string; readonly uniqueKey: string },
): Promise<void> {
  await trx
    .deleteFrom("jobs")
    .where("project_id", "=", job.projectId)
    .where("kind", "=", job.kind)
    .where("unique_key", "=", job.uniqueKey)
    .execute();
}

async function toRow(trx: ScopedTransaction, job: NewJob | SealedJob): Promise<JobRow> {
  const id = createOrderedId("job");
  const { projectId, kind } = job;
  const envelope =
    "sealed" in job
      ? await job.sealed.secrets.seal(trx, placeSealedPayload(projectId, id), job.sealed.value)
      : undefined;
  return {
    id,
    kind,
    payload: JSON.stringify(job.payload ?? {}),
    sealed: envelope ?? null,
    at: job.at ?? null,
    delayMs: job.delayMs ?? null,
    maxAttempts: job.maxAttempts ?? defaultMaxAttempts,
    uniqueKey: job.uniqueKey ?? null,
    lane: job.lane ?? null,
  };
}

async function write(
  trx: ScopedTransaction,
  projectId: string,
  rows: readonly JobRow[],
): Promise<void> {
  await insertJobs(trx, projectId, rows);
  notifyAfterCommit(trx, "jobs");
}
