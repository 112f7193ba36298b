import type { Database } from "../base/db/opening/open-database.ts";
import { type ClaimedJob, claimJobs, type KindClaim } from "../base/jobs/claim.ts";

/**
 * Claims jobs of one kind as a worker with room for this many would. The limits are so high that no job reaches them.
 *
 * @param claim `worker` for a worker that claims more than once
 */
export async function claimAsWorker(
  database: Database,
  kind: string,
  atMost: number,
  claim: Partial<KindClaim> & { readonly worker?: string } = {},
): Promise<readonly ClaimedJob[]> {
  const { worker = crypto.randomUUID(), ...limits } = claim;
  const wide = { held: [], perProject: 1_000, perLane: 1_000, afterProject: "" };
  const { jobs } = await claimJobs(database.unscoped, worker, [
    { kind, atMost, ...wide, ...limits },
  ]);
  return jobs;
}
