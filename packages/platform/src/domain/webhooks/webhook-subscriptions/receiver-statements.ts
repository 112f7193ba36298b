import { readDatabaseNow } from "../../../base/db/now.ts";
import { sendQuery } from "../../../base/db/postgres/statements.ts";
import type { Scope } from "../../scope.ts";
import type { WebhookSubscriptionRow } from "./webhook-subscription-record.ts";

/** The subscription of a project, and the time by the database's clock. */
export type Receiver = Pick<
  WebhookSubscriptionRow,
  "enabled_events" | "id" | "status" | "version" | "webhook_url"
> & { readonly at: Date };

/** Reads the subscription of the project, if it has one. */
export async function selectReceiver({ trx, projectId }: Scope): Promise<Receiver | undefined> {
  const query = trx
    .selectFrom("webhook_subscriptions")
    .select(["enabled_events", "id", "status", "version", "webhook_url"])
    .select(readDatabaseNow().as("at"))
    .where("project_id", "=", projectId);
  return (await sendQuery(trx, query, { isPrepared: true })).rows[0];
}
