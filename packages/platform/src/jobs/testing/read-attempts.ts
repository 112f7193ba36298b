import type { Database } from "../../db/opening/open-database.ts";

/** How often a job was tried, and how it went. */
export interface Attempts {
  readonly attempt: number;
  readonly dead_at: Date | null;
  readonly last_error: string | null;
}

/** The attempts of each job of a project. */
export function readAttempts(database: Database, projectId: string): Promise<readonly Attempts[]> {
  return database.scoped(projectId, (trx) =>
    trx.selectFrom("jobs").select(["attempt", "dead_at", "last_error"]).execute(),
  );
}
