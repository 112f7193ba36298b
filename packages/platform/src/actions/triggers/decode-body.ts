import { isNestedTooDeep } from "@specwright/runtime/v1/schema";
import type { Delivery } from "../../applications/ingress/delivery.ts";
import { findValueAt, setAt } from "../../applications/toolkits/json-pointer.ts";
import type { WebhookSettings } from "../../applications/toolkits/types/webhook-types.ts";
import { isQuicklyParsed } from "../../base/sharing/is-quickly-parsed.ts";

/**
 * Parses a body that is JSON. Returns the text itself when it is not JSON, or when parsing it would take long. The rules of a toolkit
 * find nothing in a text.
 */
export function parseBody(text: string): unknown {
  if (!isQuicklyParsed(text)) {
    return text;
  }
  try {
    const value: unknown = JSON.parse(text);
    return isNestedTooDeep(value) ? text : value;
  } catch {
    return text;
  }
}

/**
 * Replaces the text that the toolkit's `decode` names by its JSON value, as in Pub/Sub's `message.data`. A text that is not JSON in
 * base64 is left as it is. Call it after the delivery was verified.
 */
export function decodeBody(
  delivery: Delivery,
  { decode }: Pick<WebhookSettings, "decode">,
): Delivery {
  const text = decode === undefined ? undefined : findValueAt(delivery.body, decode);
  if (decode === undefined || typeof text !== "string") {
    return delivery;
  }
  const value = parseBody(Buffer.from(text, "base64").toString());
  if (typeof value !== "object" || value === null) {
    return delivery;
  }
  // A value was found at the pointer, so the body is an object or a list.
  const body = structuredClone(delivery.body) as Record<string, unknown>;
  setAt(body, decode, value);
  return { ...delivery, body };
}
