import type { Schemas } from "../../../base/api-types.ts";
import { addToDatabaseNow, readDatabaseNow } from "../../../base/db/now.ts";
import type { Scope } from "../../scope.ts";
import { readSubscription } from "./read-webhook-subscriptions.ts";
import { createWebhookSecret, openWebhookSecrets, sealWebhookSecrets } from "./webhook-secrets.ts";

/** Milliseconds for which the old secret signs together with the new one (docs/decisions.md §9). */
const overlapMs = 24 * 60 * 60 * 1000;

/** Gives the subscription a new secret; @throws PlatformError `Webhook_SubscriptionNotFound` */
export async function rotateWebhookSecret(
  scope: Scope,
  id: string,
): Promise<Schemas["RotatedWebhookSecret"]> {
  const row = await readSubscription(scope, id, "update");
  const { secret: previous } = await openWebhookSecrets(scope, row);
  const secret = createWebhookSecret();
  await scope.trx
    .updateTable("webhook_subscriptions")
    .set({
      ...(await sealWebhookSecrets(scope, row, { secret, previous })),
      previous_until: addToDatabaseNow(overlapMs),
      updated_at: readDatabaseNow(),
    })
    .where("project_id", "=", scope.projectId)
    .where("id", "=", id)
    .execute();
  return { id, secret };
}
