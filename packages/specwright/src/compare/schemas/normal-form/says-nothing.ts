import type { Schema } from "../../../document/model/model.ts";

/** Keywords for readers, and those that only name the schema. */
export const annotations: ReadonlySet<string> = new Set([
  "location",
  "title",
  "description",
  "examples",
  "example",
  "default",
  "deprecated",
  "readOnly",
  "writeOnly",
  "externalDocs",
  "extensions",
  "xml",
  "id",
  "anchor",
  "defs",
  "dynamicAnchor",
  "dynamicAnchors",
]);

/** Returns whether every value fits a schema, judging by its own keywords. */
export function allowsAnything(schema: Schema): boolean {
  return (
    schema.boolean !== false &&
    Object.keys(schema).every((key) => key === "boolean" || annotations.has(key))
  );
}

/** The same, with keywords for properties and items that allow everything: they only count beside `unevaluatedProperties`. */
export function forbidsNothing(schema: Schema): boolean {
  const { additionalProperties, unevaluatedProperties, items, unevaluatedItems, ...rest } = schema;
  return [rest, additionalProperties, unevaluatedProperties, items, unevaluatedItems].every(
    isAbsentOrOpen,
  );
}

/** Returns whether a keyword is absent, or a schema that every value fits. */
export function isAbsentOrOpen(schema: Schema | undefined): boolean {
  return schema === undefined || allowsAnything(schema);
}

/** A schema without some of its keywords. */
export function omitKeywords(schema: Schema, keywords: readonly string[]): Schema {
  if (keywords.length === 0) {
    return schema;
  }
  // A schema without optional members is a schema; only `location` is not optional.
  return Object.fromEntries(
    Object.entries(schema).filter(([key]) => !keywords.includes(key)),
  ) as unknown as Schema;
}
