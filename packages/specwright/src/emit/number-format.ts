import type { JsonType, Schema } from "../model/model.ts";

/** The numbers of a format: from `least` to `most`, as JavaScript has read them. */
interface NumberRange {
  readonly least: number;
  readonly most: number;
  readonly isWhole: boolean;
}

/** Just below 2^128: larger numbers are an infinity in 32 bits. */
const largestFloat = 2 ** 128 - 2 ** 103 - 2 ** 75;

/** The formats of numbers that `runtime` asserts; see `numbers` there. Every number of JavaScript is a `double`. */
const ranges: ReadonlyMap<string, NumberRange> = new Map([
  ...[8, 16, 32, 64].flatMap((bits): [string, NumberRange][] => [
    [`int${bits}`, { least: -(2 ** (bits - 1)), most: 2 ** (bits - 1) - 1, isWhole: true }],
    [`uint${bits}`, { least: 0, most: 2 ** bits - 1, isWhole: true }],
  ]),
  ["float", { least: -largestFloat, most: largestFloat, isWhole: false }],
]);

/**
 * The format that a schema asserts of numbers (OpenAPI Format Registry); undefined without one, when listed values or bounds
 * say more, and when formats are comments.
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

/** Returns whether a format is one of numbers, and numbers are among the types. */
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

/** Returns whether the bounds and the type already say all that the format says. */
function isBounded(
  { minimum, exclusiveMinimum, maximum, exclusiveMaximum, types }: Schema,
  { least, most, isWhole }: NumberRange,
): boolean {
  const isWholeByType = types?.includes("integer") === true && !types.includes("number");
  const lower = Math.max(...[minimum, exclusiveMinimum].map((bound) => bound ?? -Infinity));
  const upper = Math.min(...[maximum, exclusiveMaximum].map((bound) => bound ?? Infinity));
  return (isWholeByType || !isWhole) && lower >= least && upper <= most;
}
