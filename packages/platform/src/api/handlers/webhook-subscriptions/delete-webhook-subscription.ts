import { deleteWebhookSubscription as removeSubscription } from "../../../domain/webhooks/webhook-subscriptions/delete-webhook-subscription.ts";
import type { HandlerOf } from "../handler.ts";
import { runInCallersProject } from "../scopes.ts";

/** `DELETE /webhook_subscriptions/{id}` */
export const deleteWebhookSubscription: HandlerOf<"deleteWebhookSubscription"> = async (input) => {
  await runInCallersProject(input, (scope) => removeSubscription(scope, input.path.id));
  return { status: 200, body: { success: true } };
};
