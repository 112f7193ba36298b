import { findValueAt } from "../toolkits/json-pointer.ts";
import type {
  DeliveryValue,
  Handshake,
  WatchRule,
  WebhookRule,
} from "../toolkits/types/webhook-types.ts";
import { type Delivery, meetsConditions, readValue } from "./delivery.ts";

/** The value that the application wants back, when the delivery is its handshake. */
export function readChallenge(
  delivery: Delivery,
  handshake: Handshake | undefined,
): string | undefined {
  if (handshake === undefined || !meetsConditions(delivery, handshake.when)) {
    return undefined;
  }
  const challenge = findValueAt(delivery.body, handshake.challenge);
  return typeof challenge === "string" ? challenge : undefined;
}

/** Returns whether a delivery is an event of the type, or a notification for its polls, for an instance with this configuration. */
export function isEvent(
  delivery: Delivery,
  { when, filters }: WatchRule,
  config: Readonly<Record<string, unknown>>,
): boolean {
  return (
    meetsConditions(delivery, when) &&
    Object.entries(filters).every(([name, value]) => !differsFrom(delivery, value, config, name))
  );
}

/** Returns whether a filter of the type rejects the delivery. A member that the configuration does not have wants nothing. */
export function differsFrom(
  delivery: Delivery,
  value: DeliveryValue,
  config: Readonly<Record<string, unknown>>,
  name: string,
): boolean {
  return Object.hasOwn(config, name) && !isEqual(readValue(delivery, value), config[name]);
}

/** Names at applications, such as owners and repositories, are not sensitive to case. */
function isEqual(found: unknown, wanted: unknown): boolean {
  return typeof found === "string" && typeof wanted === "string"
    ? found.toLowerCase() === wanted.toLowerCase()
    : found === wanted;
}

/** The data of the event, by the type's mapping. Members that the delivery does not have are left out. */
export function readEventData(
  { body }: Delivery,
  { data }: WebhookRule,
): Readonly<Record<string, unknown>> {
  const members = Object.entries(data).map(([name, pointer]) => [name, findValueAt(body, pointer)]);
  return Object.fromEntries(members.filter(([, value]) => value !== undefined));
}
