import { createId } from "../../../base/ids.ts";
import { hashSha256 } from "../../../base/secrets/hash.ts";
import type { Scope } from "../../scope.ts";
import type { NewEvent } from "../../webhooks/deliveries/emit-event.ts";
import { emitReceivedEvents } from "../../webhooks/deliveries/emit-received-events.ts";
import {
  buildTriggerMessageBody,
  type TriggerMessage,
} from "../../webhooks/deliveries/event-bodies.ts";
import { hastenPolls } from "../triggers/hasten-polls.ts";
import type { WaitingInstance } from "./ingress-statements.ts";
import type { AddressOwner } from "./locate-address.ts";

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
  readonly events: readonly TriggerEvent[];
  /** Ids of the instances whose lists have changed. */
  readonly changed: readonly string[];
}

const type = "platform.trigger.message";

/**
 * Stores the events of a delivery with all of their deliveries to the project's subscriber, unless the delivery was taken within
 * 72 hours before by the database's clock. Instances that were disabled meanwhile get none. A poll that a delivery asks for is due
 * at once; a repeated delivery only makes another poll.
 */
export async function takeDelivery(
  scope: Scope,
  { owner, ids, events, changed }: TakenDelivery,
): Promise<void> {
  await hastenPolls(scope, changed);
  if (events.length === 0) {
    return;
  }
  await emitReceivedEvents(scope, {
    receipts: ids.map((id) => hashSha256(JSON.stringify([owner.kind, owner.id, id]))),
    type,
    events: events.map(({ instance, data }) => ({
      instanceId: instance.id,
      // An instance's own address is its own, whatever account it names.
      named: owner.kind === "instance" ? null : instance.named,
      event: toEvent(instance, data),
    })),
  });
}

function toEventAccount(instance: WaitingInstance): TriggerMessage["account"] {
  const { account_id: id, account_uuid: uuid, auth_config_id: authConfigId } = instance;
  return id === null || uuid === null || authConfigId === null ? null : { id, uuid, authConfigId };
}

function toEvent(instance: WaitingInstance, data: TriggerEvent["data"]): NewEvent {
  const message = {
    logId: createId("log"),
    slug: instance.trigger_slug,
    trigger: { id: instance.id, uuid: instance.uuid },
    account: toEventAccount(instance),
    userId: instance.user_id,
    data,
  };
  return {
    type,
    userId: instance.user_id,
    triggerId: instance.id,
    body: (frame, version) => buildTriggerMessageBody(frame, message, version),
  };
}
