import { listAllowedValues } from "../../../document/model/facts/allowed-values.ts";
import { listValueTypes } from "../../../document/model/facts/value-types.ts";
import type { JsonType, Schema } from "../../../document/model/model.ts";
import { isSameValue } from "../../compare/comparison.ts";
import { omitKeywords } from "./says-nothing.ts";

/** Keeps of the listed values those that the other keywords allow, and takes the types from them. */
export function normalizeValues(schema: Schema): Schema {
  if (schema.enum === undefined && schema.const === undefined) {
    return schema;
  }
  if (isListOfTexts(schema)) {
    return schema;
  }
  const [first = [], ...others] = listAllowedValues(schema);
  const both = first.filter((value) =>
    others.every((other) => other.some((each) => isSameValue(each, value))),
  );
  const { kept, judged } = judgeValues(both, schema);
  const { enum: _, const: constant, types, ...rest } = omitKeywords(schema, judged);
  const written = schema.const === undefined ? schema.enum : [schema.const.value];
  const found = listValueTypes(kept.length === 0 ? (written ?? []) : kept);
  if (
    found.every(
      (type) =>
        countValues(type) <=
        new Set(kept.filter((each) => listValueTypes([each])[0] === type)).size,
    )
  ) {
    return { ...rest, types: found };
  }
  const isConstant = constant !== undefined && kept.length === 1;
  return { ...rest, types: found, ...(isConstant ? { const: constant } : { enum: kept }) };
}

/** A shortcut: nearly every list is one of texts, and its schema says so and nothing more. */
function isListOfTexts({
  types,
  enum: listed,
  const: constant,
  minLength,
  maxLength,
}: Schema): boolean {
  return (
    types?.length === 1 &&
    types[0] === "string" &&
    constant === undefined &&
    minLength === undefined &&
    maxLength === undefined &&
    listed?.every((value) => typeof value === "string") === true
  );
}

/** The number of values of a type. */
function countValues(type: JsonType): number {
  return type === "null" ? 1 : type === "boolean" ? 2 : Number.POSITIVE_INFINITY;
}

/** The values that fit the limits of texts and numbers, and these keywords, which say nothing more beside the values. */
function judgeValues(
  values: readonly unknown[],
  schema: Schema,
): { readonly kept: readonly unknown[]; readonly judged: readonly string[] } {
  const judges = Object.entries(limits).filter(
    ([keyword]) => schema[keyword as keyof typeof limits] !== undefined,
  );
  const kept = values.filter((value) =>
    judges.every(([keyword, fits]) => fits(value, schema[keyword as keyof typeof limits] ?? 0)),
  );
  return { kept, judged: judges.map(([keyword]) => keyword) };
}

type Limit = (value: unknown, limit: number) => boolean;
const measure =
  (compare: (length: number, limit: number) => boolean): Limit =>
  (value, limit) =>
    typeof value !== "string" || compare([...value].length, limit);
const weigh =
  (compare: (number: number, limit: number) => boolean): Limit =>
  (value, limit) =>
    typeof value !== "number" || compare(value, limit);

const limits = {
  minLength: measure((length, least) => length >= least),
  maxLength: measure((length, most) => length <= most),
  minimum: weigh((number, least) => number >= least),
  maximum: weigh((number, most) => number <= most),
  exclusiveMinimum: weigh((number, least) => number > least),
  exclusiveMaximum: weigh((number, most) => number < most),
} as const;
