import { readDatabaseNow } from "../../db/now.ts";
import { createEventId } from "../../ids.ts";
import type { Scope } from "../scope.ts";
import { findSubscription } from "../webhook-subscriptions/read-webhook-subscriptions.ts";
import type { WebhookSubscriptionRow } from "../webhook-subscriptions/webhook-subscription-record.ts";
import { addDelivery, type DeliverableEvent } from "./add-deliveries.ts";
import type { EventFrame, WebhookVersion } from "./event-bodies.ts";
import { placeEvent } from "./event-place.ts";

/** An event that happened. */
export interface NewEvent {
  readonly type: string;
  /** The user whose account the event is about. Erasing the user erases the event. */
  readonly userId: string | null;
  /** Writes the body in the version that the subscription uses. */
  body(frame: EventFrame, version: WebhookVersion): string | Promise<string>;
}

/**
 * Stores an event and its delivery in the transaction of the change that it reports. Nothing is stored if the project
 * has no subscription, or the subscription does not want the type. While the subscription is disabled, events are
 * only stored, so that they can be replayed.
 */
export async function emitEvent(scope: Scope, event: NewEvent): Promise<void> {
  const subscription = await findSubscription(scope, "key share");
  if (subscription?.enabled_events.includes(event.type)) {
    const stored = await storeEvent(scope, subscription, event, false);
    if (subscription.status === "enabled") {
      await addDelivery(scope, subscription, stored);
    }
  }
}

/** Stores an event for a subscription, which the caller has locked, without delivering it. */
export async function storeEvent(
  scope: Scope,
  subscription: WebhookSubscriptionRow,
  { type, userId, body }: NewEvent,
  isTest: boolean,
): Promise<DeliverableEvent> {
  const { trx, projectId, platform } = scope;
  const { at } = await trx.selectNoFrom(readDatabaseNow().as("at")).executeTakeFirstOrThrow();
  const id = createEventId();
  const text = await body({ id, at }, subscription.version);
  await trx
    .insertInto("webhook_events")
    .values({
      project_id: projectId,
      id,
      subscription_id: subscription.id,
      event_type: type,
      version: subscription.version,
      body: await platform.secrets.seal(trx, placeEvent(projectId, id), text),
      user_id: userId,
      is_test: isTest,
      created_at: at,
    })
    .execute();
  return { id, event_type: type, created_at: at };
}
