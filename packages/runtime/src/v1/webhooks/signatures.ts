/**
 * The secret that messages are signed with, in one of three forms: base64 text with or without the prefix `whsec_`, as
 * in Standard Webhooks; the key itself as bytes; or `{ raw: "…" }`, a string that is the key.
 */
export type WebhookSecret = string | Uint8Array | { readonly raw: string };

/**
 * Prepares HMAC-SHA256 over `id.timestamp.body` (Standard Webhooks 1.0, "Signature scheme"), with one signature per
 * secret, in the order of the secrets.
 *
 * @throws TypeError at once for a secret that is empty or not base64, and for an empty list of secrets
 */
export function createSignatures(
  secrets: WebhookSecret | readonly WebhookSecret[],
): (id: string, timestamp: string, body: Uint8Array) => Promise<readonly Uint8Array[]> {
  // Array.isArray does not narrow a readonly list.
  const list = (Array.isArray(secrets) ? secrets : [secrets]) as readonly WebhookSecret[];
  const bytes = list.map(secretToBytes);
  if (bytes.length === 0) {
    throw new TypeError("No webhook secret was given. Pass the secret of the subscription.");
  }
  let keys: Promise<readonly HmacKey[]> | undefined;
  return async (id, timestamp, body) => {
    keys ??= Promise.all(bytes.map(importKey));
    const message = joinBytes(encoder.encode(`${id}.${timestamp}.`), body);
    return Promise.all((await keys).map((key) => sign(key, message)));
  };
}

/** The declarations of Node and of browsers do not share a name for this type. */
type HmacKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

const encoder = new TextEncoder();

function secretToBytes(secret: WebhookSecret): Uint8Array {
  if (secret instanceof Uint8Array || typeof secret === "object") {
    const bytes = secret instanceof Uint8Array ? secret : encoder.encode(secret.raw);
    return refuseEmptyKey(bytes);
  }
  const bytes = decodeBase64(secret.replace(/^whsec_/, ""));
  if (bytes === undefined) {
    throw new TypeError(
      'A webhook secret must be base64. Pass a key that is plain text as { raw: "…" }.',
    );
  }
  return refuseEmptyKey(bytes);
}

function refuseEmptyKey(bytes: Uint8Array): Uint8Array {
  if (bytes.byteLength === 0) {
    throw new TypeError("A webhook secret cannot be empty.");
  }
  return bytes;
}

/** Decodes base64; undefined when the text is not base64. */
export function decodeBase64(text: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function importKey(bytes: Uint8Array): Promise<HmacKey> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  // Keys are never in shared memory, so the buffer is a plain ArrayBuffer.
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
