import { createId } from "../../ids.ts";
import { enqueueAll } from "../../jobs/enqueue.ts";
import type { Scope } from "../scope.ts";
import { deliverKind } from "../webhook-subscriptions/deliver-kind.ts";
import type { WebhookSubscriptionRow } from "../webhook-subscriptions/webhook-subscription-record.ts";

/** An event to deliver. `replayOf` is the delivery that is repeated. */
export interface DeliverableEvent {
  readonly id: string;
  readonly event_type: string;
  readonly created_at: Date;
  readonly replayOf?: string | null;
}

/** Ten attempts count. Further ones begin when workers die; `deliver.ts` counts only attempts that ended. */
const mostBeginnings = 1_000;

/** Rows a statement. */
const rowsAtOnce = 1_000;

/**
 * Queues the delivery of an event to the current address of the subscription, which the caller has locked. Returns the id of
 * the delivery.
 */
export async function addDelivery(
  scope: Scope,
  subscription: WebhookSubscriptionRow,
  event: DeliverableEvent,
): Promise<string> {
  const [id = ""] = await addDeliveries(scope, subscription, [event]);
  return id;
}

/** Queues many events, in their order. */
export async function addDeliveries(
  { trx, projectId }: Scope,
  subscription: WebhookSubscriptionRow,
  events: readonly DeliverableEvent[],
): Promise<readonly string[]> {
  const rows = events.map(({ id, event_type, created_at, replayOf = null }) => ({
    project_id: projectId,
    id: createId("dlv"),
    subscription_id: subscription.id,
    event_id: id,
    event_at: created_at,
    event_type,
    webhook_url: subscription.webhook_url,
    replay_of: replayOf,
  }));
  for (let from = 0; from < rows.length; from += rowsAtOnce) {
    const some = rows.slice(from, from + rowsAtOnce);
    await trx.insertInto("webhook_deliveries").values(some).execute();
  }
  await enqueueAll(
    trx,
    rows.map(({ id, event_at: at }) => ({
      projectId,
      kind: deliverKind,
      payload: { id, at },
      uniqueKey: id,
      lane: subscription.id,
      maxAttempts: mostBeginnings,
    })),
  );
  return rows.map(({ id }) => id);
}
