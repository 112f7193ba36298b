import type { Schema } from "specwright";
import { mergeFlat } from "./merge-flat.ts";
import { describeRules } from "./notes.ts";

/** A schema without references and `allOf`: what all of its parts say together. */
export interface FlatSchema extends Omit<Schema, "ref" | "allOf" | "anyOf" | "oneOf"> {
  /** Unions that hold together; each is a list of alternatives. `oneOf` counts as `anyOf`, with a note. */
  readonly unions: readonly (readonly Schema[])[];
  /** Sentences about rules that the strict subset cannot express. */
  readonly notes: readonly string[];
  /** The schemas that references led through, to recognize circles. */
  readonly targets: ReadonlySet<Schema>;
}

/** Flattens a schema. A schema that is a part of itself says nothing new by that. */
export function flatten(schema: Schema, open: ReadonlySet<Schema> = new Set()): FlatSchema {
  if (open.has(schema)) {
    return { location: schema.location, unions: [], notes: [], targets: new Set() };
  }
  const inside = new Set([...open, schema]);
  const { ref, allOf = [], anyOf, oneOf, ...own } = schema;
  const unions = [anyOf, oneOf].filter((union) => union !== undefined);
  let flat: FlatSchema = { ...own, unions, notes: describeRules(schema), targets: new Set() };
  if (ref !== undefined) {
    const target = flatten(ref.target, inside);
    flat = mergeFlat(flat, { ...target, targets: new Set([...target.targets, ref.target]) });
  }
  for (const part of allOf) {
    flat = mergeFlat(flat, flatten(part, inside));
  }
  return flat;
}
