import { findValueAt } from "../toolkits/json-pointer.ts";
import type { DeliveryCondition, DeliveryValue } from "../toolkits/types/webhook-types.ts";

/** A request that an application sent to one of our addresses. */
export interface Delivery {
  readonly headers: Headers;
  /** The unchanged bytes, which the application signed. */
  readonly bytes: Uint8Array;
  /** The parsed body: any JSON value. */
  readonly body: unknown;
}

/** The value that is meant; undefined when the delivery does not have it. */
export function readValue(delivery: Delivery, value: DeliveryValue): unknown {
  return "header" in value
    ? (delivery.headers.get(value.header) ?? undefined)
    : findValueAt(delivery.body, value.pointer);
}

/** Returns whether all of the conditions hold. */
export function meetsConditions(
  delivery: Delivery,
  conditions: readonly DeliveryCondition[],
): boolean {
  return conditions.every((condition) => {
    const { equals, one_of: oneOf, present, absent } = condition;
    const value = readValue(delivery, condition);
    if (present === true) {
      return value !== undefined && value !== null;
    }
    if (absent === true) {
      return value === undefined || value === null;
    }
    return oneOf === undefined ? value === equals : oneOf.some((each) => each === value);
  });
}
