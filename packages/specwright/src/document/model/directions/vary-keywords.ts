import type { Schema } from "../model.ts";
import type { SchemaDraft } from "../schema-values.ts";

/** Returns a schema as it is in one direction. */
export type Vary = (schema: Schema) => Schema;

/**
 * Varies the schemas in a draft, except those of its properties.
 *
 * @param part varies schemas of a part of the value, such as `items`
 * @param inPlace varies schemas of the same value, such as `allOf`
 */
export function varyKeywords(draft: SchemaDraft, part: Vary, inPlace: Vary): void {
  for (const keyword of partKeywords) {
    const schema = draft[keyword];
    if (schema !== undefined) {
      draft[keyword] = part(schema);
    }
  }
  for (const keyword of ["then", "else"] as const) {
    const schema = draft[keyword];
    if (schema !== undefined) {
      draft[keyword] = inPlace(schema);
    }
  }
  for (const keyword of ["allOf", "anyOf", "oneOf"] as const) {
    const schemas = draft[keyword];
    if (schemas !== undefined) {
      draft[keyword] = schemas.map(inPlace);
    }
  }
  if (draft.prefixItems !== undefined) {
    draft.prefixItems = draft.prefixItems.map(part);
  }
  if (draft.dependentSchemas !== undefined) {
    draft.dependentSchemas = flatMapValues(draft.dependentSchemas, (schema) => [inPlace(schema)]);
  }
}

const partKeywords = [
  "items",
  "contains",
  "unevaluatedItems",
  "unevaluatedProperties",
  "contentSchema",
] as const;

/** Removes names from the required properties of a draft. */
export function varyRequired(draft: SchemaDraft, names: ReadonlySet<string>): void {
  const isLeft = (name: string): boolean => !names.has(name);
  if (draft.required !== undefined) {
    draft.required = draft.required.filter(isLeft);
  }
  if (draft.dependentRequired !== undefined) {
    draft.dependentRequired = new Map(
      [...draft.dependentRequired].map(([name, list]) => [name, list.filter(isLeft)]),
    );
  }
}

/** Maps each schema of a map to a list: an empty list removes it, a list of one replaces it. */
export function flatMapValues(
  map: ReadonlyMap<string, Schema>,
  change: (schema: Schema, name: string) => readonly Schema[],
): ReadonlyMap<string, Schema> {
  return new Map(
    [...map].flatMap(([name, schema]) =>
      change(schema, name).map((changed) => [name, changed] as const),
    ),
  );
}
