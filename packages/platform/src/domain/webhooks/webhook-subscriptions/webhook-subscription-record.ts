import type { Selectable } from "kysely";
import type { Schemas } from "../../../base/api-types.ts";
import type { Tables } from "../../../base/db/tables.ts";

/** A row of `webhook_subscriptions`. */
export type WebhookSubscriptionRow = Selectable<Tables["webhook_subscriptions"]>;

/** The subscription in the form of the API. Its secret is masked, unless it is passed in. */
export function toWebhookSubscription(
  row: WebhookSubscriptionRow,
  secret = "whse...",
): Schemas["WebhookSubscription"] {
  return {
    id: row.id,
    webhook_url: row.webhook_url,
    version: row.version,
    enabled_events: row.enabled_events,
    secret,
    signature_key: row.signature_key,
    status: row.status,
    disabled_reason: row.disabled_reason,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
