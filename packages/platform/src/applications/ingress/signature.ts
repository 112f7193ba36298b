import { createHmac, timingSafeEqual } from "node:crypto";
import type {
  DeliveryValue,
  HmacSignature,
  TokenSignature,
  WebhookSettings,
} from "../toolkits/types/webhook-types.ts";
import { type Delivery, readValue } from "./delivery.ts";

/** The settings of an application that signs with a secret that both sides know. */
export type SharedSecretSettings = Pick<WebhookSettings, "delivery"> & {
  readonly signature: TokenSignature | HmacSignature;
};

/** A delivery that was sent longer ago, or is from a clock that is further ahead, is refused (docs/decisions.md §8). */
const toleranceMs = 5 * 60 * 1000;

/**
 * Returns whether the application sent the delivery: one of the secrets made the signature, over the bytes that came, and the
 * time that is signed is at most five minutes away. The time that it takes does not depend on how much of a signature is right.
 *
 * @param secrets of the address; several while one replaces another. An empty one signs nothing.
 * @param now by the database's clock
 */
export function isSigned(
  delivery: Delivery,
  { signature, delivery: id }: SharedSecretSettings,
  secrets: readonly string[],
  now: Date,
): boolean {
  const usable = secrets.filter((secret) => secret !== "");
  return signature.scheme === "token"
    ? hasSecret(delivery, signature, usable)
    : hasHmac(delivery, signature, usable, { id, now });
}

function hasSecret({ headers }: Delivery, { header }: TokenSignature, secrets: readonly string[]) {
  const token = headers.get(header);
  return token !== null && secrets.some((secret) => isSame(digestText(token), digestText(secret)));
}

/** Digests have one length, so that comparing them says nothing about the length of a secret. */
function digestText(text: string): Uint8Array {
  return createHmac("sha256", "compared").update(text).digest();
}

function hasHmac(
  delivery: Delivery,
  rule: HmacSignature,
  secrets: readonly string[],
  { id, now }: { readonly id: DeliveryValue | undefined; readonly now: Date },
): boolean {
  const header = delivery.headers.get(rule.header);
  if (header === null) {
    return false;
  }
  const { signatures } = readHeader(header, rule);
  const timestamp = readSignedTime(delivery, rule);
  if (rule.timestamp !== undefined && !isRecent(timestamp, rule.timestamp.unit, now)) {
    return false;
  }
  const deliveryId = id === undefined ? "" : String(readValue(delivery, id) ?? "");
  const parts = splitSignedText(rule.signed, { timestamp: timestamp ?? "", delivery: deliveryId });
  return secrets.some((secret) => {
    const key = readKey(secret, rule.key);
    if (key === undefined) {
      return false;
    }
    const hmac = createHmac(rule.algorithm, key);
    const expected = hmac.update(parts.before).update(delivery.bytes).update(parts.after).digest();
    return signatures.some((text) => {
      const bytes = decode(text, rule.encoding);
      return bytes !== undefined && isSame(bytes, expected);
    });
  });
}

/** Headers have at most 16 KiB, and a sender that is changing its secret sends two signatures. */
const mostSignatures = 16;

function readHeader(
  header: string,
  { form, prefix, version }: HmacSignature,
): { readonly fields: ReadonlyMap<string, string>; readonly signatures: readonly string[] } {
  if (form === "value") {
    const isPrefixed = header.startsWith(prefix);
    return { fields: new Map(), signatures: isPrefixed ? [header.slice(prefix.length)] : [] };
  }
  const [between, within] = form === "fields" ? ([",", "="] as const) : ([" ", ","] as const);
  const pairs = header.split(between).map((item) => {
    const end = item.indexOf(within);
    return end < 0
      ? (["", ""] as const)
      : ([item.slice(0, end).trim(), item.slice(end + 1).trim()] as const);
  });
  const signatures = pairs.filter(([name]) => name === version).map(([, text]) => text);
  return { fields: new Map(pairs), signatures: signatures.slice(0, mostSignatures) };
}

/** The time of sending in the signed text, as digits. Undefined when the delivery does not have one. */
export function readSignedTime(delivery: Delivery, rule: HmacSignature): string | undefined {
  const { timestamp } = rule;
  if (timestamp === undefined) {
    return undefined;
  }
  const value =
    "field" in timestamp
      ? readHeader(delivery.headers.get(rule.header) ?? "", rule).fields.get(timestamp.field)
      : readValue(delivery, timestamp);
  const text = typeof value === "number" ? String(value) : value;
  return typeof text === "string" && /^\d{1,16}$/.test(text) ? text : undefined;
}

function isRecent(text: string | undefined, unit: "seconds" | "milliseconds", now: Date): boolean {
  const time = Number(text) * (unit === "seconds" ? 1000 : 1);
  // A missing time is NaN, and NaN is never recent.
  return Math.abs(now.getTime() - time) <= toleranceMs;
}

/** The signed text before and after the body. */
function splitSignedText(
  template: string,
  values: Readonly<Record<"timestamp" | "delivery", string>>,
): { readonly before: string; readonly after: string } {
  const [before = "", after = ""] = template.split("{body}").map((part) =>
    // Use a function, because `replace` would give `$&` in a string a special meaning.
    part
      .replace("{timestamp}", () => values.timestamp)
      .replace("{delivery}", () => values.delivery),
  );
  return { before, after };
}

function readKey(secret: string, kind: HmacSignature["key"]): string | Uint8Array | undefined {
  return kind === "text" ? secret : decode(secret.replace(/^whsec_/, ""), "base64");
}

/** The bytes of text that is hexadecimal or base64 throughout. Node would skip other characters. */
function decode(text: string, encoding: HmacSignature["encoding"]): Uint8Array | undefined {
  const isEncoded =
    encoding === "hex" ? /^(?:[\da-f]{2})+$/i.test(text) : /^[A-Za-z\d+/]+={0,2}$/.test(text);
  return isEncoded ? Buffer.from(text, encoding) : undefined;
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
