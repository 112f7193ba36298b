import { type Kysely, sql } from "kysely";
import type { Tables } from "../db/tables.ts";
import { selectClaimed } from "./job-statements.ts";
import type { JobPayload } from "./job-types.ts";

/**
 * Milliseconds for which a worker keeps its jobs without a heartbeat. Until then, the jobs of a dead worker still count
 * against the limits of their lanes. A worker that stalls for longer loses its jobs, and other workers run them again
 * at the same time.
 */
const leaseMs = 8_000;

/**
 * A job that this process holds until its lease ends. If another worker gets the job afterwards, `attempt` is one
 * higher.
 */
export interface ClaimedJob {
  /** The worker that claimed it. */
  readonly worker: string;
  readonly projectId: string;
  readonly id: string;
  readonly kind: string;
  readonly payload: JobPayload;
  /** The envelope; see `sealed-payload.ts`. */
  readonly sealed: string | null;
  readonly attempt: number;
}

/** The key of one attempt at a job, unique within a process. */
export function leaseKey({ id, attempt }: Pick<ClaimedJob, "id" | "attempt">): string {
  return `${id} ${attempt}`;
}

/** The number of further jobs that a worker can take, for one kind. */
export interface KindClaim {
  readonly kind: string;
  /** The ids of this kind's jobs that the worker still has. Other jobs under its lease are given back. */
  readonly held: readonly string[];
  readonly atMost: number;
  readonly perProject: number;
  readonly perLane: number;
  /** Projects take turns. This is the project that was served last; the next one begins. */
  readonly afterProject: string;
}

/** The jobs that a claim brought. */
export interface Claimed {
  readonly jobs: readonly ClaimedJob[];
  /**
   * True when a project or a lane with due jobs had reached its limit, of which these jobs may be a part: when a job ends,
   * another one may begin.
   */
  readonly isLimited: boolean;
}

/**
 * Takes due jobs for `leaseMs`, by the database's clock, with their payloads. Projects and lanes that have reached
 * their limits are skipped. Within a lane, the jobs that have been due longest come first.
 *
 * @param worker a UUID. A worker must make one claim at a time, because each claim lists the jobs that it has.
 */
export async function claimJobs(
  unscoped: Kysely<Tables>,
  worker: string,
  kinds: readonly KindClaim[],
): Promise<Claimed> {
  // Two claims of the same kind wait for each other. Claiming kinds in one order prevents deadlocks.
  const ordered = kinds.toSorted((a, b) => (a.kind < b.kind ? -1 : 1));
  const rows = await selectClaimed(unscoped, worker, JSON.stringify(ordered), leaseMs);
  return {
    jobs: rows.flatMap(({ project_id: projectId, id, ...job }) =>
      projectId === null || id === null ? [] : [{ worker, projectId, id, ...job }],
    ),
    isLimited: rows.some(({ id }) => id === null),
  };
}

/**
 * Makes the jobs of vanished workers available again. After their last attempt it declares them dead. Returns the number of
 * these jobs.
 */
export async function recoverJobs(unscoped: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select recover_jobs() as count`.execute(unscoped);
  return rows[0]?.count ?? 0;
}

/**
 * Releases jobs that this worker no longer holds, so that other workers can take them at once. It is a claim of zero
 * jobs.
 */
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

/** Renews the lease of a worker. Returns the ids of the jobs that it still has. */
export async function extendLease(
  unscoped: Kysely<Tables>,
  worker: string,
): Promise<ReadonlySet<string>> {
  const held = await sql<{
    held_id: string;
  }>`select * from extend_job_leases(${worker}::uuid, ${leaseMs}::integer)`.execute(unscoped);
  return new Set(held.rows.map((row) => row.held_id));
}
