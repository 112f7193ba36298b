import { sql } from "kysely";
import { createId } from "../../../ids.ts";
import type { NamedOwner } from "../../../ingress/read-owner.ts";
import { hashSha256 } from "../../../secrets/hash.ts";
import type { Scope } from "../../scope.ts";
import { emitEvent, type NewEvent } from "../../webhooks/deliveries/emit-event.ts";
import { buildTriggerMessageBody } from "../../webhooks/deliveries/event-bodies.ts";
import { hastenPolls } from "../triggers/hasten-polls.ts";
import type { AddressOwner } from "./locate-address.ts";
import { listWaiting, type WaitingInstance } from "./waiting-instances.ts";

/** An event for an instance. */
export interface TriggerEvent {
  readonly instance: WaitingInstance;
  /** Matches the payload schema of its type. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** A delivery that was verified. */
export interface TakenDelivery {
  readonly owner: AddressOwner;
  /** The application's ids of the delivery: one that was seen before makes it a repetition. */
  readonly ids: readonly string[];
  readonly account: NamedOwner;
  readonly events: readonly TriggerEvent[];
  /** Ids of the instances whose lists have changed. */
  readonly changed: readonly string[];
}

/**
 * Stores the events of a delivery with all of their deliveries to the project's subscriber, unless the delivery was taken within
 * 72 hours before by the database's clock. Instances that were disabled meanwhile get none. A poll that a delivery asks for is due
 * at once; a repeated delivery only makes another poll.
 */
export async function takeDelivery(scope: Scope, delivery: TakenDelivery): Promise<void> {
  await hastenPolls(scope, delivery.changed);
  if (delivery.events.length === 0) {
    return;
  }
  if (!(await isFirst(scope, delivery))) {
    return;
  }
  const { owner, account, events } = delivery;
  const waiting = await listWaiting(scope, owner, account);
  const ids = new Set(waiting.map(({ id }) => id));
  const wanted = events.filter(({ instance }) => ids.has(instance.id));
  for (const event of wanted) {
    await emit(scope, event, { isLast: event === wanted.at(-1) });
  }
}

/** Simultaneous requests with the same delivery wait here for the end of this transaction. */
async function isFirst({ trx, projectId }: Scope, { owner, ids }: TakenDelivery): Promise<boolean> {
  if (ids.length === 0) {
    return true;
  }
  const keys = ids.map((id) => hashSha256(JSON.stringify([owner.kind, owner.id, id]))).toSorted();
  const inserted = await trx
    .insertInto("webhook_receipts")
    .values(keys.map((id) => ({ project_id: projectId, id })))
    .onConflict((conflict) =>
      conflict
        .columns(["project_id", "id"])
        .doUpdateSet({ received_at: sql`now()` })
        .where(sql<boolean>`webhook_receipts.received_at < now() - interval '72 hours'`),
    )
    .returning("id")
    .execute();
  return inserted.length === keys.length;
}

async function emit(
  scope: Scope,
  { instance, data }: TriggerEvent,
  sending: { readonly isLast: boolean },
): Promise<void> {
  const message = {
    logId: createId("log"),
    slug: instance.trigger_slug,
    trigger: { id: instance.id, uuid: instance.uuid },
    account: { id: instance.account_id, uuid: instance.account_uuid },
    authConfigId: instance.auth_config_id,
    userId: instance.user_id,
    data,
  };
  const event: NewEvent = {
    type: "platform.trigger.message",
    userId: instance.user_id,
    body: (frame, version) => buildTriggerMessageBody(frame, message, version),
  };
  await emitEvent(scope, event, sending);
}
