import { isObject } from "@specwright/runtime/v1/values";
import type { Schema } from "../../document/model/model.ts";
import { mergeParts } from "./merge-parts.ts";
import type { Random } from "./random.ts";

/** A value with one fault. */
export interface Spoilt {
  readonly value: unknown;
  /** A description of the fault, such as `/name is absent`. */
  readonly fault: string;
}

/** Parts below this depth are not spoilt. Their faults would be of the same kinds as those above them. */
const deepest = 3;

/**
 * Values with one fault each: a required property is absent, a value has another type, a bound is exceeded, or a string
 * has another format. Some values may still fit because another alternative allows them, so the caller checks each with
 * a validator.
 */
export function spoilValue(value: unknown, schema: Schema, random: Random): readonly Spoilt[] {
  return [...spoil(value, [schema], "", random, 0)];
}

function* spoil(
  value: unknown,
  schemas: readonly Schema[],
  path: string,
  random: Random,
  depth: number,
): Generator<Spoilt, void, undefined> {
  const { parts, properties, required } = mergeParts(schemas, random);
  const place = path === "" ? "the value" : path;
  for (const [fault, wrong] of makeWrongValues(value, parts)) {
    yield { value: wrong, fault: `${place} ${fault}` };
  }
  if (depth >= deepest) {
    return;
  }
  if (isObject(value)) {
    for (const name of required) {
      if (Object.hasOwn(value, name)) {
        const { [name]: _, ...rest } = value;
        yield { value: rest, fault: `${path}/${name} is absent` };
      }
    }
    if (parts.some(({ additionalProperties }) => additionalProperties?.boolean === false)) {
      yield { value: { ...value, x_unknown: 1 }, fault: `${path}/x_unknown is not documented` };
    }
    for (const [name, list] of properties) {
      if (Object.hasOwn(value, name)) {
        for (const inner of spoil(value[name], list, `${path}/${name}`, random, depth + 1)) {
          yield { ...inner, value: { ...value, [name]: inner.value } };
        }
      }
    }
  }
  const items = parts.flatMap((part) => part.items ?? []);
  if (Array.isArray(value) && value.length > 0 && items.length > 0) {
    for (const inner of spoil(value[0], items, `${path}/0`, random, depth + 1)) {
      yield { ...inner, value: [inner.value, ...value.slice(1)] };
    }
  }
}

/** Wrong values to replace one value, each with a description of its fault. */
function* makeWrongValues(
  value: unknown,
  parts: readonly Schema[],
): Generator<readonly [fault: string, value: unknown], void, undefined> {
  yield* makeWrongTypes(value);
  if (parts.some((part) => part.enum !== undefined || part.const !== undefined)) {
    yield ["is not one of the listed values", "x-not-listed"];
  }
  for (const part of parts) {
    if (typeof value === "number") {
      yield* makeWrongNumbers(part);
    }
    if (typeof value === "string") {
      yield* makeWrongTexts(value, part);
    }
    if (Array.isArray(value)) {
      yield* makeWrongLengths(value, part);
    }
  }
}

function* makeWrongTypes(value: unknown): Generator<readonly [string, unknown], void, undefined> {
  const kind = Array.isArray(value) ? "array" : typeof value;
  if (value !== null) {
    yield ["is null", null];
  }
  if (kind !== "string") {
    yield ["is a text", "x-wrong"];
  }
  if (kind !== "number") {
    yield ["is a number", 12.5];
  }
  if (kind !== "object") {
    yield ["is an object", { x: 1 }];
  }
  if (kind !== "array") {
    yield ["is a list", [{}]];
  }
}

function* makeWrongNumbers(part: Schema): Generator<readonly [string, unknown], void, undefined> {
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum, multipleOf, types } = part;
  if (minimum !== undefined) {
    yield [`is below ${minimum}`, minimum - 1];
  }
  if (exclusiveMinimum !== undefined) {
    yield [`is ${exclusiveMinimum}, which is excluded`, exclusiveMinimum];
  }
  if (maximum !== undefined) {
    yield [`is above ${maximum}`, maximum + 1];
  }
  if (exclusiveMaximum !== undefined) {
    yield [`is ${exclusiveMaximum}, which is excluded`, exclusiveMaximum];
  }
  if (multipleOf !== undefined) {
    yield [`is not a multiple of ${multipleOf}`, multipleOf * 1.5];
  }
  if (types?.includes("integer") === true) {
    yield ["is a fraction", 1.5];
  }
}

/** Longer texts would not test more, and would take long to send. */
const longest = 100_000;

function* makeWrongTexts(
  value: string,
  { minLength = 0, maxLength, pattern, format }: Schema,
): Generator<readonly [string, unknown], void, undefined> {
  if (minLength > 0) {
    yield ["is too short", [...value].slice(0, minLength - 1).join("")];
  }
  if (maxLength !== undefined && maxLength < longest) {
    yield ["is too long", value.padEnd(maxLength + 1, value === "" ? "a" : value)];
  }
  if (pattern !== undefined) {
    yield ["does not match the pattern", "\u00a7 x-wrong \u00a7"];
  }
  if (format !== undefined) {
    yield [`does not have the format ${format}`, "x wrong"];
  }
}

function* makeWrongLengths(
  value: readonly unknown[],
  { minItems = 0, maxItems, uniqueItems }: Schema,
): Generator<readonly [string, unknown], void, undefined> {
  if (minItems > 0) {
    yield ["has too few items", value.slice(0, minItems - 1)];
  }
  if (maxItems !== undefined && maxItems < 1000 && value.length > 0) {
    const length = maxItems + 1;
    yield ["has too many items", Array.from({ length }, (_, index) => value[index % value.length])];
  }
  if (uniqueItems === true && value.length > 0) {
    yield ["has an item twice", [...value, value[0]]];
  }
}
