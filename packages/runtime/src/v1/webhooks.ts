/** Webhooks with the signatures of Standard Webhooks 1.0: receiving and verifying, signing and sending. */
export type { WebhookCondition } from "./webhooks/condition.ts";
export {
  createWebhookReceiver,
  type ReceivedWebhook,
  type WebhookDefinition,
  type WebhookReceiverDefinition,
  type WebhookReceiverOptions,
} from "./webhooks/receiver.ts";
export type {
  WebhookDelivery,
  WebhookSenderOptions,
  WebhookSendOptions,
  WebhookTarget,
} from "./webhooks/send.ts";
export { createWebhookSender, type SendWebhook, type WebhookMessage } from "./webhooks/sender.ts";
export {
  createWebhookSigner,
  type SignedWebhook,
  type WebhookSignature,
  type WebhookSigner,
} from "./webhooks/sign.ts";
export type { WebhookSecret } from "./webhooks/signatures.ts";
export {
  createWebhookVerifier,
  type VerifiedWebhook,
  WebhookVerificationError,
  type WebhookVerificationReason,
  type WebhookVerifier,
} from "./webhooks/verify.ts";
