/** A JSON object as a parser gives it. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Returns whether a value is a JSON object: neither a list nor null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns whether a value has members: an object or a list. */
export function isContainer(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null;
}
