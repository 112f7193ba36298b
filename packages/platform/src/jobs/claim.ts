import { type Kysely, sql } from "kysely";
import type { Tables } from "../db/tables.ts";
import type { JobPayload } from "./job-types.ts";

/** How long a worker has a job without a sign of life. Detection and the next poll stay under 20 s (targets.md). */
const leaseMs = 15_000;

/** A job that this process holds until its lease ends. The next worker that has it has its next attempt. */
export interface ClaimedJob {
  readonly projectId: string;
  readonly id: string;
  readonly kind: string;
  readonly payload: JobPayload;
  /** The envelope; see `sealed-payload.ts`. */
  readonly sealed: string | null;
  readonly attempt: number;
}

/** An attempt at a job, among all that a process may know. */
export function leaseKey({ id, attempt }: Pick<ClaimedJob, "id" | "attempt">): string {
  return `${id} ${attempt}`;
}

/** Room that a worker has for more jobs. */
export interface KindClaim {
  readonly kind: string;
  /** The jobs of this kind that the worker has. Others that its lease names are given back. */
  readonly held: readonly string[];
  readonly atMost: number;
  readonly perProject: number;
  readonly perLane: number;
  /** Projects take turns, beginning after this one: the one that was served last. */
  readonly afterProject: string;
}

/**
 * Takes due jobs for `leaseMs` by the database's clock, with their payloads. Projects and lanes that have all that
 * their limits allow are passed over; of a lane the longest due come first.
 *
 * @param worker a UUID. A worker must make one claim at a time: it says which jobs it has
 */
export async function claimJobs(
  unscoped: Kysely<Tables>,
  worker: string,
  kinds: readonly KindClaim[],
): Promise<readonly ClaimedJob[]> {
  // Claims of a kind wait for each other: in one order, two of them cannot wait for one another.
  const ordered = kinds.toSorted((a, b) => (a.kind < b.kind ? -1 : 1));
  const claimed = await sql<{
    project_id: string;
    id: string;
    kind: string;
    payload: JobPayload;
    sealed: string | null;
    attempt: number;
  }>`select claimed.* from json_to_recordset(${JSON.stringify(ordered)}::json) as asked (kind text, held text[],
      "atMost" integer, "perProject" integer, "perLane" integer, "afterProject" text),
    claim_jobs(${worker}::uuid, asked.held, asked.kind, asked."atMost", asked."perProject", asked."perLane",
      asked."afterProject", ${anyLane()}::bigint, ${leaseMs}::integer) as claimed`.execute(
    unscoped,
  );
  return claimed.rows.map(({ project_id: projectId, ...job }) => ({ projectId, ...job }));
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

/** Lets other workers have the jobs at once that this one does not hold any more: a claim of no job. */
export async function giveBackJobs(
  unscoped: Kysely<Tables>,
  worker: string,
  kinds: readonly KindClaim[],
): Promise<void> {
  await claimJobs(
    unscoped,
    worker,
    kinds.map((claim) => ({ ...claim, atMost: 0 })),
  );
  await sql`select pg_notify('jobs', '')`.execute(unscoped);
}

/** Renews the lease of a worker; answers the ids of the jobs that it still has. */
export async function extendLease(
  unscoped: Kysely<Tables>,
  worker: string,
): Promise<ReadonlySet<string>> {
  const held = await sql<{
    held_id: string;
  }>`select * from extend_job_leases(${worker}::uuid, ${leaseMs}::integer)`.execute(unscoped);
  return new Set(held.rows.map((row) => row.held_id));
}
