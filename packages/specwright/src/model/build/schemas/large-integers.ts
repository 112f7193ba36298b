import { isObject } from "../../../json-object.ts";
import type { BuildContext } from "../context/build-context.ts";
import { report } from "../context/build-context.ts";
import type { Raw } from "../context/raw.ts";
import { member } from "../context/raw.ts";

/** Keywords whose numbers are values, or are compared to the last digit. */
const exact: ReadonlySet<string> = new Set([
  "enum",
  "const",
  "default",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
]);

/**
 * Bounds that lose digits as the values do that are compared with them, so that they refuse nothing that is allowed. Generators
 * write them everywhere (`maximum: 9223372036854775807`): `oncePerDocument` counts them.
 */
const rounded: ReadonlySet<string> = new Set(["minimum", "maximum"]);

/**
 * Warns about an integer beyond 2^53 in one of these keywords: JavaScript has read it as the nearest number that it has, so
 * that 9007199254740993 became 9007199254740992, and two values of an `enum` may be one.
 */
export function reportLargeIntegers(
  keyword: string,
  value: unknown,
  schema: Raw,
  context: BuildContext,
): void {
  const isExact = exact.has(keyword);
  const found = isExact || rounded.has(keyword) ? largeIntegers(value) : [];
  if (found.length === 0) {
    return;
  }
  const isRepeated = keyword === "enum" && new Set(found).size < found.length;
  report(context, member(schema, keyword) ?? schema, {
    severity: "warning",
    code: isExact ? "large-integer" : "large-bound",
    message: `An integer of \`${keyword}\` is beyond 2^53 and was read as ${found[0]}: JavaScript numbers have no more digits.${isRepeated ? " Two values of the list are the same now." : ""}`,
    fix: "Use strings for such integers (`type: string`, `format: int64`), which keep all digits.",
  });
}

/** The integers in a value that have lost digits, or may have. */
function largeIntegers(value: unknown): number[] {
  if (typeof value === "number") {
    return Number.isInteger(value) && !Number.isSafeInteger(value) ? [value] : [];
  }
  const parts = Array.isArray(value) ? value : isObject(value) ? Object.values(value) : [];
  return parts.flatMap(largeIntegers);
}
