import type { Schema } from "./model.ts";

/** The ends of chains of references, so that a chain of thousands is followed once and not from each of its places. */
const ends = new WeakMap<Schema, { readonly end: Schema | undefined }>();

/**
 * Follows references to the schema at their end. Returns the schema itself when it is not a reference, and undefined
 * when the references form a circle.
 */
export function followSchemaReferences(schema: Schema): Schema | undefined {
  const next = schema.ref?.target;
  if (next?.ref === undefined) {
    return next ?? schema;
  }
  const seen = new Set<Schema>();
  let target: Schema | undefined = schema;
  while (target?.ref !== undefined && !ends.has(target)) {
    seen.add(target);
    const { target: further }: { readonly target: Schema } = target.ref;
    target = seen.has(further) ? undefined : further;
  }
  const known = target && ends.get(target);
  const end = known === undefined ? target : known.end;
  for (const each of seen) {
    ends.set(each, { end });
  }
  return end;
}
