import type { Schema } from "./model.ts";

/** The schema that references lead to, or the schema itself; undefined when they only lead in a circle. */
export function behindReferences(schema: Schema): Schema | undefined {
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
