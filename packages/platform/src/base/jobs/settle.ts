import { type Kysely, sql } from "kysely";
import type { Database } from "../db/opening/open-database.ts";
import type { Tables } from "../db/tables.ts";
import type { ScopedTransaction } from "../db/transactions/scoped.ts";
import { computeBackoff } from "./backoff.ts";
import { leaseKey } from "./claim.ts";
import { type Lease, LeaseLostError, RetryLaterError } from "./job-types.ts";

/**
 * Removes a job that is done.
 *
 * @throws LeaseLostError when the job is not held any more
 */
export async function finishJob(trx: ScopedTransaction, job: Lease): Promise<void> {
  const removed = await trx
    .deleteFrom("jobs")
    .where("project_id", "=", job.projectId)
    .where("id", "=", job.id)
    .where("attempt", "=", job.attempt - 1)
    .executeTakeFirst();
  if (removed.numDeletedRows === 0n) {
    throw new LeaseLostError(`Another worker holds job ${job.id}.`);
  }
}

/** Removes finished jobs of any projects. Returns the keys (`leaseKey`) of the jobs that were still held. */
export async function finishJobs(
  unscoped: Kysely<Tables>,
  jobs: readonly Lease[],
): Promise<ReadonlySet<string>> {
  const projects = jobs.map((job) => job.projectId);
  const ids = jobs.map((job) => job.id);
  const attempts = jobs.map((job) => job.attempt);
  const removed = await sql<{
    finished_id: string;
    finished_attempt: number;
  }>`select * from finish_jobs(${projects}::text[], ${ids}::text[], ${attempts}::integer[])`.execute(
    unscoped,
  );
  return new Set(
    removed.rows.map((row) => leaseKey({ id: row.finished_id, attempt: row.finished_attempt })),
  );
}

/**
 * Puts a failed job back for a later attempt, or declares it dead after its last one. Only the kind of the error is
 * stored.
 *
 * @returns the job's new state; undefined when another worker holds the job
 * @param schedule `JobKind.retryDelaysMs`
 */
export async function failJob(
  database: Database,
  job: Lease,
  error: unknown,
  schedule?: readonly number[],
): Promise<"waiting" | "dead" | undefined> {
  const kind = error instanceof Error ? error.name : "Unknown";
  const time =
    error instanceof RetryLaterError
      ? error.time
      : { delayMs: computeBackoff(job.attempt, schedule) };
  const now = sql<Date>`clock_timestamp()`;
  const next =
    "at" in time
      ? time.at
      : sql<Date>`${now} + make_interval(secs => ${time.delayMs / 1000}::float8)`;
  return await database.transactInProject(job.projectId, async (trx) => {
    const settled = await trx
      .updateTable("jobs")
      .set((eb) => {
        const isLast = eb("max_attempts", "<=", job.attempt);
        return {
          attempt: job.attempt,
          last_error: kind,
          next_at: next,
          state: eb
            .case()
            .when(isLast)
            .then("dead" as const)
            .else("waiting" as const)
            .end(),
          dead_at: eb.case().when(isLast).then(now).else(null).end(),
        };
      })
      .where("project_id", "=", job.projectId)
      .where("id", "=", job.id)
      .where("attempt", "=", job.attempt - 1)
      .returning(["dead_at"])
      .executeTakeFirst();
    if (settled === undefined) {
      return undefined;
    }
    return settled.dead_at === null ? "waiting" : "dead";
  });
}
