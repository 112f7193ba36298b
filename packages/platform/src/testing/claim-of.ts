import type { Database } from "../db/opening/open-database.ts";
import { type ClaimedJob, claimJobs, type KindClaim } from "../jobs/claim.ts";

/** Claims jobs of one kind as a worker would that has room for so many, with limits that nothing reaches. */
export function claimOf(
  database: Database,
  kind: string,
  atMost: number,
  limits: Partial<KindClaim> = {},
): Promise<readonly ClaimedJob[]> {
  const wide = { perProject: 1_000, perLane: 1_000, afterProject: "" };
  return claimJobs(database.unscoped, [{ kind, atMost, ...wide, ...limits }]);
}
