import type { Schema } from "../model.ts";
import { foldSchema, type SchemaFold } from "./fold-schema.ts";

const known = new WeakMap<Schema, boolean>();

/**
 * Returns whether a schema may report unknown keys of the value itself. `z.intersection` ignores such a report when the
 * other side allows the key; JSON Schema does not.
 */
export function refusesUnknownKeys(schema: Schema): boolean {
  return foldSchema(schema, refusals, known);
}

const refusals: SchemaFold<boolean> = {
  nothing: false,
  // The target of a dynamic reference depends on its scope, so this assumes the worst case, which is always safe.
  readOwn: ({ additionalProperties, dynamicReference }) =>
    additionalProperties?.boolean === false || dynamicReference !== undefined,
  joinBoth: (left, right) => left || right,
  joinAlternatives: (alternatives) => alternatives.includes(true),
  closeCircle: (each) => each.includes(true),
};
