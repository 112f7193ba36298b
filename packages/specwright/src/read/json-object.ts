/** A JSON object as it comes from the parser. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a value of the parser is an object, and no array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A member that is a string; undefined for anything else. */
export function stringMember(value: JsonObject, key: string): string | undefined {
  const text = Object.hasOwn(value, key) ? value[key] : undefined;
  return typeof text === "string" ? text : undefined;
}
