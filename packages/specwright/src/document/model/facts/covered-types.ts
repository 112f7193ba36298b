import type { JsonType, Schema } from "../model.ts";
import { hasKeywords, keywordTypes } from "./keywords.ts";
import { findPossibleTypes, typeBits } from "./possible-types.ts";
import { writtenValues } from "./written-values.ts";

/** Every type; `integer` is part of `number`. */
export const allTypes: readonly JsonType[] = [
  "null",
  "boolean",
  "number",
  "array",
  "object",
  "string",
];

/**
 * The types of which every value fits a schema. A value of such a type does not fit `not` with that schema. The result may have
 * too few types, never too many.
 */
export function findCoveredTypes(schema: Schema): ReadonlySet<JsonType> {
  return new Set(listCovered(schema, new Set()));
}

function listCovered(schema: Schema, open: Set<Schema>): readonly JsonType[] {
  if (schema.boolean !== undefined || open.has(schema)) {
    return schema.boolean === true ? allTypes : [];
  }
  if (schema.dynamicReference !== undefined || schema.oneOf !== undefined || schema.if) {
    return [];
  }
  open.add(schema);
  const { ref, allOf = [], anyOf, not } = schema;
  const parts = [
    listOwn(schema),
    ...[...(ref === undefined ? [] : [ref.target]), ...allOf].map((part) =>
      listCovered(part, open),
    ),
    ...(anyOf === undefined ? [] : [anyOf.flatMap((part) => listCovered(part, open))]),
    ...(not === undefined ? [] : [listExcluded(not)]),
  ];
  open.delete(schema);
  return allTypes.filter((type) => parts.every((part) => part.includes(type)));
}

function listOwn(schema: Schema): readonly JsonType[] {
  const { types = allTypes } = schema;
  const values = writtenValues(schema);
  return values === undefined
    ? types.filter((type) => !keywordTypes.some((own) => own === type && hasKeywords(schema, own)))
    : types.filter((type) => isListed(type, values));
}

/** Only of these types, all values can be listed. */
function isListed(type: JsonType, values: readonly unknown[]): boolean {
  const all = { null: [null], boolean: [true, false] }[type as string];
  return all?.every((value) => values.includes(value)) ?? false;
}

/** The types of which no value fits a schema. */
function listExcluded(schema: Schema): readonly JsonType[] {
  const possible = findPossibleTypes(schema);
  return allTypes.filter((type) => (typeBits[type] & possible) === 0);
}
