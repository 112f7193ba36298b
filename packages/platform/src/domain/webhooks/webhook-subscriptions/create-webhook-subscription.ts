import type { Schemas } from "../../../base/api-types.ts";
import { PlatformError } from "../../../base/errors.ts";
import { createId } from "../../../base/ids.ts";
import type { Scope } from "../../scope.ts";
import { checkEvents } from "./event-types.ts";
import { createWebhookSecret, sealWebhookSecrets } from "./webhook-secrets.ts";
import { toWebhookSubscription } from "./webhook-subscription-record.ts";

/**
 * Creates the subscription of the project and returns it with its full secret. Check its address first.
 *
 * @throws PlatformError `Webhook_EventUnknown`, `Webhook_SubscriptionExists`
 */
export async function createWebhookSubscription(
  scope: Scope,
  input: Schemas["CreateWebhookSubscriptionRequest"],
): Promise<Schemas["WebhookSubscription"]> {
  const { version = "V3", signature_key = "decoded" } = input;
  checkEvents(input.enabled_events, version);
  const id = createId("ws");
  const secret = createWebhookSecret();
  const row = await scope.trx
    .insertInto("webhook_subscriptions")
    .values({
      project_id: scope.projectId,
      id,
      webhook_url: input.webhook_url,
      enabled_events: input.enabled_events,
      version,
      signature_key,
      ...(await sealWebhookSecrets(scope, id, { secret })),
    })
    .onConflict((conflict) => conflict.column("project_id").doNothing())
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) {
    throw new PlatformError("Webhook_SubscriptionExists");
  }
  return toWebhookSubscription(row, secret);
}
