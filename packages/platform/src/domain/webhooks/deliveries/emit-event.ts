import { sql } from "kysely";
import { compileOnce, type Sending, sendQuery } from "../../../db/statements.ts";
import { notifyAfterCommit } from "../../../db/transactions/notify-after-commit.ts";
import { createEventId } from "../../../ids.ts";
import type { Scope } from "../../scope.ts";
import {
  findReceiver,
  forgetReceiver,
  type Receiver,
} from "../webhook-subscriptions/read-receiver.ts";
import { planDelivery } from "./add-deliveries.ts";
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
 *
 * @param sending `isLast` when the transaction ends with this event
 * @throws Error that has the transaction run again when the subscription has changed
 */
export async function emitEvent(
  scope: Scope,
  event: NewEvent,
  { isLast = false }: Pick<Sending, "isLast"> = {},
): Promise<void> {
  const receiver = await findReceiver(scope, event.type);
  if (receiver !== undefined) {
    await storeEvent(scope, receiver, event, { isTest: false, isLast });
  }
}

/**
 * Stores an event for the receiver, and its delivery when the receiver is enabled, with one statement.
 *
 * @returns the id of the delivery
 */
export async function storeEvent(
  scope: Scope,
  receiver: Receiver,
  { type, userId, body }: NewEvent,
  { isTest, isLast = false }: { readonly isTest: boolean; readonly isLast?: boolean },
): Promise<string | undefined> {
  const { trx, projectId, platform } = scope;
  const { at, id: subscription, version, webhook_url: url } = receiver;
  const id = createEventId();
  const text = await body({ id, at }, version);
  const sealed = await platform.secrets.seal(trx, placeEvent(projectId, id), text);
  const delivery =
    receiver.status === "enabled"
      ? planDelivery(scope, receiver, { id, event_type: type, created_at: at })
      : undefined;
  const event = { projectId, subscription, id, at, type, version, sealed, userId, isTest, url };
  const planned = {
    delivery: delivery?.id,
    job: delivery?.job_id,
    kind: delivery?.kind,
    most: delivery?.max_attempts,
  };
  try {
    await sendQuery(trx, addEvent({ ...event, ...planned }), { isPrepared: true, isLast });
  } catch (error) {
    forgetReceiver(scope);
    throw error;
  }
  if (delivery !== undefined) {
    notifyAfterCommit(trx, "jobs");
  }
  return delivery?.id;
}

const addEvent = compileOnce(
  [
    ...(["projectId", "subscription", "id", "at", "type", "version", "sealed", "userId"] as const),
    ...(["isTest", "url", "delivery", "job", "kind", "most"] as const),
  ],
  (each, trx) =>
    sql`select add_event(${each.projectId}, ${each.subscription}, ${each.id}, ${each.at}::timestamptz, ${each.type},
      ${each.version}, ${each.sealed}, ${each.userId}, ${each.isTest}::boolean, ${each.url}, ${each.delivery},
      ${each.job}, ${each.kind}, ${each.most}::integer)`.compile(trx),
);
