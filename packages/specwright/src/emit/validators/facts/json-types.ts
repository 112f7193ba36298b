import { isRecording, note, untracked } from "../../../memo.ts";
import type { JsonType, Schema } from "../../../model/model.ts";

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

let known = new WeakMap<Schema, Types>();

/** Forgets what was found, because references may lead elsewhere in another run. */
export function forgetTypes(): void {
  known = new WeakMap();
}

/** The types that a valid value can have, as far as the schema tells without looking at values: never too few. */
export function possibleTypes(schema: Schema): Types {
  return isRecording() && !hasTypesOnly(schema) ? notedTypes(schema) : typesOf(schema);
}

function notedTypes(schema: Schema): Types {
  const types = untracked(() => typesOf(schema));
  note(() => typesOf(schema) === types);
  return types;
}

/** Whether nothing else is looked at. */
function hasTypesOnly({ ref, allOf, anyOf, oneOf }: Schema): boolean {
  return ref === undefined && allOf === undefined && anyOf === undefined && oneOf === undefined;
}

function typesOf(schema: Schema): Types {
  const answer = known.get(schema);
  if (answer !== undefined) {
    return answer;
  }
  // A schema that refers to itself in place says nothing new by that.
  known.set(schema, anyType);
  const types = computeTypes(schema);
  known.set(schema, types);
  return types;
}

function computeTypes(schema: Schema): Types {
  if (schema.boolean !== undefined) {
    return schema.boolean ? anyType : 0;
  }
  let types = schema.types === undefined ? anyType : bitsOf(schema.types);
  if (schema.enum !== undefined) {
    types &= union(schema.enum.map(typeOf));
  }
  if (schema.const !== undefined) {
    types &= typeOf(schema.const.value);
  }
  if (schema.ref !== undefined) {
    types &= typesOf(schema.ref.target);
  }
  for (const part of schema.allOf ?? []) {
    types &= typesOf(part);
  }
  for (const parts of [schema.anyOf, schema.oneOf]) {
    if (parts !== undefined) {
      types &= union(parts.map(typesOf));
    }
  }
  return types;
}

function bitsOf(types: readonly JsonType[]): Types {
  let bits = 0;
  for (const type of types) {
    bits |= typeBits[type];
  }
  return bits;
}

function union(types: readonly Types[]): Types {
  return types.reduce((all, type) => all | type, 0);
}

/** The type of a JSON value. */
export function typeOf(value: unknown): Types {
  if (value === null) {
    return typeBits.null;
  }
  if (Array.isArray(value)) {
    return typeBits.array;
  }
  // JSON has no other types than these.
  return typeBits[typeof value as "boolean" | "number" | "string" | "object"];
}

/** Whether a JSON value is an array or an object. */
export function isContainer(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}
