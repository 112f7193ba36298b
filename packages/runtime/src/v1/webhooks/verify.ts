/**
 * A secret that a sender signs with: base64 text, with or without the prefix `whsec_`, as Standard Webhooks gives it;
 * the key itself as bytes; or `{ raw }`, text whose own characters are the key.
 */
export type WebhookSecret = string | Uint8Array | { readonly raw: string };

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

/** What the sender signed beside the body. */
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
  // Array.isArray does not tell a readonly list from an object.
  const list = (Array.isArray(secrets) ? secrets : [secrets]) as readonly WebhookSecret[];
  const bytes = list.map(secretToBytes);
  if (bytes.length === 0) {
    throw new TypeError("A webhook secret is needed.");
  }
  let keys: Promise<readonly HmacKey[]> | undefined;
  return async (headers, body) => {
    const message = readHeaders(headers);
    const timestamp = checkTimestamp(message.timestamp);
    keys ??= Promise.all(bytes.map(importKey));
    const signed = joinBytes(encoder.encode(`${message.id}.${message.timestamp}.`), body);
    const expected = await Promise.all((await keys).map((key) => sign(key, signed)));
    const given = parseSignatures(message.signature);
    if (!given.some((signature) => expected.some((each) => isEqual(signature, each)))) {
      throw new WebhookVerificationError("no-matching-signature");
    }
    return { id: message.id, timestamp };
  };
}

/** The type of a key has no name that Node's declarations and browsers' share. */
type HmacKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

const encoder = new TextEncoder();

function secretToBytes(secret: WebhookSecret): Uint8Array {
  if (secret instanceof Uint8Array || typeof secret === "object") {
    const bytes = secret instanceof Uint8Array ? secret : encoder.encode(secret.raw);
    return notEmpty(bytes);
  }
  const bytes = decodeBase64(secret.replace(/^whsec_/, ""));
  if (bytes === undefined) {
    throw new TypeError(
      "A webhook secret is base64; text that is a key itself is given as { raw }.",
    );
  }
  return notEmpty(bytes);
}

function notEmpty(bytes: Uint8Array): Uint8Array {
  if (bytes.byteLength === 0) {
    throw new TypeError("A webhook secret cannot be empty.");
  }
  return bytes;
}

function decodeBase64(text: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
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

function importKey(bytes: Uint8Array): Promise<HmacKey> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  // A Uint8Array over a plain ArrayBuffer: keys are never shared memory.
  return crypto.subtle.importKey("raw", bytes as Uint8Array<ArrayBuffer>, algorithm, false, [
    "sign",
  ]);
}

async function sign(key: HmacKey, message: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, message));
}

function joinBytes(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(first.byteLength + second.byteLength);
  joined.set(first);
  joined.set(second, first.byteLength);
  return joined;
}

/** Takes the same time wherever the first difference is. */
function isEqual(left: Uint8Array, right: Uint8Array): boolean {
  let difference = left.byteLength ^ right.byteLength;
  for (const [index, byte] of right.entries()) {
    difference |= byte ^ (left[index] ?? 0);
  }
  return difference === 0;
}
