import { createHash } from "node:crypto";
import type { WebhookSettings } from "../toolkits/types/webhook-types.ts";
import { type Delivery, readValue } from "./delivery.ts";
import { readSignedTime } from "./signature.ts";

/**
 * Ids that reveal a repeated delivery: the application's own id and, if the signature does not cover that id, a hash of
 * the body. Without the hash, somebody who recorded a delivery could send it again with another id.
 */
export function readDeliveryIds(
  delivery: Delivery,
  { delivery: id, signature }: Pick<WebhookSettings, "delivery" | "signature">,
): readonly string[] {
  const value = id === undefined ? undefined : readValue(delivery, id);
  const isKnown = typeof value === "string" || typeof value === "number";
  const own = isKnown ? [`id:${value}`] : [];
  const isInBody = id !== undefined && "pointer" in id;
  const isSigned =
    signature.scheme !== "hmac" || isInBody || signature.signed.includes("{delivery}");
  return isSigned && isKnown ? own : [...own, ...identifyBody(delivery, signature)];
}

/** If the time is signed together with the body, the same body with another time is another delivery. */
function identifyBody(
  delivery: Delivery,
  signature: WebhookSettings["signature"],
): readonly string[] {
  if (signature.scheme !== "hmac") {
    return [];
  }
  const hash = createHash("sha256").update(delivery.bytes);
  return [`body:${hash.update(readSignedTime(delivery, signature) ?? "").digest("hex")}`];
}
