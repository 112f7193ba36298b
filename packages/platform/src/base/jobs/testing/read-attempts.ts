import type { Database } from "../../db/opening/open-database.ts";

/** The number of attempts at a job, and their results. */
export interface Attempts {
  readonly attempt: number;
  readonly dead_at: Date | null;
  readonly last_error: string | null;
}

/** The attempts of each job of a project. */
export function readAttempts(database: Database, projectId: string): Promise<readonly Attempts[]> {
  return database.transactInProject(projectId, (trx) =>
    trx.selectFrom("jobs").select(["attempt", "dead_at", "last_error"]).execute(),
  );
}
