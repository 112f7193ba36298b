import { isObject } from "./scalars.ts";

/** The types of JSON Schema (2020-12 Validation, section 6.1.1). */
export type JsonType = "null" | "boolean" | "object" | "array" | "number" | "string" | "integer";

/**
 * The type of a JSON value. Integers have the type `number` here; `hasType` distinguishes them.
 *
 * @example
 * ```ts
 * import { toJsonType } from "@specwright/runtime/v1/values";
 *
 * toJsonType([1]); // => "array"
 * toJsonType(null); // => "null"
 * ```
 */
export function toJsonType(value: unknown): Exclude<JsonType, "integer"> {
  if (value === null) {
    return "null";
  }
  // JSON has only these types.
  return Array.isArray(value)
    ? "array"
    : (typeof value as "boolean" | "number" | "string" | "object");
}

/**
 * Returns whether a value has one of these types. JSON does not have infinities and `NaN`, so they do not match any
 * type.
 *
 * @example
 * ```ts
 * import { hasType } from "@specwright/runtime/v1/values";
 *
 * hasType(1.5, ["integer", "null"]); // => false
 * hasType(2, ["integer", "null"]); // => true
 * ```
 */
export function hasType(value: unknown, types: readonly JsonType[]): boolean {
  return types.some((type) => isOfType(value, type));
}

function isOfType(value: unknown, type: JsonType): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "object":
      return isObject(value);
    case "array":
      return Array.isArray(value);
    case "number":
      return Number.isFinite(value);
    case "integer":
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}
