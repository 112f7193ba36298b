import { listAllowedValues } from "../../../document/model/facts/allowed-values.ts";
import { hasKeywords } from "../../../document/model/facts/keywords.ts";
import type { JsonType, Schema } from "../../../document/model/model.ts";
import { isArrayOrObject } from "../../../json-object.ts";
import { findNumberFormat } from "../../number-format.ts";
import { escapeRegExp } from "../../shared/escape/regexp.ts";
import { escapeString } from "../../shared/escape/string.ts";
import { printArrayLiteral, printCall } from "../../shared/print/layout.ts";
import { printLiteral } from "../../shared/print/literal.ts";
import { isAsserted } from "../definitions/context.ts";
import { printZod } from "./zod.ts";
import { printArrayChecks } from "./zod-checks.ts";
import type { ZodPlace } from "./zod-expression.ts";
import {
  type OwnCheck,
  placeInside,
  printOwnCheck,
  withChecks,
  withOwnChecks,
  wrap,
} from "./zod-expression.ts";
import { printZodObject } from "./zod-object.ts";

/** The expression of a schema's own types or values, with the keywords of these types. */
export function printOwn(schema: Schema, types: readonly JsonType[], place: ZodPlace): string {
  const [values, ...others] = listAllowedValues(schema);
  if (values !== undefined) {
    // When the schema has both `enum` and `const`, the second list becomes a check.
    const checks = others.map((list) => `json.enumeration(${printLiteral(list)})`);
    return withChecks(printValues(values, place), checks, place.indent);
  }
  const [first] = types;
  if (types.length === 1 && first !== undefined) {
    return printTypeCode(first, schema, place);
  }
  const distinct = types.includes("number") ? types.filter((type) => type !== "integer") : types;
  const named = distinct.filter((type) => type !== "null");
  const [only] = named;
  if (only === undefined) {
    return "z.null()";
  }
  const code =
    named.length === 1
      ? printTypeCode(only, schema, place)
      : printCall(
          "z.union",
          [
            printArrayLiteral(
              named.map((type) => printTypeCode(type, schema, placeInside(placeInside(place)))),
              placeInside(place).indent,
            ),
          ],
          place.indent,
        );
  return named.length === distinct.length ? code : wrap("nullable", code, place);
}

function printTypeCode(type: JsonType, schema: Schema, place: ZodPlace): string {
  switch (type) {
    case "string":
      return printStringCode(schema, place);
    case "number":
    case "integer":
      return printNumberCode(type, schema, place);
    case "array":
      return printArrayCode(schema, place);
    case "object":
      return printZodObject(schema, place);
    default:
      return `z.${type}()`;
  }
}

/** The expression of a list of values. */
export function printValues(values: readonly unknown[], place: ZodPlace): string {
  if (values.some(isArrayOrObject)) {
    return `z.unknown().check(json.enumeration(${printLiteral(values)}))`;
  }
  const named = values.filter((value) => value !== null);
  const isNullable = named.length < values.length;
  const [first] = named;
  if (first === undefined) {
    return isNullable ? "z.null()" : "z.never()";
  }
  // `z.enum` stores its values as keys of an object, which would lose `__proto__`.
  const isEnum = named.every((value) => typeof value === "string" && value !== "__proto__");
  const list = printArrayLiteral(named.map(printLiteral), place.indent);
  const code =
    named.length === 1
      ? `z.literal(${printLiteral(first)})`
      : `z.${isEnum ? "enum" : "literal"}(${list})`;
  return isNullable ? wrap("nullable", code, place) : code;
}

function printStringCode(schema: Schema, place: ZodPlace): string {
  if (!hasKeywords(schema, "string")) {
    return "z.string()";
  }
  const { minLength, maxLength, pattern, format } = schema;
  const expression = pattern === undefined ? undefined : escapeRegExp(pattern);
  // Stops at a string that is too long, because the pattern could take long for it.
  const stop = expression === undefined ? "" : ", { abort: true }";
  const checks = [
    ...printLengths(minLength, maxLength, stop),
    ...(expression === undefined ? [] : [printOwnCheck("regex", "regex", expression)]),
  ];
  if (format !== undefined && isAsserted(place.context, format)) {
    const check = `json.format(${escapeString(format)})`;
    checks.push({ method: `.check(${check})`, mini: check });
  }
  return withOwnChecks("z.string()", checks, [], place);
}

/** The checks of the length of a string or an array. */
function printLengths(least = 0, most: number | undefined, stop = ""): OwnCheck[] {
  return [
    ...(least <= 0 ? [] : [printOwnCheck("min", "minLength", least)]),
    ...(most === undefined ? [] : [printOwnCheck("max", "maxLength", `${most}${stop}`)]),
  ];
}

function printNumberCode(type: "number" | "integer", schema: Schema, place: ZodPlace): string {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  // `z.int()` only accepts numbers up to 2^53. Within these bounds it means the same as `integer`.
  const least = minimum ?? exclusiveMinimum ?? Number.NEGATIVE_INFINITY;
  const most = maximum ?? exclusiveMaximum ?? Number.POSITIVE_INFINITY;
  const isSafe = least >= Number.MIN_SAFE_INTEGER && most <= Number.MAX_SAFE_INTEGER;
  const format = findNumberFormat(schema, place.context);
  const isWhole = type === "integer" && isSafe;
  const base = getFormatBase(format) ?? (isWhole ? "z.int()" : "z.number()");
  const isFormatLeft = format !== undefined && getFormatBase(format) === undefined;
  const isWholeByFormat = format !== undefined && format !== "float";
  const checks = [
    ...(type === "integer" && !isSafe && !isWholeByFormat ? ["json.integer()"] : []),
    ...(isFormatLeft ? [`json.format(${escapeString(format)})`] : []),
    ...(multipleOf === undefined ? [] : [`json.multipleOf(${multipleOf})`]),
  ];
  const own = (
    [
      ["min", "gte", minimum],
      ["max", "lte", maximum],
      ["gt", "gt", exclusiveMinimum],
      ["lt", "lt", exclusiveMaximum],
    ] as const
  ).flatMap(([method, mini, value]) =>
    value === undefined ? [] : [printOwnCheck(method, mini, value)],
  );
  return withOwnChecks(base, own, checks, place);
}

/** Zod has equal formats for these two. Its others are for BigInt, or have another limit for 32-bit floats. */
function getFormatBase(format: string | undefined): string | undefined {
  return format === "int32" || format === "uint32" ? `z.${format}()` : undefined;
}

function printArrayCode(schema: Schema, place: ZodPlace): string {
  const { items, prefixItems, minItems, maxItems } = schema;
  const element =
    items === undefined || prefixItems !== undefined
      ? "z.unknown()"
      : printZod(items, placeInside(place));
  return withOwnChecks(
    printCall("z.array", [element], place.indent),
    printLengths(minItems, maxItems),
    printArrayChecks(schema, placeInside(place)),
    place,
  );
}
