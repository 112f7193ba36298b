import { sql } from "kysely";
import { compileOnce, sendQuery } from "../../../db/statements.ts";
import { notifyAfterCommit } from "../../../db/transactions/notify-after-commit.ts";
import { createEventId } from "../../../ids.ts";
import type { Scope } from "../../scope.ts";
import { deliverKind } from "../webhook-subscriptions/deliver-kind.ts";
import {
  findReceiver,
  forgetReceiver,
  type Receiver,
} from "../webhook-subscriptions/read-receiver.ts";
import { mostBeginnings, planDelivery } from "./add-deliveries.ts";
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
 * @throws Error that has the transaction run again when the subscription has changed
 */
export async function emitEvent(scope: Scope, event: NewEvent): Promise<void> {
  const receiver = await findReceiver(scope, event.type);
  if (receiver !== undefined) {
    await storeEvent(scope, receiver, event, { isTest: false });
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
  event: NewEvent,
  { isTest }: { readonly isTest: boolean },
): Promise<string | undefined> {
  const { trx, projectId } = scope;
  const planned = await planEvent(scope, receiver, event);
  await sendForReceiver(scope, () =>
    sendQuery(trx, addEvent({ ...describeReceiver(receiver), ...planned, projectId, isTest }), {
      isPrepared: true,
    }),
  );
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
  readonly sealed: string;
  readonly delivery: string | undefined;
  readonly job: string | undefined;
}

/** Writes and seals the body of an event for its receiver. */
export async function planEvent(
  scope: Scope,
  receiver: Receiver,
  { type, userId, body }: NewEvent,
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
  return { id, type, userId, sealed, delivery: delivery?.id, job: delivery?.job_id };
}

/** The values of a receiver for the statement of its events. Without a receiver they are null. */
export function describeReceiver(
  receiver: Receiver | undefined,
): Readonly<Record<"subscription" | "at" | "version" | "url" | "kind" | "most", unknown>> {
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
