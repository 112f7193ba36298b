import { getWebhookSubscription as readSubscription } from "../../../domain/webhooks/webhook-subscriptions/read-webhook-subscriptions.ts";
import type { HandlerOf } from "../handler.ts";
import { runInCallersProject } from "../scopes.ts";

/** `GET /webhook_subscriptions/{id}` */
export const getWebhookSubscription: HandlerOf<"getWebhookSubscription"> = async (input) => ({
  status: 200,
  body: await runInCallersProject(input, (scope) => readSubscription(scope, input.path.id)),
});
