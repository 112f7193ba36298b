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
export function flatten(schema: Schema): FlatSchema {
  return flattenInside(schema, new Set()).flat;
}

interface Flattened {
  readonly flat: FlatSchema;
  /** The schemas around this one that it leads back to, so that its meaning depends on where it stands. */
  readonly circles: ReadonlySet<Schema>;
}

/** Schemas that lead back to none around them. Without it, twenty levels of `allOf: [A, A]` would take a million steps. */
const known = new WeakMap<Schema, Flattened>();

function flattenInside(schema: Schema, open: ReadonlySet<Schema>): Flattened {
  const found = known.get(schema);
  if (found !== undefined) {
    return found;
  }
  if (open.has(schema)) {
    const nothing = {
      location: schema.location,
      unions: [],
      notes: [],
      targets: new Set<Schema>(),
    };
    return { flat: nothing, circles: new Set([schema]) };
  }
  const inside = new Set([...open, schema]);
  const circles = new Set<Schema>();
  const part = (inner: Schema): FlatSchema => {
    const flattened = flattenInside(inner, inside);
    for (const circle of flattened.circles) {
      circles.add(circle);
    }
    return flattened.flat;
  };
  const { ref, allOf = [], anyOf, oneOf, ...own } = schema;
  const unions = [anyOf, oneOf].filter((union) => union !== undefined);
  let flat: FlatSchema = { ...own, unions, notes: describeRules(schema), targets: new Set() };
  if (ref !== undefined) {
    const target = part(ref.target);
    flat = mergeFlat(flat, { ...target, targets: new Set([...target.targets, ref.target]) });
  }
  for (const each of allOf) {
    flat = mergeFlat(flat, part(each));
  }
  circles.delete(schema);
  const flattened = { flat, circles };
  if (circles.size === 0) {
    known.set(schema, flattened);
  }
  return flattened;
}
