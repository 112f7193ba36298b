import { sql } from "kysely";
import { readDatabaseNow } from "../../../base/db/now.ts";
import type { Scope } from "../../scope.ts";
import { deliverKind } from "./deliver-kind.ts";

/**
 * Ends all deliveries of a subscription that wait for an attempt. The caller has locked the subscription. Each of them has a
 * job, by which it is found. Deliveries are locked before their jobs, in the same order as in an attempt.
 */
export async function giveUpDeliveries(
  { trx, projectId }: Scope,
  subscriptionId: string,
): Promise<void> {
  const place = sql<string>`payload ->> 'id'`;
  const given = await trx
    .updateTable("webhook_deliveries as d")
    .from(
      trx
        .selectFrom("jobs")
        .select([place.as("id"), sql<Date>`(payload ->> 'at')::timestamptz`.as("at")])
        .where("project_id", "=", projectId)
        .where("kind", "=", deliverKind)
        .as("waiting"),
    )
    .set({ status: "failed", next_attempt_at: null, updated_at: readDatabaseNow() })
    .where("d.project_id", "=", projectId)
    .whereRef("d.id", "=", "waiting.id")
    .whereRef("d.event_at", "=", "waiting.at")
    .where("d.subscription_id", "=", subscriptionId)
    .where("d.status", "=", "pending")
    .returning("d.id")
    .execute();
  const ids = given.map(({ id }) => id);
  await trx
    .deleteFrom("jobs")
    .where("project_id", "=", projectId)
    .where("kind", "=", deliverKind)
    .where(sql<boolean>`payload ->> 'id' = any(${ids}::text[])`)
    .execute();
}
