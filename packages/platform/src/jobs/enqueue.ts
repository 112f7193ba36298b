import { sql } from "kysely";
import { sendQuery } from "../db/statements.ts";
import { notifyAfterCommit } from "../db/transactions/notify-after-commit.ts";
import type { ScopedTransaction } from "../db/transactions/scoped.ts";
import { createOrderedId } from "../ids.ts";
import type { JobPayload } from "./job-types.ts";
import { type PayloadSecrets, placeSealedPayload } from "./sealed-payload.ts";

/** A job to be done. */
export interface NewJob {
  readonly projectId: string;
  readonly kind: string;
  /** Stored in the clear: ids and numbers. Put customers' data into `sealed`. */
  readonly payload?: JobPayload;
  /**
   * The job does not run before this time, which has to come from the database (`link.expires_at`). Default: at once.
   */
  readonly at?: Date;
  /** The database adds this delay to its own time, or to `at`. */
  readonly delayMs?: number;
  /** The number of attempts before the job is dead. The default, 10, is about 15 hours of trying. */
  readonly maxAttempts?: number;
  /** If a job of this kind and key is already waiting, it is moved to the new time, and no second job is created. */
  readonly uniqueKey?: string;
  /**
   * Jobs of one lane share a limit (`JobLimits.perLane`). The lane is, for example, the id of the endpoint that they
   * call.
   */
  readonly lane?: string;
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
  await write(trx, [row]);
  return row.id;
}

/**
 * Writes many jobs of the transaction's project, up to 2,000 in one statement. If several have the same kind and
 * unique key, the last one counts.
 */
export async function enqueueAll(
  trx: ScopedTransaction,
  jobs: readonly (NewJob | SealedJob)[],
): Promise<void> {
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
    await write(trx, rows.slice(from, from + rowsAtOnce));
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

/** A job as the SQL function `add_jobs` reads it. Members that are left out are null there. */
interface JobRow {
  readonly project_id: string;
  readonly id: string;
  readonly kind: string;
  readonly payload: JobPayload;
  readonly sealed?: string;
  readonly at?: Date;
  readonly delay_ms?: number;
  readonly max_attempts: number;
  readonly unique_key?: string;
  readonly lane?: string;
}

async function toRow(trx: ScopedTransaction, job: NewJob | SealedJob): Promise<JobRow> {
  const id = createOrderedId("job");
  const { projectId, kind } = job;
  const envelope =
    "sealed" in job
      ? await job.sealed.secrets.seal(trx, placeSealedPayload(projectId, id), job.sealed.value)
      : undefined;
  return {
    project_id: projectId,
    id,
    kind,
    payload: job.payload ?? {},
    max_attempts: job.maxAttempts ?? defaultMaxAttempts,
    ...(envelope === undefined ? {} : { sealed: envelope }),
    ...(job.at === undefined ? {} : { at: job.at }),
    ...(job.delayMs === undefined ? {} : { delay_ms: job.delayMs }),
    ...(job.uniqueKey === undefined ? {} : { unique_key: job.uniqueKey }),
    ...(job.lane === undefined ? {} : { lane: job.lane }),
  };
}

/** A job without a delay is written as ready. The others become ready when a claim finds them due. */
async function write(trx: ScopedTransaction, rows: readonly JobRow[]): Promise<void> {
  const haveKeys = rows.some((row) => row.unique_key !== undefined);
  const query = sql`select add_jobs(${JSON.stringify(rows)}::json, ${haveKeys}::boolean)`;
  await sendQuery(trx, query, { isPrepared: true });
  notifyAfterCommit(trx, "jobs");
}
