import { createSignatures, decodeBase64, type WebhookSecret } from "./signatures.ts";

export type WebhookVerificationReason =
  | "missing-headers"
  | "malformed-timestamp"
  | "too-old"
  | "too-new"
  | "no-matching-signature";

/** None of the secrets has signed the message, it was not signed recently, or its headers are missing. */
export class WebhookVerificationError extends Error {
  readonly reason: WebhookVerificationReason;

  constructor(reason: WebhookVerificationReason) {
    super(`The webhook cannot be trusted: ${reason}.`);
    this.name = "WebhookVerificationError";
    this.reason = reason;
  }
}

/** The parts of a message that are signed together with its body. */
export interface VerifiedWebhook {
  /** The id of the message. It is the same in all attempts to deliver the message. */
  readonly id: string;
  /** The time of this attempt. */
  readonly timestamp: Date;
}

/**
 * Checks one message.
 *
 * @param body the bytes exactly as they were received; a body that was parsed and encoded again has another signature
 * @throws WebhookVerificationError
 */
export type WebhookVerifier = (
  headers: { get(name: string): string | null },
  body: Uint8Array,
) => Promise<VerifiedWebhook>;

/**
 * How far the timestamp may be in the past or future, in seconds (Standard Webhooks 1.0, "Verifying webhook
 * authenticity"). After that, an attacker cannot send the message again.
 */
const tolerance = 5 * 60;

/**
 * Prepares the verification of messages (Standard Webhooks 1.0: `v1`, HMAC-SHA256 of `id.timestamp.body`). A message is
 * accepted when one of its signatures matches one of the secrets, so that secrets can be rotated. The names of the
 * headers may begin with `svix-` instead of `webhook-`.
 *
 * @throws TypeError at once for a secret that is empty or not base64
 * @example
 * ```ts
 * import { createWebhookSigner, createWebhookVerifier } from "@specwright/runtime/v1/webhooks";
 *
 * const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
 * const verify = createWebhookVerifier(secret);
 * const body = new TextEncoder().encode('{"id":1}');
 * const signed = await createWebhookSigner(secret)(body, { id: "msg_1" });
 * (await verify(new Headers({ ...signed }), body)).id; // => "msg_1"
 * ```
 */
export function createWebhookVerifier(
  secrets: WebhookSecret | readonly WebhookSecret[],
): WebhookVerifier {
  const signatures = createSignatures(secrets);
  return async (headers, body) => {
    const message = readHeaders(headers);
    const timestamp = checkTimestamp(message.timestamp);
    const expected = await signatures(message.id, message.timestamp, body);
    const given = parseSignatures(message.signature);
    if (!given.some((signature) => expected.some((each) => isEqual(signature, each)))) {
      throw new WebhookVerificationError("no-matching-signature");
    }
    return { id: message.id, timestamp };
  };
}

function readHeaders(headers: { get(name: string): string | null }): {
  readonly id: string;
  readonly timestamp: string;
  readonly signature: string;
} {
  const read = (name: string) => headers.get(`webhook-${name}`) ?? headers.get(`svix-${name}`);
  const [id, timestamp, signature] = [read("id"), read("timestamp"), read("signature")];
  if (!id || !timestamp || !signature) {
    throw new WebhookVerificationError("missing-headers");
  }
  return { id, timestamp, signature };
}

/**
 * Checks a timestamp in seconds since 1970. It may have only digits, because `Number` alone would also accept `1e9` and
 * ` 5`.
 */
function checkTimestamp(text: string): Date {
  if (!/^\d{1,12}$/.test(text)) {
    throw new WebhookVerificationError("malformed-timestamp");
  }
  const age = Math.floor(Date.now() / 1000) - Number(text);
  if (Math.abs(age) > tolerance) {
    throw new WebhookVerificationError(age > 0 ? "too-old" : "too-new");
  }
  return new Date(Number(text) * 1000);
}

/** Reads the `v1` signatures. Other versions sign in other ways and are ignored. */
function parseSignatures(header: string): readonly Uint8Array[] {
  return header.split(" ").flatMap((part) => {
    const [version, text = ""] = part.split(",");
    const bytes = version === "v1" ? decodeBase64(text) : undefined;
    return bytes === undefined ? [] : [bytes];
  });
}

/** Compares in constant time, so that the time does not reveal where the first difference is. */
function isEqual(left: Uint8Array, right: Uint8Array): boolean {
  let difference = left.byteLength ^ right.byteLength;
  for (const [index, byte] of right.entries()) {
    difference |= byte ^ (left[index] ?? 0);
  }
  return difference === 0;
}
