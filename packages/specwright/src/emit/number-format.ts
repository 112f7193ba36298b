import type { JsonType, Schema } from "../document/model/model.ts";

/** The numbers of a format: from `least` to `most`, as JavaScript reads them. */
interface NumberRange {
  readonly least: number;
  readonly most: number;
  readonly isWhole: boolean;
}

/** Just below 2^128. In 32 bits, larger numbers would be infinite. */
const largestFloat = 2 ** 128 - 2 ** 103 - 2 ** 75;

/**
 * The number formats that the runtime asserts (see `numbers` there). `double` is missing, because every JavaScript
 * number is one.
 */
const ranges: ReadonlyMap<string, NumberRange> = new Map([
  ...[8, 16, 32, 64].flatMap((bits): [string, NumberRange][] => [
    [`int${bits}`, { least: -(2 ** (bits - 1)), most: 2 ** (bits - 1) - 1, isWhole: true }],
    [`uint${bits}`, { least: 0, most: 2 ** bits - 1, isWhole: true }],
  ]),
  ["float", { least: -largestFloat, most: largestFloat, isWhole: false }],
]);

/**
 * The number format that a schema asserts (OpenAPI Format Registry). Undefined when it has none, when listed values or
 * bounds are stricter, and when formats are only annotations.
 */
export function findNumberFormat(
  schema: Schema,
  { assertsFormats }: { readonly assertsFormats: boolean },
): string | undefined {
  const { format, types, enum: values, const: constant } = schema;
  const range = format === undefined || !assertsFormats ? undefined : ranges.get(format);
  const isListed = values !== undefined || constant !== undefined;
  return range === undefined || isListed || !admitsNumbers(types) || isBounded(schema, range)
    ? undefined
    : format;
}

/** Returns whether a format applies to numbers, and the types allow numbers. */
export function isNumberFormat(format: string, types: readonly JsonType[] | undefined): boolean {
  return ranges.has(format) && admitsNumbers(types);
}

/** Returns whether types allow numbers. A schema without types does. */
export function admitsNumbers(types: readonly JsonType[] | undefined): boolean {
  return types === undefined || types.includes("number") || types.includes("integer");
}

/** Returns whether a value is a number of the format. */
export function fitsFormat(value: unknown, format: string): boolean {
  const { least, most, isWhole } = ranges.get(format) as NumberRange;
  const isKind = isWhole ? Number.isInteger(value) : typeof value === "number";
  return isKind && (value as number) >= least && (value as number) <= most;
}

/** Returns whether the bounds and the type already imply the format. */
function isBounded(
  { minimum, exclusiveMinimum, maximum, exclusiveMaximum, types }: Schema,
  { least, most, isWhole }: NumberRange,
): boolean {
  const isWholeByType = types?.includes("integer") === true && !types.includes("number");
  const lower = Math.max(...[minimum, exclusiveMinimum].map((bound) => bound ?? -Infinity));
  const upper = Math.min(...[maximum, exclusiveMaximum].map((bound) => bound ?? Infinity));
  return (isWholeByType || !isWhole) && lower >= least && upper <= most;
}
