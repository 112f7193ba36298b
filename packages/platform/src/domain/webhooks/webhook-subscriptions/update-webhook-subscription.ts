import type { Schemas } from "../../../base/api-types.ts";
import { readDatabaseNow } from "../../../base/db/now.ts";
import type { Scope } from "../../scope.ts";
import { checkEvents } from "./event-types.ts";
import { giveUpDeliveries } from "./give-up-deliveries.ts";
import { readSubscription } from "./read-webhook-subscriptions.ts";
import { toWebhookSubscription } from "./webhook-subscription-record.ts";

/**
 * Changes the given members. Check a new address first.
 *
 * @throws PlatformError `Webhook_SubscriptionNotFound`; `Webhook_EventUnknown` when the changed subscription would
 *   have such an event
 */
export async function updateWebhookSubscription(
  scope: Scope,
  id: string,
  input: Schemas["UpdateWebhookSubscriptionRequest"],
): Promise<Schemas["WebhookSubscription"]> {
  const before = await readSubscription(scope, id, "update");
  checkEvents(input.enabled_events ?? before.enabled_events, input.version ?? before.version);
  const { status, ...members } = input;
  const state = {
    enabled: { status, disabled_reason: null, failing_since: null },
    disabled: { status, disabled_reason: before.disabled_reason ?? ("requested" as const) },
  };
  const row = await scope.trx
    .updateTable("webhook_subscriptions")
    .set({
      ...members,
      ...(status === undefined ? {} : state[status]),
      updated_at: readDatabaseNow(),
    })
    .where("project_id", "=", scope.projectId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
  if (status === "disabled") {
    await giveUpDeliveries(scope, id);
  }
  return toWebhookSubscription(row);
}
