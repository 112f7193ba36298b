import { createSignatures, type WebhookSecret } from "./signatures.ts";

/** The headers that prove where a message comes from. */
export interface WebhookSignature {
  readonly "webhook-id": string;
  readonly "webhook-timestamp": string;
  readonly "webhook-signature": string;
}

/** The parts of a message that are signed together with its body. */
export interface SignedWebhook {
  /**
   * The id of the message. It is the same in all attempts to deliver the message, so that receivers recognize
   * repetitions.
   */
  readonly id: string;
  /** The time of this attempt. Default: now. */
  readonly timestamp?: Date;
}

/**
 * Signs one message.
 *
 * @param body exactly the text or the bytes that are sent
 * @throws TypeError for an id that is empty or contains a full stop, a space or a character outside ASCII
 */
export type WebhookSigner = (
  body: string | Uint8Array,
  message: SignedWebhook,
) => Promise<WebhookSignature>;

/**
 * Prepares the signing of messages (Standard Webhooks 1.0: `v1`, HMAC-SHA256 of `id.timestamp.body`). With several
 * secrets, each message has one signature for each: while a secret is rotated, a receiver may know only one of them.
 *
 * @throws TypeError at once for a secret that is empty or not base64
 * @example
 * ```ts
 * import { createWebhookSigner } from "@specwright/runtime/v1/webhooks";
 *
 * const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
 * const headers = await createWebhookSigner(secret)('{"id":1}', { id: "msg_1" });
 * headers["webhook-id"]; // => "msg_1"
 * ```
 */
export function createWebhookSigner(
  secrets: WebhookSecret | readonly WebhookSecret[],
): WebhookSigner {
  const signatures = createSignatures(secrets);
  return async (body, { id, timestamp = new Date() }) => {
    assertWebhookId(id);
    const seconds = String(Math.floor(timestamp.getTime() / 1000));
    const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
    const list = await signatures(id, seconds, bytes);
    return {
      "webhook-id": id,
      "webhook-timestamp": seconds,
      "webhook-signature": list.map((each) => `v1,${encodeBase64(each)}`).join(" "),
    };
  };
}

/** @throws TypeError for an id that is empty or contains a full stop, a space or a character outside ASCII */
export function assertWebhookId(id: string): void {
  if (!idPattern.test(id)) {
    throw new TypeError(
      `The webhook id ${JSON.stringify(id)} cannot be signed: use ASCII without spaces and full stops.`,
    );
  }
}

/**
 * Visible ASCII without the full stop. In the signed text, a full stop ends the id. If ids could contain one, two
 * different messages could have the same signature.
 */
const idPattern = /^[!-\-/-~]+$/;

function encodeBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}
