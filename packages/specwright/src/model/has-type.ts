import { isObject } from "../json-object.ts";
import type { JsonType } from "./model.ts";

/** Whether a JSON value has one of these types; `integer` is told from `number` here. */
export function hasType(value: unknown, types: readonly JsonType[]): boolean {
  return types.some((type) => isOfType(value, type));
}

function isOfType(value: unknown, type: JsonType): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return isObject(value);
    case "integer":
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}
