import { isObject } from "../../../../json-object.ts";
import type { BuildContext } from "../context/build-context.ts";
import { reportProblem } from "../context/build-context.ts";
import type { Raw } from "../context/raw.ts";
import { findMember } from "../context/raw.ts";

/** Keywords whose numbers are values, or must be compared exactly. */
const exact: ReadonlySet<string> = new Set([
  "enum",
  "const",
  "default",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
]);

/**
 * A bound loses digits in the same way as the values that are compared with it, so it rejects no value that it should
 * allow. Generators write such bounds everywhere (`maximum: 9223372036854775807`), so `warnOncePerDocument` combines the
 * warnings.
 */
const rounded: ReadonlySet<string> = new Set(["minimum", "maximum"]);

/**
 * Warns about an integer beyond 2^53 in one of these keywords. JavaScript reads it as the nearest number that it can
 * represent: 9007199254740993 becomes 9007199254740992, and two values of an `enum` may become the same.
 */
export function reportLargeIntegers(
  keyword: string,
  value: unknown,
  schema: Raw,
  context: BuildContext,
): void {
  const isExact = exact.has(keyword);
  const isBound = rounded.has(keyword) && !isFloatingPoint(schema);
  const found = isExact || isBound ? findLargeIntegers(value) : [];
  if (found.length === 0) {
    return;
  }
  const isRepeated = keyword === "enum" && new Set(found).size < found.length;
  reportProblem(context, findMember(schema, keyword) ?? schema, {
    severity: "warning",
    code: isExact ? "large-integer" : "large-bound",
    message: isExact
      ? `An integer of \`${keyword}\` is beyond 2^53 and was read as ${found[0]}: JavaScript numbers have no more digits.${isRepeated ? " Two values of the list are the same now." : ""}`
      : `The integer of \`${keyword}\` is beyond 2^53, so it is rounded, as values are: JavaScript numbers have no more digits.`,
    fix: "Use strings for such integers (`type: string`, `format: int64`), which keep all digits.",
  });
}

/** `type: number` is a floating-point number for its author, such as the largest one (1.7976931348623157e308) of .NET. */
function isFloatingPoint({ value }: Raw): boolean {
  return isObject(value) && [value.type].flat().includes("number");
}

/** The integers in a value that lost digits, or may have lost digits. */
function findLargeIntegers(value: unknown): number[] {
  if (typeof value === "number") {
    return Number.isInteger(value) && !Number.isSafeInteger(value) ? [value] : [];
  }
  const parts = Array.isArray(value) ? value : isObject(value) ? Object.values(value) : [];
  return parts.flatMap(findLargeIntegers);
}
