import type { WebhookSettings } from "../toolkits/types/webhook-types.ts";
import { type Delivery, readValue } from "./delivery.ts";

/** The values by which a delivery to an auth config's address names the account; a missing one is empty. */
export interface NamedOwner {
  readonly owner: string;
  readonly also: readonly string[];
}

/** Reads for which account a delivery is. */
export function readOwner(delivery: Delivery, { owner }: WebhookSettings): NamedOwner {
  const [first = "", ...also] = (owner === undefined ? [] : [owner, ...owner.also]).map((value) =>
    toOwnerText(readValue(delivery, value.delivery)),
  );
  return { owner: first, also };
}

/** The text of an application's id; empty for a value that is not an id, such as one with U+0000, which no row can hold. */
export function toOwnerText(value: unknown): string {
  const text = typeof value === "string" || typeof value === "number" ? String(value) : "";
  return text.includes("\0") ? "" : text;
}
