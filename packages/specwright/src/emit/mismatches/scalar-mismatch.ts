import {
  codePoints,
  hasFormat,
  hasType,
  isEqual,
  isFormat,
  isMultipleOf,
  isUnique,
  toJsonType,
} from "@specwright/runtime/v1/values";
import type { JsonType, Schema } from "../../document/model/model.ts";
import { findNumberFormat, fitsFormat, isNumberFormat } from "../number-format.ts";
import type { Judge, Mismatch } from "./find-mismatch.ts";

/** The reason why a value as a whole does not fit a schema. Its members and items are not checked. */
export function findScalarMismatch(
  value: unknown,
  schema: Schema,
  judge: Judge,
): Mismatch | undefined {
  const reason =
    explainType(value, schema) ??
    listReason(value, schema) ??
    (typeof value === "string" ? explainString(value, schema, judge) : undefined) ??
    (typeof value === "number" ? explainNumber(value, schema, judge) : undefined) ??
    (Array.isArray(value) ? explainLength(value, schema) : undefined);
  return reason === undefined ? undefined : { path: [], reason };
}

function explainType(value: unknown, { types }: Schema): string | undefined {
  if (types === undefined) {
    return undefined;
  }
  return hasType(value, types)
    ? undefined
    : `is ${articles[toJsonType(value)]} and has to be ${types.map((each) => articles[each]).join(" or ")}`;
}

const articles: Readonly<Record<JsonType, string>> = {
  null: "null",
  boolean: "a boolean",
  object: "an object",
  array: "an array",
  number: "a number",
  string: "a string",
  integer: "an integer",
};

function listReason(value: unknown, schema: Schema): string | undefined {
  if (schema.const !== undefined && !isEqual(value, schema.const.value)) {
    return "is not the value of `const`";
  }
  return schema.enum?.some((each) => isEqual(value, each)) === false
    ? "is not one of the values of `enum`"
    : undefined;
}

function explainString(
  value: string,
  { minLength, maxLength, pattern, format }: Schema,
  { testPattern, assertsFormats }: Judge,
): string | undefined {
  if (minLength !== undefined && codePoints(value) < minLength) {
    return "is too short";
  }
  if (maxLength !== undefined && codePoints(value) > maxLength) {
    return "is too long";
  }
  if (pattern !== undefined && testPattern(pattern, value) === false) {
    return "does not match the pattern";
  }
  return assertsFormats && format !== undefined && isFormat(format) && !hasFormat(value, format)
    ? `does not have the format \`${format}\``
    : undefined;
}

function explainNumber(value: number, schema: Schema, judge: Judge): string | undefined {
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum, multipleOf } = schema;
  if (
    value < (minimum ?? Number.NEGATIVE_INFINITY) ||
    (exclusiveMinimum !== undefined && value <= exclusiveMinimum)
  ) {
    return "is too small";
  }
  if (
    value > (maximum ?? Number.POSITIVE_INFINITY) ||
    (exclusiveMaximum !== undefined && value >= exclusiveMaximum)
  ) {
    return "is too large";
  }
  if (multipleOf !== undefined && !isMultipleOf(value, multipleOf)) {
    return `is not a multiple of ${multipleOf}`;
  }
  const { format, types } = schema;
  // Nearly all numbers fit, and checking the number is cheaper than checking all keywords of the schema.
  if (format === undefined || !isNumberFormat(format, types) || fitsFormat(value, format)) {
    return undefined;
  }
  return findNumberFormat(schema, judge) === undefined
    ? undefined
    : `does not have the format \`${format}\``;
}

function explainLength(
  value: readonly unknown[],
  { minItems = 0, maxItems = Number.POSITIVE_INFINITY, uniqueItems }: Schema,
): string | undefined {
  if (value.length < minItems || value.length > maxItems) {
    return `has ${value.length} items, which are too ${value.length < minItems ? "few" : "many"}`;
  }
  return uniqueItems === true && !isUnique(value) ? "has an item twice" : undefined;
}
