import { sql } from "kysely";
import { notifyAfterCommit } from "../db/transactions/notify-after-commit.ts";
import type { ScopedTransaction } from "../db/transactions/scoped.ts";
import { createOrderedId } from "../ids.ts";
import type { JobPayload } from "./job-types.ts";
import { type PayloadSecrets, sealedPlace } from "./sealed-payload.ts";

/** A job to be done. */
export interface NewJob {
  readonly projectId: string;
  readonly kind: string;
  /** Stored in the clear: ids and numbers. Customers' data belongs into `sealed`. */
  readonly payload?: JobPayload;
  /** Not before this time, which the database gave (`link.expires_at`); at once when it is left out. */
  readonly at?: Date;
  /** Added to the database's time, or to `at`, by the database. */
  readonly delayMs?: number;
  /** How often it is begun at most before it is dead. The default, 10, is about 15 hours of trying. */
  readonly maxAttempts?: number;
  /** A job of this kind and key that waits already is moved to the new time instead of a second one being made. */
  readonly uniqueKey?: string;
  /** Jobs of one lane share a limit (`JobLimits.perLane`): the id of the endpoint that they call, for example. */
  readonly lane?: string;
}

/** A job with customers' data, and the secrets that seal it. */
export interface SealedJob extends NewJob {
  /** Reaches the handler as `Job.sealed`; stored under the project's data key. */
  readonly sealed: { readonly value: unknown; readonly secrets: PayloadSecrets };
}

/** With the delays of `backoffMs`, ten attempts reach over most of a day: longer than usual outages. */
const defaultMaxAttempts = 10;

/** Rows a statement. A job is about 300 bytes of JSON; more rows would not be faster. */
const rowsAtOnce = 2_000;

/**
 * Writes a job in the transaction that causes it: it exists if and only if that commits. Workers wake up then.
 *
 * @returns the id of the job
 */
export async function enqueue(trx: ScopedTransaction, job: NewJob | SealedJob): Promise<string> {
  const row = await toRow(trx, job);
  await write(trx, [row]);
  return row.id;
}

/**
 * Writes many jobs of the transaction's project with one statement for each 2,000. Of jobs with the same kind and
 * unique key the last one counts.
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

/** Takes back the job of this kind and key, if there is one. A worker that has it by now loses its lease. */
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

/** As `add_jobs` reads it. A member that is left out is null there. */
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
      ? await job.sealed.secrets.seal(trx, sealedPlace(projectId, id), job.sealed.value)
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

/** A job that waits for nothing is ready as it is written; the others become ready when a claim finds them due. */
async function write(trx: ScopedTransaction, rows: readonly JobRow[]): Promise<void> {
  const haveKeys = rows.some((row) => row.unique_key !== undefined);
  await sql`select add_jobs(${JSON.stringify(rows)}::json, ${haveKeys})`.execute(trx);
  notifyAfterCommit(trx, "jobs");
}
