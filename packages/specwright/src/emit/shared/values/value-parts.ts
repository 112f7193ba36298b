import type { Schema } from "../../../document/model/model.ts";
import { findKind, type ValueKind } from "../typescript/value-kinds.ts";

/** How the value of a part is found in the value of its schema. */
export type ValueStep =
  /** The same value: `allOf`, `anyOf`, `oneOf` and references. */
  | "same"
  /** A member, an item, or all others. */
  | "inner"
  /** A place that generated conversions do not visit, but that types describe. */
  | "unvisited";

/** Every schema inside a schema whose values types describe. */
export function listValueParts(schema: Schema): readonly (readonly [ValueStep, Schema])[] {
  const parts: (readonly [ValueStep, Schema])[] = [];
  const add = (step: ValueStep, ...schemas: readonly (Schema | undefined)[]): void => {
    for (const each of schemas) {
      if (each !== undefined) {
        parts.push([step, each]);
      }
    }
  };
  const { allOf = [], anyOf = [], oneOf = [], prefixItems = [] } = schema;
  add("same", schema.ref?.target, ...allOf, ...anyOf, ...oneOf);
  add("inner", ...(schema.properties?.values() ?? []), schema.additionalProperties);
  add("inner", schema.items, ...prefixItems);
  add("unvisited", ...(schema.patternProperties?.values() ?? []), schema.unevaluatedProperties);
  add("unvisited", schema.unevaluatedItems, schema.dynamicReference?.target);
  return parts;
}

/** Every schema to which schemas lead, themselves included. */
export function collectValueParts(
  roots: Iterable<Schema>,
  steps: (step: ValueStep) => boolean = () => true,
): ReadonlySet<Schema> {
  const found = new Set(roots);
  // Iterating a set also visits the items that are added during the loop.
  for (const schema of found) {
    for (const [step, part] of listValueParts(schema)) {
      if (steps(step)) {
        found.add(part);
      }
    }
  }
  return found;
}

/** Returns whether values of a schema have a part that is converted, for any schema of a model or its variants. */
export type HoldsValue = (schema: Schema) => boolean;

/** Prepares the question for the kinds of a plan. */
export function createHoldsValue(
  kinds: ReadonlyMap<string, ValueKind>,
  accepts: (kind: ValueKind) => boolean = () => true,
): HoldsValue {
  const known = new Map<Schema, boolean>();
  const explore = (root: Schema): void => {
    const reached = collectValueParts([root], (step) => step !== "unvisited");
    const parents = new Map<Schema, Schema[]>();
    const holding: Schema[] = [];
    for (const schema of reached) {
      const kind = findKind(schema, kinds);
      if ((kind !== undefined && accepts(kind)) || known.get(schema) === true) {
        holding.push(schema);
      }
      for (const [step, part] of listValueParts(schema)) {
        if (step !== "unvisited") {
          parents.set(part, [...(parents.get(part) ?? []), schema]);
        }
      }
    }
    const held = new Set(holding);
    for (const schema of held) {
      for (const parent of parents.get(schema) ?? []) {
        held.add(parent);
      }
    }
    for (const schema of reached) {
      known.set(schema, held.has(schema));
    }
  };
  return (schema) => {
    if (!known.has(schema)) {
      explore(schema);
    }
    return known.get(schema) === true;
  };
}
