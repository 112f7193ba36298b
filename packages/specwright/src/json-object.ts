import { isObject } from "@specwright/runtime/v1/values";

export { isObject };

/** A JSON object as a parser gives it. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** A member of an object or a list itself, not of its prototype. Undefined for other values. */
export function getOwnMember(value: unknown, name: string): unknown {
  return isArrayOrObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** The members of an object. None for another value. */
export function asMembers(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** Returns whether a value has members: an object or a list. */
export function isArrayOrObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null;
}
