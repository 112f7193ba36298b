export { isObject } from "@specwright/runtime/v1/values";

/** A JSON object as a parser gives it. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Returns whether a value has members: an object or a list. */
export function isArrayOrObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null;
}
