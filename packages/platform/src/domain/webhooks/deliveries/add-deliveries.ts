import { notifyAfterCommit } from "../../../base/db/transactions/notify-after-commit.ts";
import { createId, createOrderedId } from "../../../base/ids.ts";
import type { Scope } from "../../scope.ts";
import { deliverKind } from "../webhook-subscriptions/deliver-kind.ts";
import type { WebhookSubscriptionRow } from "../webhook-subscriptions/webhook-subscription-record.ts";
import { insertDeliveries } from "./delivery-statements.ts";

/** An event to deliver. `replayOf` is the delivery that is repeated. */
export interface DeliverableEvent {
  readonly id: string;
  readonly event_type: string;
  readonly created_at: Date;
  readonly replayOf?: string | null;
}

/** A delivery and its job, as the SQL function `add_deliveries` reads them. */
export interface NewDelivery {
  readonly project_id: string;
  readonly id: string;
  readonly subscription_id: string;
  readonly event_id: string;
  readonly event_at: Date;
  readonly event_type: string;
  readonly webhook_url: string;
  readonly replay_of: string | null;
  readonly job_id: string;
  readonly kind: typeof deliverKind;
  readonly max_attempts: number;
}

/** Ten attempts count. Further ones begin when workers die; `deliver.ts` counts only attempts that ended. */
export const mostBeginnings = 1_000;

/** Rows a statement. */
const rowsAtOnce = 1_000;

/** The delivery of an event to the current address of the subscription. */
export function planDelivery(
  { projectId }: Pick<Scope, "projectId">,
  subscription: Pick<WebhookSubscriptionRow, "id" | "webhook_url">,
  { id, event_type, created_at, replayOf = null }: DeliverableEvent,
): NewDelivery {
  return {
    project_id: projectId,
    id: createId("dlv"),
    subscription_id: subscription.id,
    event_id: id,
    event_at: created_at,
    event_type,
    webhook_url: subscription.webhook_url,
    replay_of: replayOf,
    job_id: createOrderedId("job"),
    kind: deliverKind,
    max_attempts: mostBeginnings,
  };
}

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
  scope: Scope,
  subscription: WebhookSubscriptionRow,
  events: readonly DeliverableEvent[],
): Promise<readonly string[]> {
  const planned = events.map((event) => planDelivery(scope, subscription, event));
  for (let from = 0; from < planned.length; from += rowsAtOnce) {
    await insertDeliveries(scope, JSON.stringify(planned.slice(from, from + rowsAtOnce)));
  }
  notifyAfterCommit(scope.trx, "jobs");
  return planned.map(({ id }) => id);
}
