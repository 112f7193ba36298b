import type { Scope } from "../../scope.ts";
import { giveUpDeliveries } from "./give-up-deliveries.ts";
import { readSubscription } from "./read-webhook-subscriptions.ts";

/**
 * Deletes the subscription with its secret, events and deliveries; @throws PlatformError `Webhook_SubscriptionNotFound`
 */
export async function deleteWebhookSubscription(scope: Scope, id: string): Promise<void> {
  await readSubscription(scope, id, "update");
  await giveUpDeliveries(scope, id);
  await scope.trx
    .deleteFrom("webhook_subscriptions")
    .where("project_id", "=", scope.projectId)
    .where("id", "=", id)
    .execute();
}
