import type { SelectQueryBuilder } from "kysely";
import type { Schemas } from "../../../base/api-types.ts";
import type { Tables } from "../../../base/db/tables.ts";
import { PlatformError } from "../../../base/errors.ts";
import type { Page } from "../../lists/cursors.ts";
import { cutPage, type PageOf } from "../../lists/pages.ts";
import type { Scope } from "../../scope.ts";
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

async function findSubscription({
  trx,
  projectId,
}: Scope): Promise<WebhookSubscriptionRow | undefined> {
  return await trx
    .selectFrom("webhook_subscriptions")
    .selectAll()
    .where("project_id", "=", projectId)
    .executeTakeFirst();
}

type SubscriptionLock = "update" | "key share";

/**
 * Reads the row of a subscription.
 *
 * @param lock prevents changes until the transaction ends (`update`), or the deletion alone (`key share`): writers of events
 *   need that one, because events have no foreign key
 * @throws PlatformError `Webhook_SubscriptionNotFound`
 */
export async function readSubscription(
  { trx, projectId }: Scope,
  id: string,
  lock?: SubscriptionLock,
): Promise<WebhookSubscriptionRow> {
  const query = trx
    .selectFrom("webhook_subscriptions")
    .selectAll()
    .where("project_id", "=", projectId)
    .where("id", "=", id);
  const row = await lockSubscription(query, lock).executeTakeFirst();
  if (row === undefined) {
    throw new PlatformError("Webhook_SubscriptionNotFound");
  }
  return row;
}

function lockSubscription<O>(
  query: SelectQueryBuilder<Tables, "webhook_subscriptions", O>,
  lock: SubscriptionLock | undefined,
): SelectQueryBuilder<Tables, "webhook_subscriptions", O> {
  switch (lock) {
    case "update":
      return query.forUpdate();
    case "key share":
      return query.forKeyShare();
    case undefined:
      return query;
    default:
      return lock satisfies never;
  }
}
