import { sql } from "kysely";
import { readDatabaseNow } from "../../base/db/now.ts";
import type { Database } from "../../base/db/opening/open-database.ts";
import { notifyAfterCommit } from "../../base/db/transactions/notify-after-commit.ts";
import type { ScopedTransaction } from "../../base/db/transactions/scoped.ts";
import { deliverKind } from "../webhooks/webhook-subscriptions/deliver-kind.ts";

/**
 * Gives jobs that were given up all of their attempts again, now. A delivery that failed with its job is pending again.
 *
 * @returns the ids of the jobs that run again; those that are not dead, or do not exist, are left out
 */
export async function retryJobs(
  database: Database,
  jobs: readonly { readonly projectId: string; readonly id: string }[],
): Promise<readonly string[]> {
  const retried: string[] = [];
  for (const [projectId, own] of Map.groupBy(jobs, (job) => job.projectId)) {
    const ids = own.map(({ id }) => id);
    retried.push(
      ...(await database.transactInProject(projectId, (trx) =>
        retryInProject(trx, projectId, ids),
      )),
    );
  }
  return retried;
}

async function retryInProject(
  trx: ScopedTransaction,
  projectId: string,
  ids: readonly string[],
): Promise<readonly string[]> {
  // Deliveries before jobs, in the order of all transactions (ADR 46).
  await sql`update webhook_deliveries d set status = 'pending', next_attempt_at = now(), updated_at = now()
    from jobs j
    where j.project_id = ${projectId} and j.id = any(${ids}::text[]) and j.state = 'dead' and j.kind = ${deliverKind}
      and d.project_id = j.project_id and d.id = j.payload ->> 'id'
      and d.event_at = (j.payload ->> 'at')::timestamptz and d.status = 'failed'`.execute(trx);
  const retried = await trx
    .updateTable("jobs")
    .set({ state: "ready", attempt: 0, dead_at: null, next_at: readDatabaseNow() })
    .where("project_id", "=", projectId)
    .where("id", "in", ids)
    .where("state", "=", "dead")
    .returning("id")
    .execute();
  notifyAfterCommit(trx, "jobs");
  return retried.map(({ id }) => id);
}
