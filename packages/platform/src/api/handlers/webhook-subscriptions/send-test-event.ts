import { sendTestEvent as queueTestEvent } from "../../../domain/webhooks/deliveries/send-test-event.ts";
import type { HandlerOf } from "../handler.ts";
import { runOnceInProject } from "../scopes.ts";

/** `POST /webhook_subscriptions/{id}/test` */
export const sendTestEvent: HandlerOf<"sendTestEvent"> = (input) =>
  runOnceInProject(input, async (scope) => ({
    status: 202,
    body: await queueTestEvent(scope, input.path.id, input.body),
  }));
