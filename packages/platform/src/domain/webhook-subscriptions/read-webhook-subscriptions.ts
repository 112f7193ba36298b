import type { Schemas } from "../../api-types.ts";
import { PlatformError } from "../../errors.ts";
import { cutPage, type Page, type PageOf } from "../lists/pages.ts";
import type { Scope } from "../scope.ts";
import {
  toWebhookSubscription,
  type WebhookSubscriptionRow,
} from "./webhook-subscription-record.ts";

/** The subscriptions of the project, at most one. */
export async function listWebhookSubscriptions(
  scope: Scope,
  page: Page,
): Promise<PageOf<Schemas["WebhookSubscription"]>> {
  const row = await findSubscription(scope);
  return cutPage(page, row === undefined ? [] : [toWebhookSubscription(row)]);
}

/** @throws PlatformError `Webhook_SubscriptionNotFound` */
export async function getWebhookSubscription(
  scope: Scope,
  id: string,
): Promise<Schemas["WebhookSubscription"]> {
  return toWebhookSubscription(await readSubscription(scope, id));
}

/** The subscription of the project, if it has one. */
export async function findSubscription({
  trx,
  projectId,
}: Scope): Promise<WebhookSubscriptionRow | undefined> {
  return await trx
    .selectFrom("webhook_subscriptions")
    .selectAll()
    .where("project_id", "=", projectId)
    .executeTakeFirst();
}

/**
 * Reads the row of a subscription.
 *
 * @param lock prevents changes until the transaction ends
 * @throws PlatformError `Webhook_SubscriptionNotFound`
 */
export async function readSubscription(
  { trx, projectId }: Scope,
  id: string,
  lock?: "update",
): Promise<WebhookSubscriptionRow> {
  const query = trx
    .selectFrom("webhook_subscriptions")
    .selectAll()
    .where("project_id", "=", projectId)
    .where("id", "=", id);
  const row = await (lock === undefined ? query : query.forUpdate()).executeTakeFirst();
  if (row === undefined) {
    throw new PlatformError("Webhook_SubscriptionNotFound");
  }
  return row;
}
