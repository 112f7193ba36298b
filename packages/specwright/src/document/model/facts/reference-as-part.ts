import type { Schema } from "../schema.ts";

/** Keywords that say which values a schema has, in a way that types can say too. */
const typed: readonly (keyof Schema)[] = [
  "properties",
  "patternProperties",
  "required",
  "propertyNames",
  "allOf",
  "anyOf",
  "oneOf",
  "enum",
  "const",
  "items",
  "prefixItems",
];

/**
 * A schema with `allOf` instead of a reference that has such keywords beside it, because all of them apply (JSON Schema
 * 2020-12 Core, section 8.2.3.1). Returns other schemas as they are.
 *
 *     { $ref: "#/components/schemas/Pet", required: [name] }
 *     { allOf: [{ $ref: "#/components/schemas/Pet" }], required: [name] }
 */
export function takeReferenceAsPart(schema: Schema): Schema {
  const { ref, ...beside } = schema;
  if (ref === undefined || !typed.some((keyword) => schema[keyword] !== undefined)) {
    return schema;
  }
  return { ...beside, allOf: [{ location: schema.location, ref }, ...(beside.allOf ?? [])] };
}
