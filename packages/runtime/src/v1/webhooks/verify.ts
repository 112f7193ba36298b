import { createSignatures, decodeBase64, type WebhookSecret } from "./signatures.ts";

export type WebhookVerificationReason =
  | "missing-headers"
  | "malformed-timestamp"
  | "too-old"
  | "too-new"
  | "no-matching-signature";

/** The message was not signed by any of the secrets, or not now. */
export class WebhookVerificationError extends Error {
  readonly reason: WebhookVerificationReason;

  constructor(reason: WebhookVerificationReason) {
    super(`The webhook cannot be trusted: ${reason}.`);
    this.name = "WebhookVerificationError";
    this.reason = reason;
  }
}

/** The signed parts of a message beside the body. */
export interface VerifiedWebhook {
  /** The same over all attempts to deliver one message. */
  readonly id: string;
  /** When this attempt was made. */
  readonly timestamp: Date;
}

/**
 * Checks one message.
 *
 * @param body the bytes as they came: a body that was parsed and written again has another signature
 * @throws WebhookVerificationError
 */
export type WebhookVerifier = (
  headers: { get(name: string): string | null },
  body: Uint8Array,
) => Promise<VerifiedWebhook>;

/** Both ways, in seconds (Standard Webhooks 1.0, "Verifying webhook authenticity"): a replay is of no use later. */
const tolerance = 5 * 60;

/**
 * Prepares the verification of messages (Standard Webhooks 1.0: `v1`, HMAC-SHA256 of `id.timestamp.body`). A message is
 * good when any of its signatures is of any of the secrets, so that secrets can be rotated. `svix-` stands for
 * `webhook-` in the names of the headers, too.
 *
 * @throws TypeError at once for a secret that is empty or not base64
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

/** Seconds since 1970, digits only: `Number` would also take `1e9` and ` 5`, which were not signed as such. */
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

/** Only `v1`: other versions sign in other ways, and are passed over. */
function parseSignatures(header: string): readonly Uint8Array[] {
  return header.split(" ").flatMap((part) => {
    const [version, text = ""] = part.split(",");
    const bytes = version === "v1" ? decodeBase64(text) : undefined;
    return bytes === undefined ? [] : [bytes];
  });
}

/** Takes the same time wherever the first difference is. */
function isEqual(left: Uint8Array, right: Uint8Array): boolean {
  let difference = left.byteLength ^ right.byteLength;
  for (const [index, byte] of right.entries()) {
    difference |= byte ^ (left[index] ?? 0);
  }
  return difference === 0;
}
