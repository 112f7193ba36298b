import { toJsonType } from "@specwright/runtime/v1/values";
import type { JsonType, Schema } from "../model.ts";
import { foldSchema, type SchemaFold } from "./fold-schema.ts";

/** A set of types, one bit each; integers count as numbers. */
export type Types = number;

/** The bit of each type. */
export const typeBits: Readonly<Record<JsonType, Types>> = {
  null: 1,
  boolean: 2,
  object: 4,
  array: 8,
  number: 16,
  integer: 16,
  string: 32,
};

/** Every type. */
export const anyType: Types = 63;

const known = new WeakMap<Schema, Types>();

/**
 * The types that a valid value can have, judged without looking at values. The result may have too many types, never
 * too few.
 */
export function findPossibleTypes(schema: Schema): Types {
  const { ref, allOf, anyOf, oneOf } = schema;
  // Most schemas do not combine others.
  return ref === undefined && allOf === undefined && anyOf === undefined && oneOf === undefined
    ? findOwnTypes(schema)
    : foldSchema(schema, types, known);
}

const types: SchemaFold<Types> = {
  nothing: anyType,
  readOwn: findOwnTypes,
  joinBoth: (left, right) => left & right,
  joinAlternatives: uniteTypes,
};

function findOwnTypes(schema: Schema): Types {
  if (schema.boolean !== undefined) {
    return schema.boolean ? anyType : 0;
  }
  const { types: listed, enum: values, const: constant } = schema;
  return (
    (listed === undefined ? anyType : toTypeBits(listed)) &
    (values === undefined ? anyType : uniteTypes(values.map(getTypeBit))) &
    (constant === undefined ? anyType : getTypeBit(constant.value))
  );
}

function toTypeBits(types: readonly JsonType[]): Types {
  let bits = 0;
  for (const type of types) {
    bits |= typeBits[type];
  }
  return bits;
}

function uniteTypes(each: readonly Types[]): Types {
  return each.reduce((all, type) => all | type, 0);
}

/** The bit of a JSON value's type. */
export function getTypeBit(value: unknown): Types {
  return typeBits[toJsonType(value)];
}
