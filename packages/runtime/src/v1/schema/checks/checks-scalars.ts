import type { Format } from "../values/formats.ts";
import { hasFormat } from "../values/formats.ts";
import { type NumberFormat, numbers } from "../values/numbers.ts";
import { codePoints, isMultipleOf } from "../values/scalars.ts";
import type { Check, Problem } from "./check.ts";
import { createCheck } from "./check.ts";

/** `type: integer`: a number without a fraction, of any size. (`z.int()` refuses numbers beyond 2^53.) */
export function integer(): Check {
  return createCheck(
    () => ({ type: "integer" }),
    (value) =>
      typeof value !== "number" || Number.isInteger(value)
        ? []
        : [{ code: "invalid_type", expected: "int" }],
  );
}

/** `multipleOf`, exact for decimals. (Zod's own check tolerates rounding errors.) */
export function multipleOf(divisor: number): Check {
  return checkNumbers({ multipleOf: divisor }, (value) =>
    isMultipleOf(value, divisor) ? [] : [{ code: "not_multiple_of", divisor }],
  );
}

/** `minimum`, for values of any type. */
export function minimum(bound: number): Check {
  return checkNumbers({ minimum: bound }, (value) =>
    value >= bound ? [] : [describeNumberIssue("too_small", { minimum: bound, inclusive: true })],
  );
}

/** `maximum`, for values of any type. */
export function maximum(bound: number): Check {
  return checkNumbers({ maximum: bound }, (value) =>
    value <= bound ? [] : [describeNumberIssue("too_big", { maximum: bound, inclusive: true })],
  );
}

/** `exclusiveMinimum`, for values of any type. */
export function exclusiveMinimum(bound: number): Check {
  return checkNumbers({ exclusiveMinimum: bound }, (value) =>
    value > bound ? [] : [describeNumberIssue("too_small", { minimum: bound, inclusive: false })],
  );
}

/** `exclusiveMaximum`, for values of any type. */
export function exclusiveMaximum(bound: number): Check {
  return checkNumbers({ exclusiveMaximum: bound }, (value) =>
    value < bound ? [] : [describeNumberIssue("too_big", { maximum: bound, inclusive: false })],
  );
}

/** `minLength` in characters, for values of any type. */
export function minLength(bound: number): Check {
  return checkStrings({ minLength: bound }, (value) =>
    codePoints(value) >= bound ? [] : [{ code: "too_small", origin: "string", minimum: bound }],
  );
}

/** `maxLength` in characters, for values of any type. */
export function maxLength(bound: number): Check {
  return checkStrings({ maxLength: bound }, (value) =>
    codePoints(value) <= bound ? [] : [{ code: "too_big", origin: "string", maximum: bound }],
  );
}

/**
 * `pattern`, for values of any type.
 *
 * @param maximum The `maxLength` of the same schema. A longer text is refused by that, so it is not matched: a pattern
 *   may take long on a long string.
 */
export function pattern(expression: RegExp, maximum: number = Number.POSITIVE_INFINITY): Check {
  return checkStrings({ pattern: expression.source }, (value) =>
    (value.length > maximum && codePoints(value) > maximum) || expression.test(value)
      ? []
      : [{ code: "invalid_format", format: "regex", pattern: String(expression) }],
  );
}

/**
 * `format` as an assertion, for values of any type. Formats of strings apply to strings, formats of numbers to numbers.
 */
export function format(name: Format | NumberFormat): Check {
  return createCheck(
    () => ({ format: name }),
    (value) => (isOfFormat(value, name) ? [] : [formatProblem(value, name)]),
  );
}

function isOfFormat(value: unknown, name: Format | NumberFormat): boolean {
  switch (typeof value) {
    case "string":
      return isTextFormat(name) ? hasFormat(value, name) : true;
    case "number":
      return isNumberFormat(name) ? numbers[name](value) : true;
    default:
      return true;
  }
}

function isNumberFormat(name: Format | NumberFormat): name is NumberFormat {
  return Object.hasOwn(numbers, name);
}

/** All formats except those that apply only to numbers. */
function isTextFormat(name: Format | NumberFormat): name is Format {
  return !isNumberFormat(name) || name === "int64" || name === "uint64";
}

function formatProblem(value: unknown, name: Format | NumberFormat): Problem {
  return typeof value === "number" && name !== "float" && !Number.isInteger(value)
    ? { code: "invalid_type", expected: "int" }
    : { code: "invalid_format", format: name };
}

function describeNumberIssue(code: string, bound: Readonly<Record<string, unknown>>): Problem {
  return { code, origin: "number", ...bound };
}

function checkNumbers(
  keywords: Readonly<Record<string, unknown>>,
  find: (value: number) => readonly Problem[],
): Check {
  return createCheck(
    () => keywords,
    (value) => (typeof value === "number" ? find(value) : []),
  );
}

function checkStrings(
  keywords: Readonly<Record<string, unknown>>,
  find: (value: string) => readonly Problem[],
): Check {
  return createCheck(
    () => keywords,
    (value) => (typeof value === "string" ? find(value) : []),
  );
}
