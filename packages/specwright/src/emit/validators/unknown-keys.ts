import type { Schema } from "../../model/model.ts";

const known = new WeakMap<Schema, boolean>();

/**
 * Whether a schema may report unknown keys of the value itself. `z.intersection` forgives these when the other side
 * allows the key, which JSON Schema does not.
 */
export function refusesUnknownKeys(schema: Schema): boolean {
  const answer = known.get(schema);
  if (answer !== undefined) {
    return answer;
  }
  known.set(schema, false);
  const refuses =
    schema.additionalProperties?.boolean === false ||
    [
      ...(schema.ref === undefined ? [] : [schema.ref.target]),
      // Where it leads depends on the scope; nothing is lost by expecting the worst.
      ...(schema.dynamicReference === undefined ? [] : [nothing]),
      ...(schema.allOf ?? []),
      ...(schema.anyOf ?? []),
      ...(schema.oneOf ?? []),
    ].some(refusesUnknownKeys);
  known.set(schema, refuses);
  return refuses;
}

const location = { file: "", pointer: "" };
const nothing: Schema = { location, additionalProperties: { location, boolean: false } };
