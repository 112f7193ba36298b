import { type Kysely, sql } from "kysely";
import type { Tables } from "../db/tables.ts";
import type { JobPayload } from "./job-types.ts";

/** How long a worker has a job without a sign of life. Detection and the next poll stay under 20 s (targets.md). */
const leaseMs = 15_000;

/** A job that this process holds until its lease ends. */
export interface ClaimedJob {
  readonly projectId: string;
  readonly id: string;
  readonly kind: string;
  readonly payload: JobPayload;
  /** The envelope; see `sealed-payload.ts`. */
  readonly sealed: string | null;
  readonly attempt: number;
  readonly leaseToken: string;
}

/** Room that a worker has for more jobs. */
export interface KindClaim {
  readonly kind: string;
  readonly atMost: number;
  readonly perProject: number;
  readonly perLane: number;
  /** Projects take turns, beginning after this one: the one that was served last. */
  readonly afterProject: string;
}

/**
 * Takes due jobs for `leaseMs` by the database's clock, with their payloads. Projects and lanes that have all that
 * their limits allow are passed over; of a lane the longest due come first.
 */
export async function claimJobs(
  unscoped: Kysely<Tables>,
  kinds: readonly KindClaim[],
): Promise<readonly ClaimedJob[]> {
  // Claims of a kind wait for each other: in one order, two of them cannot wait for one another.
  const ordered = kinds.toSorted((a, b) => (a.kind < b.kind ? -1 : 1));
  const column = <K extends keyof KindClaim>(name: K): KindClaim[K][] =>
    ordered.map((claim) => claim[name]);
  const claimed = await sql<{
    project_id: string;
    id: string;
    kind: string;
    payload: JobPayload;
    sealed: string | null;
    attempt: number;
    lease_token: string;
  }>`select claimed.* from unnest(${column("kind")}::text[], ${column("atMost")}::integer[],
      ${column("perProject")}::integer[], ${column("perLane")}::integer[], ${column("afterProject")}::text[])
      as asked (kind, at_most, per_project, per_lane, after_project),
    claim_jobs(asked.kind, asked.at_most, asked.per_project, asked.per_lane, asked.after_project,
      ${anyLane()}::bigint, ${leaseMs}::integer) as claimed`.execute(unscoped);
  return claimed.rows.map((row) => ({
    projectId: row.project_id,
    id: row.id,
    kind: row.kind,
    payload: row.payload,
    sealed: row.sealed,
    attempt: row.attempt,
    leaseToken: row.lease_token,
  }));
}

/** Lanes are hashes, so that a random one to begin with gives each its turn. */
function anyLane(): string {
  const [high = 0, low = 0] = crypto.getRandomValues(new Int32Array(2));
  return String((BigInt(high) << 32n) | BigInt(low >>> 0));
}

/** Gives the jobs of workers that are gone to the next claim, or declares them dead after their last attempt. */
export async function recoverJobs(unscoped: Kysely<Tables>): Promise<void> {
  await sql`select recover_jobs()`.execute(unscoped);
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
