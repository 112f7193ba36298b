import { checkWebhookUrl } from "../../../actions/webhooks/check-webhook-url.ts";
import { createWebhookSubscription as makeSubscription } from "../../../domain/webhooks/webhook-subscriptions/create-webhook-subscription.ts";
import type { HandlerOf } from "../handler.ts";
import { runOnceInProject } from "../scopes.ts";

/** `POST /webhook_subscriptions` */
export const createWebhookSubscription: HandlerOf<"createWebhookSubscription"> = async (input) => {
  await checkWebhookUrl(input.context.services.egress, input.body.webhook_url);
  return await runOnceInProject(input, async (scope) => ({
    status: 201,
    body: await makeSubscription(scope, input.body),
  }));
};
