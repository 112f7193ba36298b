import { checkWebhookUrl } from "../../../actions/webhooks/check-webhook-url.ts";
import { updateWebhookSubscription as changeSubscription } from "../../../domain/webhooks/webhook-subscriptions/update-webhook-subscription.ts";
import type { HandlerOf } from "../handler.ts";
import { runInCallersProject } from "../scopes.ts";

/** `PATCH /webhook_subscriptions/{id}` */
export const updateWebhookSubscription: HandlerOf<"updateWebhookSubscription"> = async (input) => {
  const { body, context, path } = input;
  if (body.webhook_url !== undefined) {
    await checkWebhookUrl(context.services.egress, body.webhook_url);
  }
  const changed = await runInCallersProject(input, (scope) =>
    changeSubscription(scope, path.id, body),
  );
  return { status: 200, body: changed };
};
