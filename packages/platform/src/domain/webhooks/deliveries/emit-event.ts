import { notifyAfterCommit } from "../../../base/db/transactions/notify-after-commit.ts";
import { PlatformError } from "../../../base/errors.ts";
import { createEventId } from "../../../base/ids.ts";
import type { Scope } from "../../scope.ts";
import { deliverKind } from "../webhook-subscriptions/deliver-kind.ts";
import { findReceiver, forgetReceiver } from "../webhook-subscriptions/read-receiver.ts";
import type { Receiver } from "../webhook-subscriptions/receiver-statements.ts";
import { mostBeginnings, planDelivery } from "./add-deliveries.ts";
import { addEvent, type ReceiverValues } from "./delivery-statements.ts";
import type { EventFrame, WebhookVersion } from "./event-bodies.ts";
import { placeEvent } from "./event-place.ts";

/** An event that happened. */
export interface NewEvent {
  readonly type: string;
  /** The user whose account the event is about. Erasing the user erases the event. */
  readonly userId: string | null;
  /** The trigger instance that fired. */
  readonly triggerId?: string;
  /** Writes the body in the version that the subscription uses. */
  body(frame: EventFrame, version: WebhookVersion): string | Promise<string>;
}

/**
 * Stores an event and its delivery in the transaction of the change that it reports. Nothing is stored if the project
 * has no subscription, or the subscription does not want the type. While the subscription is disabled, events are
 * only stored, so that they can be replayed.
 *
 * An event that is too large is reported to the operator and not stored: the change that it reports, or the other items of
 * its poll, must not fail with it, and it would be as large the next time.
 *
 * @throws Error that has the transaction run again when the subscription has changed
 */
export async function emitEvent(scope: Scope, event: NewEvent): Promise<void> {
  const receiver = await findReceiver(scope, event.type);
  if (receiver === undefined) {
    return;
  }
  try {
    await storeEvent(scope, receiver, event, { isTest: false });
  } catch (error) {
    if (!(error instanceof PlatformError && error.slug === "Webhook_EventTooLarge")) {
      throw error;
    }
    scope.platform.onRefusedEvent?.({ projectId: scope.projectId, type: event.type });
  }
}

/**
 * Stores an event for the receiver, and its delivery when the receiver is enabled, with one statement.
 *
 * @returns the id of the delivery
 * @throws PlatformError `Webhook_EventTooLarge`, before anything is stored
 */
export async function storeEvent(
  scope: Scope,
  receiver: Receiver,
  event: NewEvent,
  { isTest }: { readonly isTest: boolean },
): Promise<string | undefined> {
  const { trx, projectId } = scope;
  const planned = await planEvent(scope, receiver, event);
  await sendForReceiver(scope, () =>
    addEvent(scope, { ...describeReceiver(receiver), ...planned, isTest }),
  );
  scope.platform.records.note(projectId, "events", planned.sealed.length);
  if (planned.delivery !== undefined) {
    notifyAfterCommit(trx, "jobs");
  }
  return planned.delivery;
}

/** An event with its sealed body, and with the ids of its delivery and its job when the receiver is enabled. */
export interface PlannedEvent {
  readonly id: string;
  readonly type: string;
  readonly userId: string | null;
  readonly triggerId: string | null;
  readonly sealed: string;
  readonly delivery: string | undefined;
  readonly job: string | undefined;
}

/** Writes and seals the body of an event for its receiver; @throws PlatformError `Webhook_EventTooLarge` */
export async function planEvent(
  scope: Scope,
  receiver: Receiver,
  { type, userId, triggerId, body }: NewEvent,
): Promise<PlannedEvent> {
  const { trx, projectId, platform } = scope;
  const { at, version, status } = receiver;
  const id = createEventId();
  const text = await body({ id, at }, version);
  const sealed = await platform.secrets.seal(trx, placeEvent(projectId, id), text);
  const delivery =
    status === "enabled"
      ? planDelivery(scope, receiver, { id, event_type: type, created_at: at })
      : undefined;
  return {
    id,
    type,
    userId,
    triggerId: triggerId ?? null,
    sealed,
    delivery: delivery?.id,
    job: delivery?.job_id,
  };
}

/** The values of a receiver for the statement of its events. Without a receiver they are null. */
export function describeReceiver(receiver: Receiver | undefined): ReceiverValues {
  return {
    subscription: receiver?.id ?? null,
    at: receiver?.at ?? null,
    version: receiver?.version ?? null,
    url: receiver?.webhook_url ?? null,
    kind: deliverKind,
    most: mostBeginnings,
  };
}

/** Sends a statement that stores events. When it fails, the receiver may have changed, and the next event reads it again. */
export async function sendForReceiver<T>(scope: Scope, send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    forgetReceiver(scope);
    throw error;
  }
}
