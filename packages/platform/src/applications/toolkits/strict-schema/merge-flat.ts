import { isEqual } from "@specwright/runtime/v1/schema";
import { commonTypes, type Schema } from "specwright";
import type { FlatSchema } from "./flat-schema.ts";

/**
 * Merges two schemas into one that accepts the values that both accept. Where both have a description, the first
 * wins.
 */
export function mergeFlat(a: FlatSchema, b: FlatSchema): FlatSchema {
  if (a.boolean === false || b.boolean === true) {
    return { ...a, targets: new Set([...a.targets, ...b.targets]) };
  }
  const bounds = {
    ...keepLarger("minimum", a, b),
    ...keepLarger("exclusiveMinimum", a, b),
    ...keepLarger("minLength", a, b),
    ...keepLarger("minItems", a, b),
    ...keepSmaller("maximum", a, b),
    ...keepSmaller("exclusiveMaximum", a, b),
    ...keepSmaller("maxLength", a, b),
    ...keepSmaller("maxItems", a, b),
  };
  const types = commonTypes(a.types, b.types);
  const values = intersectValues(a.enum, b.enum);
  const items = mergeSchemas(a.items, b.items);
  const additional = mergeSchemas(a.additionalProperties, b.additionalProperties);
  const secondPattern =
    a.pattern !== undefined && b.pattern !== undefined && a.pattern !== b.pattern
      ? [`Must also match the pattern ${b.pattern}`]
      : [];
  return {
    ...b,
    ...a,
    ...bounds,
    ...(types === undefined ? {} : { types: [...types] }),
    ...(values === undefined ? {} : { enum: values }),
    ...(items === undefined ? {} : { items }),
    ...(additional === undefined ? {} : { additionalProperties: additional }),
    ...mergeMembers(a, b),
    unions: [...new Set([...a.unions, ...b.unions])],
    notes: [...new Set([...a.notes, ...b.notes, ...secondPattern])],
    targets: new Set([...a.targets, ...b.targets]),
  };
}

function mergeMembers(
  a: FlatSchema,
  b: FlatSchema,
): { properties?: ReadonlyMap<string, Schema>; required?: readonly string[] } {
  const properties = new Map(a.properties ?? []);
  for (const [name, schema] of b.properties ?? []) {
    properties.set(name, mergeSchemas(properties.get(name), schema) ?? schema);
  }
  const required = [...new Set([...(a.required ?? []), ...(b.required ?? [])])];
  return {
    ...(properties.size === 0 ? {} : { properties }),
    ...(required.length === 0 ? {} : { required }),
  };
}

function mergeSchemas(a: Schema | undefined, b: Schema | undefined): Schema | undefined {
  return a === undefined || b === undefined || a === b
    ? (a ?? b)
    : { location: a.location, allOf: [a, b] };
}

function intersectValues(
  a: readonly unknown[] | undefined,
  b: readonly unknown[] | undefined,
): readonly unknown[] | undefined {
  return a === undefined || b === undefined
    ? (a ?? b)
    : a.filter((value) => b.some((other) => isEqual(value, other)));
}

type LowerBound = "minimum" | "exclusiveMinimum" | "minLength" | "minItems";
type UpperBound = "maximum" | "exclusiveMaximum" | "maxLength" | "maxItems";

function keepLarger(name: LowerBound, a: FlatSchema, b: FlatSchema): Partial<FlatSchema> {
  const values = [a[name], b[name]].filter((value) => value !== undefined);
  return values.length === 0 ? {} : { [name]: Math.max(...values) };
}

function keepSmaller(name: UpperBound, a: FlatSchema, b: FlatSchema): Partial<FlatSchema> {
  const values = [a[name], b[name]].filter((value) => value !== undefined);
  return values.length === 0 ? {} : { [name]: Math.min(...values) };
}
