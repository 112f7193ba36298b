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

/** A row of `jobs`, as `write` passes it on. */
interface JobRow {
  readonly id: string;
  readonly kind: string;
  readonly payload: string;
  readonly sealed: string | null;
  readonly at: Date | null;
  readonly delayMs: number | null;
  readonly maxAttempts: number;
  readonly uniqueKey: string | null;
  readonly lane: string | null;
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

/** A waiting job with the same key starts over. It gets a new id, so no worker has it. */
const replaceByKey = sql`on conflict (project_id, kind, unique_key) where unique_key is not null do update set
  id = excluded.id, payload = excluded.payload, sealed = excluded.sealed, max_attempts = excluded.max_attempts,
  lane = excluded.lane, state = excluded.state, next_at = excluded.next_at, attempt = 0, dead_at = null, last_error = null`;

/**
 * A job without a delay is written as ready. The others become ready when a claim finds them due. The columns come as
 * lists, which PostgreSQL reads in half the time that it needs for JSON. `on conflict` would write each row twice, so only
 * jobs with a key have it.
 */
async function write(
  trx: ScopedTransaction,
  projectId: string,
  rows: readonly JobRow[],
): Promise<void> {
  const list = <Key extends keyof JobRow>(key: Key): readonly JobRow[Key][] => {
    const values = rows.map((row) => row[key]);
    // `unnest` fills a list that is shorter than the others with nulls.
    return values.every((value) => value === null) ? [] : values;
  };
  const haveKeys = rows.some(({ uniqueKey }) => uniqueKey !== null);
  const query = sql`insert into jobs (project_id, id, kind, payload, sealed, max_attempts, unique_key, lane, state, next_at)
    select ${projectId}::text, n.id, n.kind, n.payload::jsonb, n.sealed, n.max_attempts, n.unique_key,
      coalesce(hashtextextended(n.lane, 0), 0),
      case when n.at is null and n.delay_ms is null then 'ready' else 'waiting' end,
      coalesce(n.at, now()) + make_interval(secs => coalesce(n.delay_ms, 0) / 1000)
    from unnest(${list("id")}::text[], ${list("kind")}::text[], ${list("payload")}::text[], ${list("sealed")}::text[],
      ${list("maxAttempts")}::integer[], ${list("uniqueKey")}::text[], ${list("lane")}::text[], ${list("at")}::timestamptz[],
      ${list("delayMs")}::float8[])
      as n (id, kind, payload, sealed, max_attempts, unique_key, lane, at, delay_ms)
    ${haveKeys ? replaceByKey : sql``}`;
  await sendQuery(trx, query, { isPrepared: true });
  notifyAfterCommit(trx, "jobs");
}
