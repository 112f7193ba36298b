import { type Kysely, sql } from "kysely";
import type { Database } from "../db/opening/open-database.ts";
import type { Tables } from "../db/tables.ts";
import { notifyAfterCommit } from "../db/transactions/notify-after-commit.ts";
import type { ScopedTransaction } from "../db/transactions/scoped.ts";
import { backoffMs } from "./backoff.ts";
import type { ClaimedJob } from "./claim.ts";
import { LeaseLostError, RetryLaterError } from "./job-types.ts";

/** The part of a claimed job that says which lease is meant. */
export type Lease = Pick<ClaimedJob, "projectId" | "id" | "attempt" | "leaseToken">;

/**
 * Removes a job that was done.
 *
 * @throws LeaseLostError when it is not held any more
 */
export async function finishJob(trx: ScopedTransaction, job: Lease): Promise<void> {
  const removed = await trx
    .deleteFrom("jobs")
    .where("project_id", "=", job.projectId)
    .where("id", "=", job.id)
    .where("lease_token", "=", job.leaseToken)
    .executeTakeFirst();
  if (removed.numDeletedRows === 0n) {
    throw new LeaseLostError(`Job ${job.id} is held by another.`);
  }
}

/** Removes jobs of any projects that were done; answers the tokens of those that were still held. */
export async function finishJobs(
  unscoped: Kysely<Tables>,
  jobs: readonly Lease[],
): Promise<ReadonlySet<string>> {
  const projects = jobs.map((job) => job.projectId);
  const ids = jobs.map((job) => job.id);
  const tokens = jobs.map((job) => job.leaseToken);
  const removed = await sql<{
    lease_token: string;
  }>`select * from finish_jobs(${projects}::text[], ${ids}::text[], ${tokens}::uuid[])`.execute(
    unscoped,
  );
  return new Set(removed.rows.map((row) => row.lease_token));
}

/**
 * Puts a failed job back for a later attempt, or declares it dead after its last. Only the error's kind is kept.
 *
 * @param schedule `JobKind.retryDelaysMs`
 */
export async function failJob(
  database: Database,
  job: Lease,
  error: unknown,
  schedule?: readonly number[],
): Promise<void> {
  const kind = error instanceof Error ? error.name : "Unknown";
  const time =
    error instanceof RetryLaterError ? error.time : { delayMs: backoffMs(job.attempt, schedule) };
  const now = sql<Date>`clock_timestamp()`;
  const next =
    "at" in time
      ? time.at
      : sql<Date>`${now} + make_interval(secs => ${time.delayMs / 1000}::float8)`;
  await database.scoped(job.projectId, async (trx) => {
    await trx
      .updateTable("jobs")
      .set((eb) => {
        const isLast = eb("attempt", ">=", eb.ref("max_attempts"));
        return {
          lease_token: null,
          leased_until: null,
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
      .where("lease_token", "=", job.leaseToken)
      .execute();
  });
}

/** Gives a job back that was begun but not done, so that another worker begins it at once. The attempt does not count. */
export async function releaseJob(database: Database, job: Lease): Promise<void> {
  await database.scoped(job.projectId, async (trx) => {
    await trx
      .updateTable("jobs")
      .set((eb) => ({
        state: "ready",
        lease_token: null,
        leased_until: null,
        attempt: eb("attempt", "-", 1),
      }))
      .where("project_id", "=", job.projectId)
      .where("id", "=", job.id)
      .where("lease_token", "=", job.leaseToken)
      .execute();
    notifyAfterCommit(trx, "jobs");
  });
}
