import type { Schema } from "specwright";
import { mergeFlat } from "./merge-flat.ts";
import { describeRules } from "./notes.ts";

/** A schema without references and `allOf`: all of its parts merged. */
export interface FlatSchema extends Omit<Schema, "ref" | "allOf" | "anyOf" | "oneOf"> {
  /** Unions that must all hold, each a list of alternatives. `oneOf` is treated as `anyOf`, with a note. */
  readonly unions: readonly (readonly Schema[])[];
  /** Sentences for rules that the strict subset cannot express. */
  readonly notes: readonly string[];
  /** The schemas that references led through, to detect cycles. */
  readonly targets: ReadonlySet<Schema>;
}

/** Flattens a schema. A schema that contains itself through `allOf` gains nothing from that part, which is dropped. */
export function flattenSchema(schema: Schema): FlatSchema {
  return flattenInside(schema, new Set()).flat;
}

interface Flattened {
  readonly flat: FlatSchema;
  /** The enclosing schemas that this one refers back to. With any, the result depends on the schema's position. */
  readonly circles: ReadonlySet<Schema>;
}

/**
 * Results of schemas that do not refer back to enclosing ones. Without this cache, twenty levels of `allOf: [A, A]`
 * would take a million steps.
 */
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
  const flattenPart = (inner: Schema): FlatSchema => {
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
    const target = flattenPart(ref.target);
    flat = mergeFlat(flat, { ...target, targets: new Set([...target.targets, ref.target]) });
  }
  for (const each of allOf) {
    flat = mergeFlat(flat, flattenPart(each));
  }
  circles.delete(schema);
  const flattened = { flat, circles };
  if (circles.size === 0) {
    known.set(schema, flattened);
  }
  return flattened;
}
