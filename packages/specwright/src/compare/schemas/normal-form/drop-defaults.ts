import { keywordsOf } from "../../../document/model/facts/keywords.ts";
import type { Schema } from "../../../document/model/model.ts";
import { allowsAnything, annotations, isAbsentOrOpen, omitKeywords } from "./says-nothing.ts";

/** Removes keywords that say what is true without them. */
export function dropDefaults(schema: Schema): Schema {
  const dropped: string[] = [];
  for (const keyword in schema) {
    if (hasNoEffect.get(keyword)?.(schema) === true) {
      dropped.push(keyword);
    }
  }
  return dropped.length === 0 ? schema : omitKeywords(schema, dropped);
}

const isWithoutIf = (schema: Schema): boolean => schema.if === undefined;
const isWithoutContains = (schema: Schema): boolean => schema.contains === undefined;

/** For each keyword that can be without effect, whether it is. */
const hasNoEffect: ReadonlyMap<string, (schema: Schema) => boolean> = new Map<
  string,
  (schema: Schema) => boolean
>([
  ["boolean", ({ boolean }) => boolean === true],
  ["minLength", ({ minLength }) => minLength === 0],
  ["minItems", ({ minItems }) => minItems === 0],
  ["minProperties", ({ minProperties }) => minProperties === 0],
  ["minContains", (schema) => schema.minContains === 1 || isWithoutContains(schema)],
  ["maxContains", isWithoutContains],
  ["uniqueItems", ({ uniqueItems }) => uniqueItems === false],
  ["required", ({ required }) => required?.length === 0],
  ["prefixItems", ({ prefixItems }) => prefixItems?.length === 0],
  ["properties", ({ properties }) => properties?.size === 0],
  ["patternProperties", ({ patternProperties }) => patternProperties?.size === 0],
  [
    "propertyNames",
    ({ propertyNames }) => propertyNames !== undefined && allowsTexts(propertyNames),
  ],
  [
    "dependentRequired",
    ({ dependentRequired }) =>
      [...(dependentRequired?.values() ?? [])].every(({ length }) => length === 0),
  ],
  ["dependentSchemas", ({ dependentSchemas }) => dependentSchemas?.size === 0],
  ["allOf", ({ allOf }) => allOf?.length === 0],
  ["not", ({ not }) => not?.boolean === false],
  // What fits a condition counts as evaluated, even if nothing follows from it.
  [
    "if",
    (schema) =>
      isAbsentOrOpen(schema.then) && isAbsentOrOpen(schema.else) && !evaluatesParts(schema.if),
  ],
  ["then", (schema) => isWithoutIf(schema) || isAbsentOrOpen(schema.then)],
  ["else", (schema) => isWithoutIf(schema) || isAbsentOrOpen(schema.else)],
  ["contentSchema", ({ contentMediaType }) => contentMediaType === undefined],
  ["deprecated", ({ deprecated }) => deprecated === false],
  ["readOnly", ({ readOnly }) => readOnly === false],
  ["writeOnly", ({ writeOnly }) => writeOnly === false],
  ["extensions", ({ extensions }) => extensions?.size === 0],
]);

/** Returns whether every text fits a schema. */
function allowsTexts({ types, ...rest }: Schema): boolean {
  return (types === undefined || types.includes("string")) && allowsAnything(rest);
}

/** Returns whether a schema may evaluate properties or items. */
function evaluatesParts(schema: Schema | undefined): boolean {
  return (
    schema !== undefined &&
    Object.keys(schema).some((key) => !annotations.has(key) && !isAboutWholeValue.has(key))
  );
}

const isAboutWholeValue: ReadonlySet<string> = new Set([
  ...["boolean", "types", "enum", "const", "required", "minItems", "maxItems", "uniqueItems"],
  ...["minProperties", "maxProperties", "dependentRequired", "propertyNames"],
  ...keywordsOf.string,
  ...keywordsOf.number,
]);
