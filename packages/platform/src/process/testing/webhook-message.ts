import type { WebhookMessage } from "../../domain/webhooks/deliveries/open-delivery.ts";

/** A message for the receiver at this address. */
export function buildWebhookMessage(url: string): WebhookMessage {
  return {
    projectId: "proj_000000000000",
    subscriptionId: "ws_000000000000",
    deliveryId: "dlv_000000000000",
    eventId: "msg_0194d8a2-7c3e-7b51-9f24-6a8d0c5e2b17",
    eventAt: new Date(),
    url,
    body: "{}",
    version: "V3",
    attempt: 1,
    at: new Date(),
    secrets: [`whsec_${Buffer.alloc(32, 1).toString("base64")}`],
    signatureKey: "decoded",
  };
}
