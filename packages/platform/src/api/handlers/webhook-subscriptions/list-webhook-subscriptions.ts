import { listWebhookSubscriptions as readSubscriptions } from "../../../domain/webhooks/webhook-subscriptions/read-webhook-subscriptions.ts";
import type { HandlerOf } from "../handler.ts";
import { readQueryPage } from "../query-page.ts";
import { runInCallersProject } from "../scopes.ts";

/** `GET /webhook_subscriptions` */
export const listWebhookSubscriptions: HandlerOf<"listWebhookSubscriptions"> = async (input) => {
  const page = readQueryPage(input);
  return {
    status: 200,
    body: await runInCallersProject(input, (scope) => readSubscriptions(scope, page)),
  };
};
