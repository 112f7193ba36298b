import { sql } from "kysely";
import type { Schemas } from "../../../base/api-types.ts";
import { PlatformError } from "../../../base/errors.ts";
import type { Scope } from "../../scope.ts";
import { readSubscription } from "../webhook-subscriptions/read-webhook-subscriptions.ts";
import type { WebhookSubscriptionRow } from "../webhook-subscriptions/webhook-subscription-record.ts";
import { addDeliveries, addDelivery } from "./add-deliveries.ts";
import { getDelivery } from "./read-deliveries.ts";

/** A period may contain millions of events. The process holds a thousand of them, about 200 kB, at a time. */
const eventsAtOnce = 1_000;

/**
 * Sends the event of a delivery again, with the same body and `webhook-id`.
 *
 * @throws PlatformError `Webhook_SubscriptionNotFound`, `Webhook_DeliveryNotFound`, `Webhook_SubscriptionDisabled`
 */
export async function replayDelivery(
  scope: Scope,
  subscriptionId: string,
  id: string,
): Promise<Schemas["Delivery"]> {
  const subscription = await readSubscription(scope, subscriptionId, "key share");
  const { event_id } = await getDelivery(scope, subscriptionId, id);
  assertEnabled(subscription);
  const event = await scope.trx
    .selectFrom("webhook_events")
    .select(["id", "event_type", "created_at"])
    .where("project_id", "=", scope.projectId)
    .where("id", "=", event_id)
    .forKeyShare()
    .executeTakeFirst();
  if (event === undefined) {
    throw new PlatformError("Webhook_DeliveryNotFound");
  }
  const replayed = await addDelivery(scope, subscription, { ...event, replayOf: id });
  return await getDelivery(scope, subscriptionId, replayed);
}

/**
 * Sends the events of a period again, in their order, each with the same body and `webhook-id`.
 *
 * @throws PlatformError `Webhook_SubscriptionNotFound`, `Webhook_SubscriptionDisabled`, `Validation_Failed`
 */
export async function replayEvents(
  scope: Scope,
  id: string,
  { since, until }: Schemas["ReplayEventsRequest"],
): Promise<Schemas["ReplayEventsResult"]> {
  const { trx, projectId } = scope;
  const subscription = await readSubscription(scope, id, "key share");
  const end = sql<Date>`coalesce(${until ?? null}::timestamptz, now())`;
  const { isOld, isEmpty } = await trx
    .selectNoFrom([
      sql<boolean>`${since}::timestamptz < now() - interval '90 days'`.as("isOld"),
      sql<boolean>`${end} <= ${since}::timestamptz`.as("isEmpty"),
    ])
    .executeTakeFirstOrThrow();
  const errors = [
    ...(isOld ? ["body.since: must be at most 90 days ago"] : []),
    ...(isEmpty ? ["body.until: must be later than `since`"] : []),
  ];
  if (errors.length > 0) {
    throw new PlatformError("Validation_Failed", { errors });
  }
  assertEnabled(subscription);
  const inPeriod = trx
    .selectFrom("webhook_events as e")
    .select(["e.id", "e.event_type", "e.created_at"])
    // The first delivery of the event, if it was delivered at all.
    .select(
      sql<string | null>`(select d.id from webhook_deliveries d where d.project_id = e.project_id
        and d.event_id = e.id and d.event_at = e.created_at order by d.created_at, d.id limit 1)`.as(
        "replayOf",
      ),
    )
    .where("e.project_id", "=", projectId)
    .where("e.subscription_id", "=", id)
    .where("e.is_test", "=", false)
    .where(sql<boolean>`e.event_type = any(${subscription.enabled_events}::text[])`)
    .where(sql<boolean>`e.created_at >= ${since}::timestamptz and e.created_at < ${end}`)
    .orderBy("e.created_at")
    .orderBy("e.id")
    .limit(eventsAtOnce)
    // An event that is erased meanwhile gets no delivery.
    .forKeyShare();
  let queued = 0;
  let events = await inPeriod.execute();
  for (let last = events.at(-1); last !== undefined; last = events.at(-1)) {
    await addDeliveries(scope, subscription, events);
    queued += events.length;
    events = await inPeriod
      .where(sql<boolean>`(e.created_at, e.id) > (${last.created_at}, ${last.id})`)
      .execute();
  }
  return { queued };
}

/** @throws PlatformError `Webhook_SubscriptionDisabled` */
export function assertEnabled({ status }: Pick<WebhookSubscriptionRow, "status">): void {
  if (status === "disabled") {
    throw new PlatformError("Webhook_SubscriptionDisabled");
  }
}
