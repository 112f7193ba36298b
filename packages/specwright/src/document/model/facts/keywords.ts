import type { Schema } from "../model.ts";

/** A type that has its own keywords. */
export type KeywordType = "string" | "number" | "array" | "object";

/** The keywords that constrain values of one type only. Values of other types pass them. */
export const keywordsOf: Readonly<Record<KeywordType, readonly (keyof Schema)[]>> = {
  string: ["minLength", "maxLength", "pattern", "format"],
  number: ["multipleOf", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"],
  array: [
    "items",
    "prefixItems",
    "contains",
    "minItems",
    "maxItems",
    "uniqueItems",
    "unevaluatedItems",
  ],
  object: [
    "properties",
    "patternProperties",
    "additionalProperties",
    "propertyNames",
    "required",
    "minProperties",
    "maxProperties",
    "dependentRequired",
    "dependentSchemas",
    "unevaluatedProperties",
  ],
};

/** The types that have keywords of their own, in the order in which they are checked. */
export const keywordTypes: readonly KeywordType[] = ["string", "number", "array", "object"];

/** Returns whether a schema has keywords about values of a type. */
export function hasKeywords(schema: Schema, type: KeywordType): boolean {
  for (const keyword of keywordsOf[type]) {
    if (schema[keyword] !== undefined) {
      return true;
    }
  }
  return false;
}

/** Returns whether a schema has assertions of its own, apart from its reference and combinations. */
export function hasAssertions(schema: Schema): boolean {
  return (
    schema.types !== undefined ||
    schema.enum !== undefined ||
    schema.const !== undefined ||
    keywordTypes.some((type) => hasKeywords(schema, type))
  );
}

/** Returns whether a schema is a reference without other keywords that matter. */
export function isPlainReference(schema: Schema): boolean {
  return schema.ref !== undefined && !hasAssertions(schema) && !hasCombinations(schema);
}

/** Returns whether a schema combines others, apart from referring to one. */
export function hasCombinations(schema: Schema): boolean {
  return (
    schema.dynamicReference !== undefined ||
    schema.allOf !== undefined ||
    schema.anyOf !== undefined ||
    schema.oneOf !== undefined ||
    schema.not !== undefined ||
    schema.if !== undefined
  );
}

/**
 * Returns true for names that every object inherits, such as `toString`: `value.toString` is defined although it is not
 * a member.
 */
export function isInheritedName(name: string): boolean {
  return name in Object.prototype;
}
