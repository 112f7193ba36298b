import { rotateWebhookSecret as renewSecret } from "../../../domain/webhooks/webhook-subscriptions/rotate-webhook-secret.ts";
import type { HandlerOf } from "../handler.ts";
import { runOnceInProject } from "../scopes.ts";

/** `POST /webhook_subscriptions/{id}/rotate_secret` */
export const rotateWebhookSecret: HandlerOf<"rotateWebhookSecret"> = (input) =>
  runOnceInProject(input, async (scope) => ({
    status: 200,
    body: await renewSecret(scope, input.path.id),
  }));
