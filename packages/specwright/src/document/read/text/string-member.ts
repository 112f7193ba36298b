import type { JsonObject } from "../../../json-object.ts";

/** A member that is a string. Undefined for other values. */
export function readStringMember(value: JsonObject, key: string): string | undefined {
  const text = Object.hasOwn(value, key) ? value[key] : undefined;
  return typeof text === "string" ? text : undefined;
}
