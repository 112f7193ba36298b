import type { Discriminator } from "./model.ts";

/**
 * The values of a discriminator's mapping that choose a schema, in the mapping's order. Empty when the mapping does not
 * name the schema.
 */
export function listMappedValues(
  mapping: Discriminator["mapping"],
  schema: string | undefined,
): readonly string[] {
  return (schema === undefined ? undefined : groupValuesBySchema(mapping).get(schema)) ?? none;
}

/**
 * The inverse of the mapping: from each schema to its values. It is computed once, because it is needed for every
 * member of a large union.
 */
export function groupValuesBySchema(
  mapping: Discriminator["mapping"],
): ReadonlyMap<string, readonly string[]> {
  const known = inverted.get(mapping);
  if (known !== undefined) {
    return known;
  }
  const bySchema = new Map<string, string[]>();
  for (const [value, schema] of mapping) {
    const values = bySchema.get(schema);
    if (values === undefined) {
      bySchema.set(schema, [value]);
    } else {
      values.push(value);
    }
  }
  inverted.set(mapping, bySchema);
  return bySchema;
}

const inverted = new WeakMap<Discriminator["mapping"], ReadonlyMap<string, readonly string[]>>();
const none: readonly string[] = [];
