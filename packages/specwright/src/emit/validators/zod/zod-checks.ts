import type { KeywordType } from "../../../document/model/facts/keywords.ts";
import type { Schema } from "../../../document/model/model.ts";
import { findNumberFormat } from "../../number-format.ts";
import { escapePropertyKey } from "../../shared/escape/property-key.ts";
import { escapeRegExp } from "../../shared/escape/regexp.ts";
import { escapeString } from "../../shared/escape/string.ts";
import { printCall, printObjectLiteral } from "../../shared/print/layout.ts";
import { printLiteral } from "../../shared/print/literal.ts";
import { isAsserted } from "../definitions/context.ts";
import { listUnlistedNames } from "../definitions/object-facts.ts";
import { planItemEvaluator, planPropertyEvaluator } from "../predicate/evaluated.ts";
import { printZod } from "./zod.ts";
import type { ZodPlace } from "./zod-expression.ts";
import { placeInside } from "./zod-expression.ts";

/** Prints a check for each keyword of a type. Values of other types pass these checks. */
export function printKeywordChecks(type: KeywordType, schema: Schema, place: ZodPlace): string[] {
  switch (type) {
    case "string":
      return printStringChecks(schema, place);
    case "number":
      return printNumberChecks(schema, place);
    case "array":
      return [
        ...printBound("minItems", schema.minItems),
        ...printBound("maxItems", schema.maxItems),
        ...(schema.prefixItems === undefined ? printPartCheck("items", schema.items, place) : []),
        ...printArrayChecks(schema, place),
      ];
    case "object":
      return [
        ...printPartsCheck("properties", schema.properties, place),
        ...printNameChecks("required", schema.required ?? []),
        ...(schema.patternProperties === undefined ? printAdditionalCheck(schema, place) : []),
        ...printObjectChecks(schema, place, []),
      ];
    default:
      return type satisfies never;
  }
}

function printStringChecks(schema: Schema, { context }: ZodPlace): string[] {
  const { minLength, maxLength, pattern, format } = schema;
  const expression = pattern === undefined ? undefined : escapeRegExp(pattern);
  const before = maxLength === undefined ? "" : `, ${maxLength}`;
  return [
    ...printBound("minLength", minLength),
    ...printBound("maxLength", maxLength),
    ...(expression === undefined ? [] : [`json.pattern(${expression}${before})`]),
    ...(format !== undefined && isAsserted(context, format)
      ? [`json.format(${escapeString(format)})`]
      : []),
  ];
}

function printNumberChecks(schema: Schema, { context }: ZodPlace): string[] {
  const format = findNumberFormat(schema, context);
  // When the checks of strings include this format, that check also covers numbers.
  const isLeft = format !== undefined && !isAsserted(context, format);
  const bounds = (
    ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"] as const
  ).flatMap((keyword) => printBound(keyword, schema[keyword]));
  return isLeft ? [`json.format(${escapeString(format)})`, ...bounds] : bounds;
}

/** The keywords of arrays that `z.array` cannot express. */
export function printArrayChecks(schema: Schema, place: ZodPlace): string[] {
  const { items, prefixItems, contains, minContains, maxContains, uniqueItems } = schema;
  const checks = uniqueItems === true ? ["json.uniqueItems()"] : [];
  if (prefixItems !== undefined) {
    const codes = prefixItems.map((part) => printZod(part, placeInside(placeInside(place))));
    const inside = placeInside(place).indent;
    const list = `[\n${codes.map((code) => `${inside}  ${code},\n`).join("")}${inside}]`;
    checks.push(printCall("json.prefixItems", [list], place.indent));
  }
  if (prefixItems !== undefined && items !== undefined) {
    const part = printZod(items, placeInside(place));
    checks.push(printCall("json.items", [part, String(prefixItems.length)], place.indent));
  }
  if (contains !== undefined) {
    const bounds = [minContains ?? (maxContains === undefined ? undefined : 1), maxContains];
    const parameters = bounds.filter((value) => value !== undefined).map(String);
    const part = printZod(contains, placeInside(place));
    checks.push(printCall("json.contains", [part, ...parameters], place.indent));
  }
  if (schema.unevaluatedItems !== undefined) {
    const { name } = planItemEvaluator(schema, { ...place, value: "value", depth: 0 });
    const part = printZod(schema.unevaluatedItems, placeInside(place));
    checks.push(printCall("json.unevaluatedItems", [part, `predicates.${name}`], place.indent));
  }
  return checks;
}

/** The keywords of objects that `z.object` cannot express. */
export function printObjectChecks(
  schema: Schema,
  place: ZodPlace,
  required: readonly string[] = listUnlistedNames(schema),
): string[] {
  const { dependentRequired, unevaluatedProperties } = schema;
  const checks = [
    ...printNameChecks("required", required),
    ...printBound("minProperties", schema.minProperties),
    ...printBound("maxProperties", schema.maxProperties),
    ...printPatternChecks(schema, place),
    ...printPartCheck("propertyNames", schema.propertyNames, place),
    ...(dependentRequired === undefined
      ? []
      : [`json.dependentRequired(${printLiteral(Object.fromEntries(dependentRequired))})`]),
    ...printPartsCheck("dependentSchemas", schema.dependentSchemas, place),
  ];
  if (unevaluatedProperties !== undefined) {
    const { name } = planPropertyEvaluator(schema, { ...place, value: "value", depth: 0 });
    const part = printZod(unevaluatedProperties, placeInside(place));
    checks.push(
      printCall("json.unevaluatedProperties", [part, `predicates.${name}`], place.indent),
    );
  }
  return checks;
}

function printPatternChecks(schema: Schema, place: ZodPlace): string[] {
  const { patternProperties } = schema;
  if (patternProperties === undefined) {
    return [];
  }
  const pairs = [...patternProperties].flatMap(([pattern, part]) => {
    const expression = escapeRegExp(pattern);
    return expression === undefined
      ? []
      : [`[${expression}, ${printZod(part, placeInside(place))}]`];
  });
  return [
    ...(pairs.length === 0 ? [] : [printCall("json.patternProperties", pairs, place.indent)]),
    ...printAdditionalCheck(schema, place),
  ];
}

function printAdditionalCheck(schema: Schema, place: ZodPlace): string[] {
  const { additionalProperties, properties, patternProperties } = schema;
  if (additionalProperties === undefined || additionalProperties.boolean === true) {
    return [];
  }
  const patterns = [...(patternProperties?.keys() ?? [])];
  const expressions = patterns.map(escapeRegExp).filter((expression) => expression !== undefined);
  if (expressions.length < patterns.length) {
    // A pattern that is not enforced may match any key, so no key is certain to be additional.
    return [];
  }
  const parameters = [
    printZod(additionalProperties, placeInside(place)),
    printLiteral([...(properties?.keys() ?? [])]),
    ...expressions,
  ];
  return [printCall("json.additionalProperties", parameters, place.indent)];
}

/** The checks of `not` and `if`, for values of any type. */
export function printCombinationChecks(schema: Schema, place: ZodPlace): string[] {
  const checks = printPartCheck("not", schema.not, place);
  if (schema.if !== undefined && (schema.then !== undefined || schema.else !== undefined)) {
    const parts = [schema.if, schema.then, schema.else];
    const codes = parts.map((part) =>
      part === undefined ? "z.unknown()" : printZod(part, placeInside(place)),
    );
    const given = schema.else === undefined ? codes.slice(0, 2) : codes;
    checks.push(printCall("json.conditional", given, place.indent));
  }
  return checks;
}

function printBound(keyword: string, value: number | undefined): string[] {
  return value === undefined ? [] : [`json.${keyword}(${value})`];
}

function printNameChecks(keyword: string, values: readonly string[]): string[] {
  return values.length === 0 ? [] : [`json.${keyword}(${values.map(escapeString).join(", ")})`];
}

function printPartCheck(keyword: string, part: Schema | undefined, place: ZodPlace): string[] {
  return part === undefined
    ? []
    : [printCall(`json.${keyword}`, [printZod(part, placeInside(place))], place.indent)];
}

function printPartsCheck(
  keyword: string,
  parts: ReadonlyMap<string, Schema> | undefined,
  place: ZodPlace,
): string[] {
  if (parts === undefined) {
    return [];
  }
  const members = [...parts].map(
    ([name, part]) => `${escapePropertyKey(name)}: ${printZod(part, placeInside(place))}`,
  );
  return [`json.${keyword}(${printObjectLiteral(members, place.indent)})`];
}
