import { notifyAfterCommit } from "../../../base/db/transactions/notify-after-commit.ts";
import type { Scope } from "../../scope.ts";
import { findReceiver } from "../webhook-subscriptions/read-receiver.ts";
import { addReceivedEvents } from "./delivery-statements.ts";
import {
  describeReceiver,
  type NewEvent,
  type PlannedEvent,
  planEvent,
  sendForReceiver,
} from "./emit-event.ts";

/** Characters of bodies that are stored in about a millisecond. Longer ones have a transaction of their own. */
const mostMerged = 16 * 1024;

/** An event of a webhook for an instance. */
export interface ReceivedEvent {
  readonly instanceId: string;
  /** The registration of the instance has to name its account like this (`WaitingInstance.named`); null if any will do. */
  readonly named: string | null;
  readonly event: NewEvent;
}

/** The events of one received webhook. */
export interface ReceivedEvents {
  /** Hashes of the application's ids of the webhook. */
  readonly receipts: readonly string[];
  /** Of one type. */
  readonly type: string;
  readonly events: readonly ReceivedEvent[];
}

/**
 * Stores the events of a received webhook with their deliveries, unless one of its receipts was stored within 72 hours before by
 * the database's clock. Instances that were disabled or deleted meanwhile get none. It is one statement, the last of its
 * transaction; otherwise as `emitEvent`.
 *
 * @throws PlatformError `Webhook_EventTooLarge`, and then nothing is stored; the sender gets it
 */
export async function emitReceivedEvents(
  scope: Scope,
  { receipts, type, events }: ReceivedEvents,
): Promise<void> {
  const { trx, projectId } = scope;
  const receiver = await findReceiver(scope, type);
  const planned: PlannedEvent[] = [];
  if (receiver !== undefined) {
    for (const { event } of events) {
      planned.push(await planEvent(scope, receiver, event));
    }
  }
  const list = (read: (event: PlannedEvent) => string | null | undefined) =>
    planned.map((event) => read(event) ?? null);
  const values = {
    receipts,
    type,
    // Without a receiver only the receipts are stored.
    ...describeReceiver(receiver),
    instances: events.map(({ instanceId }) => instanceId),
    named: events.map(({ named }) => named),
    ids: list(({ id }) => id),
    bodies: list(({ sealed }) => sealed),
    users: list(({ userId }) => userId),
    deliveries: list(({ delivery }) => delivery),
    jobs: list(({ job }) => job),
  };
  const length = planned.reduce((sum, { sealed }) => sum + sealed.length, 0);
  await sendForReceiver(scope, () => addReceivedEvents(scope, values, length <= mostMerged));
  if (planned.length > 0) {
    scope.platform.records.note(projectId, "events", length, planned.length);
  }
  if (planned.some(({ delivery }) => delivery !== undefined)) {
    notifyAfterCommit(trx, "jobs");
  }
}
