import { type Selectable, sql } from "kysely";
import type { Query, Schemas } from "../../api-types.ts";
import type { Tables } from "../../db/tables.ts";
import { PlatformError } from "../../errors.ts";
import { offsetOf, type Page, type PageOf, roomOf, toPage } from "../lists/pages.ts";
import type { Scope } from "../scope.ts";
import { checkKnownEvent } from "../webhook-subscriptions/event-types.ts";
import { readSubscription } from "../webhook-subscriptions/read-webhook-subscriptions.ts";

/**
 * The deliveries of a subscription, the newest first.
 *
 * @throws PlatformError `Webhook_SubscriptionNotFound`, `Validation_Failed` for an unknown type of event
 */
export async function listDeliveries(
  scope: Scope,
  id: string,
  { status, event_type: type }: Query<"listDeliveries">,
  page: Page,
): Promise<PageOf<Schemas["Delivery"]>> {
  await readSubscription(scope, id);
  if (type !== undefined) {
    checkKnownEvent(type);
  }
  let matching = selectDeliveries(scope, id);
  matching = status === undefined ? matching : matching.where("d.status", "=", status);
  matching = type === undefined ? matching : matching.where("d.event_type", "=", type);
  const { total } = await matching
    .select(sql<number>`count(*)::integer`.as("total"))
    .executeTakeFirstOrThrow();
  const rows = await matching
    .selectAll("d")
    .select(["e.version", "e.is_test"])
    .orderBy("d.created_at", "desc")
    .orderBy("d.id", "desc")
    .limit(roomOf(page))
    .offset(offsetOf(page))
    .execute();
  return toPage(page, total, await toRecords(scope, rows));
}

/** One delivery of a subscription; @throws PlatformError `Webhook_DeliveryNotFound` */
export async function getDelivery(
  scope: Scope,
  subscriptionId: string,
  id: string,
): Promise<Schemas["Delivery"]> {
  const rows = await selectDeliveries(scope, subscriptionId)
    .selectAll("d")
    .select(["e.version", "e.is_test"])
    .where("d.id", "=", id)
    .execute();
  const [record] = await toRecords(scope, rows);
  if (record === undefined) {
    throw new PlatformError("Webhook_DeliveryNotFound");
  }
  return record;
}

function selectDeliveries({ trx, projectId }: Scope, subscriptionId: string) {
  return trx
    .selectFrom("webhook_deliveries as d")
    .innerJoin("webhook_events as e", (join) =>
      join.onRef("e.project_id", "=", "d.project_id").onRef("e.id", "=", "d.event_id"),
    )
    .where("d.project_id", "=", projectId)
    .where("d.subscription_id", "=", subscriptionId);
}

type DeliveryRow = Selectable<Tables["webhook_deliveries"]> & {
  readonly version: Schemas["WebhookVersion"];
  readonly is_test: boolean;
};

async function toRecords(
  { trx, projectId }: Scope,
  rows: readonly DeliveryRow[],
): Promise<Schemas["Delivery"][]> {
  const ids = rows.map(({ id }) => id);
  const attempts = await trx
    .selectFrom("webhook_attempts")
    .selectAll()
    .where("project_id", "=", projectId)
    .where(sql<boolean>`delivery_id = any(${ids}::text[])`)
    .orderBy("attempt")
    .execute();
  const byDelivery = Map.groupBy(attempts, ({ delivery_id }) => delivery_id);
  return rows.map((row) => ({
    id: row.id,
    event_id: row.event_id,
    event_type: row.event_type,
    version: row.version,
    webhook_url: row.webhook_url,
    status: row.status,
    is_test: row.is_test,
    replay_of: row.replay_of,
    attempts: (byDelivery.get(row.id) ?? []).map((each) => ({
      attempt: each.attempt,
      attempted_at: each.attempted_at.toISOString(),
      status_code: each.status_code,
      latency_ms: each.latency_ms,
      error: each.error,
    })),
    next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }));
}
