import type { KeywordType } from "../../../model/facts/keywords.ts";
import type { Schema } from "../../../model/model.ts";
import { escapePropertyKey } from "../../escape/property-key.ts";
import { escapeRegExp } from "../../escape/regexp.ts";
import { escapeString } from "../../escape/string.ts";
import { findNumberFormat } from "../../number-format.ts";
import { callExpression, objectLiteral } from "../../print/layout.ts";
import { literal } from "../../print/literal.ts";
import { isAsserted } from "../definitions/context.ts";
import { unlistedNames } from "../definitions/object-facts.ts";
import { itemEvaluator, propertyEvaluator } from "../predicate/evaluated.ts";
import { zodCode } from "./zod.ts";
import type { ZodPlace } from "./zod-expression.ts";
import { inner } from "./zod-expression.ts";

/** Prints a check for each keyword of a type. Values of other types pass these checks. */
export function keywordChecks(type: KeywordType, schema: Schema, place: ZodPlace): string[] {
  switch (type) {
    case "string":
      return stringChecks(schema, place);
    case "number":
      return numberChecks(schema, place);
    case "array":
      return [
        ...bound("minItems", schema.minItems),
        ...bound("maxItems", schema.maxItems),
        ...(schema.prefixItems === undefined ? partCheck("items", schema.items, place) : []),
        ...arrayChecks(schema, place),
      ];
    case "object":
      return [
        ...partsCheck("properties", schema.properties, place),
        ...names("required", schema.required ?? []),
        ...(schema.patternProperties === undefined ? additionalCheck(schema, place) : []),
        ...objectChecks(schema, place, []),
      ];
    default:
      return type satisfies never;
  }
}

function stringChecks(schema: Schema, { context }: ZodPlace): string[] {
  const { minLength, maxLength, pattern, format } = schema;
  const expression = pattern === undefined ? undefined : escapeRegExp(pattern);
  const before = maxLength === undefined ? "" : `, ${maxLength}`;
  return [
    ...bound("minLength", minLength),
    ...bound("maxLength", maxLength),
    ...(expression === undefined ? [] : [`json.pattern(${expression}${before})`]),
    ...(format !== undefined && isAsserted(context, format)
      ? [`json.format(${escapeString(format)})`]
      : []),
  ];
}

function numberChecks(schema: Schema, { context }: ZodPlace): string[] {
  const format = findNumberFormat(schema, context);
  // When the checks of strings include this format, that check also covers numbers.
  const isLeft = format !== undefined && !isAsserted(context, format);
  const bounds = (
    ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"] as const
  ).flatMap((keyword) => bound(keyword, schema[keyword]));
  return isLeft ? [`json.format(${escapeString(format)})`, ...bounds] : bounds;
}

/** The keywords of arrays that `z.array` cannot express. */
export function arrayChecks(schema: Schema, place: ZodPlace): string[] {
  const { items, prefixItems, contains, minContains, maxContains, uniqueItems } = schema;
  const checks = uniqueItems === true ? ["json.uniqueItems()"] : [];
  if (prefixItems !== undefined) {
    const codes = prefixItems.map((part) => zodCode(part, inner(inner(place))));
    const inside = inner(place).indent;
    const list = `[\n${codes.map((code) => `${inside}  ${code},\n`).join("")}${inside}]`;
    checks.push(callExpression("json.prefixItems", [list], place.indent));
  }
  if (prefixItems !== undefined && items !== undefined) {
    const part = zodCode(items, inner(place));
    checks.push(callExpression("json.items", [part, String(prefixItems.length)], place.indent));
  }
  if (contains !== undefined) {
    const bounds = [minContains ?? (maxContains === undefined ? undefined : 1), maxContains];
    const parameters = bounds.filter((value) => value !== undefined).map(String);
    const part = zodCode(contains, inner(place));
    checks.push(callExpression("json.contains", [part, ...parameters], place.indent));
  }
  if (schema.unevaluatedItems !== undefined) {
    const { name } = itemEvaluator(schema, { ...place, value: "value", depth: 0 });
    const part = zodCode(schema.unevaluatedItems, inner(place));
    checks.push(
      callExpression("json.unevaluatedItems", [part, `predicates.${name}`], place.indent),
    );
  }
  return checks;
}

/** The keywords of objects that `z.object` cannot express. */
export function objectChecks(
  schema: Schema,
  place: ZodPlace,
  required: readonly string[] = unlistedNames(schema),
): string[] {
  const { dependentRequired, unevaluatedProperties } = schema;
  const checks = [
    ...names("required", required),
    ...bound("minProperties", schema.minProperties),
    ...bound("maxProperties", schema.maxProperties),
    ...patternChecks(schema, place),
    ...partCheck("propertyNames", schema.propertyNames, place),
    ...(dependentRequired === undefined
      ? []
      : [`json.dependentRequired(${literal(Object.fromEntries(dependentRequired))})`]),
    ...partsCheck("dependentSchemas", schema.dependentSchemas, place),
  ];
  if (unevaluatedProperties !== undefined) {
    const { name } = propertyEvaluator(schema, { ...place, value: "value", depth: 0 });
    const part = zodCode(unevaluatedProperties, inner(place));
    checks.push(
      callExpression("json.unevaluatedProperties", [part, `predicates.${name}`], place.indent),
    );
  }
  return checks;
}

function patternChecks(schema: Schema, place: ZodPlace): string[] {
  const { patternProperties } = schema;
  if (patternProperties === undefined) {
    return [];
  }
  const pairs = [...patternProperties].flatMap(([pattern, part]) => {
    const expression = escapeRegExp(pattern);
    return expression === undefined ? [] : [`[${expression}, ${zodCode(part, inner(place))}]`];
  });
  return [
    ...(pairs.length === 0 ? [] : [callExpression("json.patternProperties", pairs, place.indent)]),
    ...additionalCheck(schema, place),
  ];
}

function additionalCheck(schema: Schema, place: ZodPlace): string[] {
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
    zodCode(additionalProperties, inner(place)),
    literal([...(properties?.keys() ?? [])]),
    ...expressions,
  ];
  return [callExpression("json.additionalProperties", parameters, place.indent)];
}

/** The checks of `not` and `if`, for values of any type. */
export function combinationChecks(schema: Schema, place: ZodPlace): string[] {
  const checks = partCheck("not", schema.not, place);
  if (schema.if !== undefined && (schema.then !== undefined || schema.else !== undefined)) {
    const parts = [schema.if, schema.then, schema.else];
    const codes = parts.map((part) =>
      part === undefined ? "z.unknown()" : zodCode(part, inner(place)),
    );
    const given = schema.else === undefined ? codes.slice(0, 2) : codes;
    checks.push(callExpression("json.conditional", given, place.indent));
  }
  return checks;
}

function bound(keyword: string, value: number | undefined): string[] {
  return value === undefined ? [] : [`json.${keyword}(${value})`];
}

function names(keyword: string, values: readonly string[]): string[] {
  return values.length === 0 ? [] : [`json.${keyword}(${values.map(escapeString).join(", ")})`];
}

function partCheck(keyword: string, part: Schema | undefined, place: ZodPlace): string[] {
  return part === undefined
    ? []
    : [callExpression(`json.${keyword}`, [zodCode(part, inner(place))], place.indent)];
}

function partsCheck(
  keyword: string,
  parts: ReadonlyMap<string, Schema> | undefined,
  place: ZodPlace,
): string[] {
  if (parts === undefined) {
    return [];
  }
  const members = [...parts].map(
    ([name, part]) => `${escapePropertyKey(name)}: ${zodCode(part, inner(place))}`,
  );
  return [`json.${keyword}(${objectLiteral(members, place.indent)})`];
}
