import type { Schema } from "./model.ts";

/**
 * Follows references to the schema at their end. Returns the schema itself when it is not a reference, and undefined
 * when the references form a circle.
 */
export function followSchemaReferences(schema: Schema): Schema | undefined {
  const seen = new Set<Schema>();
  let target = schema;
  while (target.ref !== undefined) {
    if (seen.has(target)) {
      return undefined;
    }
    seen.add(target);
    target = target.ref.target;
  }
  return target;
}
