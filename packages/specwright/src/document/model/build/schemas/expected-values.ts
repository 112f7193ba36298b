import { listKeywords } from "../../../read/references/schema-places.ts";

/** Describes the values that a keyword of a schema may have, for the fix of one that has another value. */
export function describeExpectedValue(keyword: string): string {
  return expected.get(keyword) ?? "a value that JSON Schema 2020-12 allows";
}

const kinds: readonly (readonly [value: string, keywords: readonly string[]])[] = [
  ["a text", ["title", "description", "format", "pattern", "contentMediaType", "contentEncoding"]],
  ["a text", ["$id", "$anchor", "$dynamicAnchor"]],
  ["true or false", ["deprecated", "readOnly", "writeOnly", "uniqueItems", "nullable"]],
  ["a number", ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"]],
  ["a number above 0", ["multipleOf"]],
  ["a whole number from 0 on", ["minLength", "maxLength", "minItems", "maxItems"]],
  ["a whole number from 0 on", ["minContains", "maxContains", "minProperties", "maxProperties"]],
  ["a list of values", ["enum", "examples"]],
  ["a list of schemas, one at least", [...listKeywords]],
  ["one schema, or name it `prefixItems`", ["items"]],
  ["a list of names of properties, such as `[id, name]`", ["required"]],
  ["for each name a list of names, such as `card: [address]`", ["dependentRequired"]],
  ["a schema for each name", ["properties", "patternProperties", "dependentSchemas", "$defs"]],
  ["members such as `name`", ["xml"]],
  ["a `url`, and perhaps a `description`", ["externalDocs"]],
  ["a `propertyName`, and perhaps a `mapping`", ["discriminator"]],
];

const expected: ReadonlyMap<string, string> = new Map(
  kinds.flatMap(([value, keywords]) => keywords.map((keyword) => [keyword, value])),
);
