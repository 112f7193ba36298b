import { type Kysely, sql } from "kysely";
import type { Database } from "../db/open-database.ts";
import type { ScopedTransaction } from "../db/scoped.ts";
import type { Tables } from "../db/tables.ts";
import { backoffMs } from "./backoff.ts";
import { type JobPayload, LeaseLostError, RetryLaterError } from "./job-types.ts";

/** How long a worker has a job without a sign of life. Detection and the next poll stay under 20 s (targets.md). */
const leaseMs = 15_000;

/** A job that this process holds until its lease ends. */
export interface LeasedJob {
  readonly projectId: string;
  readonly id: string;
  readonly kind: string;
  readonly attempt: number;
  readonly leaseToken: string;
}

/** Takes at most `atMost` due jobs of these kinds, the longest due first, for `leaseMs` by the database's clock. */
export async function claimJobs(
  unscoped: Kysely<Tables>,
  kinds: readonly string[],
  atMost: number,
): Promise<readonly LeasedJob[]> {
  const claimed = await sql<{
    project_id: string;
    id: string;
    kind: string;
    attempt: number;
    lease_token: string;
  }>`select * from claim_jobs(${[...kinds]}::text[], ${atMost}::integer, ${leaseMs}::integer)`.execute(
    unscoped,
  );
  return claimed.rows.map((row) => ({
    projectId: row.project_id,
    id: row.id,
    kind: row.kind,
    attempt: row.attempt,
    leaseToken: row.lease_token,
  }));
}

/** Renews leases; answers the tokens of those that are still held. */
export async function extendLeases(
  unscoped: Kysely<Tables>,
  tokens: readonly string[],
): Promise<ReadonlySet<string>> {
  const held = await sql<{
    lease_token: string;
  }>`select * from extend_job_leases(${[...tokens]}::uuid[], ${leaseMs}::integer)`.execute(
    unscoped,
  );
  return new Set(held.rows.map((row) => row.lease_token));
}

/** The payload of a job that is held; undefined when the lease was lost. */
export async function readPayload(
  database: Database,
  job: LeasedJob,
): Promise<JobPayload | undefined> {
  return await database.scoped(job.projectId, async (trx) => {
    const row = await trx
      .selectFrom("jobs")
      .select("payload")
      .where("project_id", "=", job.projectId)
      .where("id", "=", job.id)
      .where("lease_token", "=", job.leaseToken)
      .executeTakeFirst();
    return row?.payload;
  });
}

/**
 * Removes a job that was done.
 *
 * @throws LeaseLostError when it is not held any more
 */
export async function finishJob(trx: ScopedTransaction, job: LeasedJob): Promise<void> {
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

/** Puts a failed job back for a later attempt, or declares it dead after its last. Only the error's kind is kept. */
export async function failJob(database: Database, job: LeasedJob, error: unknown): Promise<void> {
  const kind = error instanceof Error ? error.name : "Unknown";
  const at = error instanceof RetryLaterError ? error.at : undefined;
  const wait = backoffMs(job.attempt);
  const now = sql<Date>`clock_timestamp()`;
  const next = at ?? sql<Date>`clock_timestamp() + make_interval(secs => ${wait / 1000}::float8)`;
  await database.scoped(job.projectId, async (trx) => {
    await trx
      .updateTable("jobs")
      .set((eb) => ({
        lease_token: null,
        leased_until: null,
        last_error: kind,
        next_at: next,
        dead_at: eb.case().when("attempt", ">=", eb.ref("max_attempts")).then(now).else(null).end(),
      }))
      .where("project_id", "=", job.projectId)
      .where("id", "=", job.id)
      .where("lease_token", "=", job.leaseToken)
      .execute();
  });
}

/** Gives a job back that was begun but not done, so that another worker begins it at once. The attempt does not count. */
export async function releaseJob(database: Database, job: LeasedJob): Promise<void> {
  await database.scoped(job.projectId, async (trx) => {
    await trx
      .updateTable("jobs")
      .set((eb) => ({
        lease_token: null,
        leased_until: null,
        attempt: eb("attempt", "-", 1),
      }))
      .where("project_id", "=", job.projectId)
      .where("id", "=", job.id)
      .where("lease_token", "=", job.leaseToken)
      .execute();
    await sql`select pg_notify('jobs', '')`.execute(trx);
  });
}
