import { listWebhookSubscriptions as readSubscriptions } from "../../domain/webhook-subscriptions/read-webhook-subscriptions.ts";
import type { HandlerOf } from "../handler.ts";
import { queryPage } from "../query-page.ts";
import { ofProject } from "../scopes.ts";

/** `GET /webhook_subscriptions` */
export const listWebhookSubscriptions: HandlerOf<"listWebhookSubscriptions"> = async (input) => {
  const page = queryPage(input);
  return { status: 200, body: await ofProject(input, (scope) => readSubscriptions(scope, page)) };
};
