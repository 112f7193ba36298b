import { eventTypes } from "../../../domain/webhooks/webhook-subscriptions/event-types.ts";
import type { HandlerOf } from "../handler.ts";

/** `GET /webhook_subscriptions/event_types` */
export const listWebhookEventTypes: HandlerOf<"listWebhookEventTypes"> = async () => ({
  status: 200,
  body: { items: [...eventTypes] },
});
