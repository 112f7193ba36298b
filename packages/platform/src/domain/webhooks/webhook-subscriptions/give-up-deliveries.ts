import { sql } from "kysely";
import { readDatabaseNow } from "../../../db/now.ts";
import type { Scope } from "../../scope.ts";
import { deliverKind } from "./deliver-kind.ts";

/**
 * Ends all deliveries of a subscription that wait for an attempt. The caller has locked the subscription. Deliveries
 * are locked before their jobs, in the same order as in an attempt.
 */
export async function giveUpDeliveries(
  { trx, projectId }: Scope,
  subscriptionId: string,
): Promise<void> {
  const given = await trx
    .updateTable("webhook_deliveries")
    .set({ status: "failed", next_attempt_at: null, updated_at: readDatabaseNow() })
    .where("project_id", "=", projectId)
    .where("subscription_id", "=", subscriptionId)
    .where("status", "=", "pending")
    .returning("id")
    .execute();
  const ids = given.map(({ id }) => id);
  await trx
    .deleteFrom("jobs")
    .where("project_id", "=", projectId)
    .where("kind", "=", deliverKind)
    .where(sql<boolean>`unique_key = any(${ids}::text[])`)
    .execute();
}
