import { sql } from "kysely";
import type { Database } from "../../base/db/opening/open-database.ts";

/** Which jobs an operator asks for. */
export interface JobFilter {
  readonly state: "dead" | "ready" | "waiting";
  readonly kind?: string | undefined;
  readonly projectId?: string | undefined;
  /** The most jobs to return. */
  readonly atMost: number;
}

/** A job as an operator sees it: without its payload. */
export interface ListedJob {
  readonly id: string;
  readonly projectId: string;
  readonly kind: string;
  /** The number of attempts that have ended. */
  readonly attempts: number;
  /** The kind of the last error, such as `TypeError`. */
  readonly lastError: string | null;
  /** When it is due, or was due. */
  readonly nextAt: Date;
  readonly diedAt: Date | null;
}

/** Reads jobs of all projects, each in the scope of its project: of dead ones the latest first, of others the first that are due. */
export async function listQueuedJobs(
  database: Database,
  { state, kind, projectId, atMost }: JobFilter,
): Promise<readonly ListedJob[]> {
  const found = await sql<{
    project_id: string;
    id: string;
  }>`select project_id, id from find_jobs(${state}, ${kind ?? null}, ${projectId ?? null}, ${atMost}::integer)`.execute(
    database.unscoped,
  );
  const read = new Map<string, ListedJob>();
  for (const [project, rows] of Map.groupBy(found.rows, (row) => row.project_id)) {
    const ids = rows.map(({ id }) => id);
    const jobs = await database.transactInProject(project, (trx) =>
      trx
        .selectFrom("jobs")
        .select(["id", "project_id as projectId", "kind", "attempt as attempts"])
        .select(["last_error as lastError", "next_at as nextAt", "dead_at as diedAt"])
        .where("project_id", "=", project)
        .where("id", "in", ids)
        .execute(),
    );
    for (const job of jobs) {
      read.set(job.id, job);
    }
  }
  // A job that ended meanwhile is left out.
  return found.rows.flatMap(({ id }) => read.get(id) ?? []);
}
