import {
  createWebhookSubscriptionMutation,
  deleteWebhookSubscriptionMutation,
  listDeliveriesInfiniteQuery,
  listWebhookEventTypesQuery,
  listWebhookSubscriptionsQuery,
  replayDeliveryMutation,
  replayEventsMutation,
  rotateWebhookSecretMutation,
  sendTestEventMutation,
  updateWebhookSubscriptionMutation,
} from "../../../../generated/query/index.js";
import type { DeliveryStatus } from "../../../../generated/types/index.js";
import { liveList, liveMs } from "./live-list.ts";
import { transport } from "./transport.ts";

/** The subscription of the project, of which there is at most one. */
export const subscriptionsQuery = {
  ...listWebhookSubscriptionsQuery(transport, { limit: 1 }),
  refetchInterval: liveMs,
};

/** The events that can be sent. */
export const eventTypesQuery = {
  ...listWebhookEventTypesQuery(transport),
  staleTime: 600_000,
};

/** The deliveries of a subscription, the newest first, a page at a time. */
export const deliveriesQuery = (id: string, status: DeliveryStatus | undefined) => ({
  ...listDeliveriesInfiniteQuery(transport, { id, limit: 30, ...(status && { status }) }),
  ...liveList,
});

/** What a person can do about the subscription and its deliveries. */
export const webhookActions = {
  create: createWebhookSubscriptionMutation(transport),
  update: updateWebhookSubscriptionMutation(transport),
  remove: deleteWebhookSubscriptionMutation(transport),
  rotate: rotateWebhookSecretMutation(transport),
  test: sendTestEventMutation(transport),
  replay: replayDeliveryMutation(transport),
  replayRange: replayEventsMutation(transport),
} as const;
