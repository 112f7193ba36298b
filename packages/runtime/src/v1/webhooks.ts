/** Receiving webhooks as Standard Webhooks 1.0 signs them: verified, parsed, validated, dispatched by event. */
export {
  createWebhookReceiver,
  type ReceivedWebhook,
  type WebhookCondition,
  type WebhookDefinition,
  type WebhookReceiverDefinition,
  type WebhookReceiverOptions,
} from "./webhooks/receiver.ts";
export {
  createWebhookVerifier,
  type VerifiedWebhook,
  type WebhookSecret,
  WebhookVerificationError,
  type WebhookVerificationReason,
  type WebhookVerifier,
} from "./webhooks/verify.ts";
