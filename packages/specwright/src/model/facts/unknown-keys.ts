import type { Schema } from "../model.ts";
import { foldSchema, type SchemaFold } from "./fold-schema.ts";
import { factsBySchema } from "./known-facts.ts";

const known = factsBySchema<boolean>();

/**
 * Whether a schema may report unknown keys of the value itself. `z.intersection` forgives these when the other side
 * allows the key, which JSON Schema does not.
 */
export function refusesUnknownKeys(schema: Schema): boolean {
  return foldSchema(schema, refusals, known());
}

const refusals: SchemaFold<boolean> = {
  nothing: false,
  // Where a dynamic reference leads depends on the scope; nothing is lost by expecting the worst.
  own: ({ additionalProperties, dynamicReference }) =>
    additionalProperties?.boolean === false || dynamicReference !== undefined,
  both: (left, right) => left || right,
  either: (alternatives) => alternatives.includes(true),
  circle: (each) => each.includes(true),
};
