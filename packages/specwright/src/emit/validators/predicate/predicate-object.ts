import { isInheritedName } from "../../../model/facts/keywords.ts";
import { anyType, findPossibleTypes } from "../../../model/facts/possible-types.ts";
import type { Schema } from "../../../model/model.ts";
import { escapeString } from "../../escape/string.ts";
import { patternConstant, setConstant } from "../definitions/context.ts";
import { propertyEvaluator } from "./evaluated.ts";
import { schemaTest } from "./predicate.ts";
import type { Test } from "./test-expression.ts";
import { all, allTests, any, anyTest, every, not } from "./test-expression.ts";
import type { TestPlace } from "./test-place.ts";
import { parameter, partPlace } from "./test-place.ts";

/** The test of object keywords, for a value that is known to be an object. */
export function objectTest(schema: Schema, place: TestPlace): Test {
  const {
    properties = new Map<string, Schema>(),
    required = [],
    minProperties,
    maxProperties,
  } = schema;
  const { value } = place;
  const needed = new Set(required);
  // Lists are passed as arrays, because the number of a call's arguments is limited.
  return all(
    allTests(
      [...properties].map(([name, part]) => propertyTest(name, part, needed.has(name), place)),
    ),
    allTests(
      required.filter((name) => !properties.has(name)).map((name) => isPresent(value, name)),
    ),
    minProperties === undefined || minProperties <= 0
      ? true
      : `Object.keys(${value}).length >= ${minProperties}`,
    maxProperties === undefined ? true : `Object.keys(${value}).length <= ${maxProperties}`,
    allTests(dependencyTests(schema, place)),
    keysTest(schema, place),
    unevaluatedTest(schema, place),
  );
}

/** The expression of a member. A name that every object inherits needs `isPresent` first. */
function member(value: string, name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? `${value}.${name}` : `${value}[${escapeString(name)}]`;
}

/** The test that an object has a member of its own. */
export function isPresent(value: string, name: string): Test {
  return isInheritedName(name)
    ? `Object.hasOwn(${value}, ${escapeString(name)})`
    : `${member(value, name)} !== undefined`;
}

function isAbsent(value: string, name: string): Test {
  return isInheritedName(name)
    ? not(isPresent(value, name))
    : `${member(value, name)} === undefined`;
}

function propertyTest(name: string, part: Schema, isRequired: boolean, place: TestPlace): Test {
  const { value } = place;
  const test = schemaTest(part, partPlace(place, member(value, name)));
  if (!isRequired) {
    return any(isAbsent(value, name), test);
  }
  // A test of the type rejects undefined, so a separate test of presence is not needed.
  const refusesUndefined = !isInheritedName(name) && findPossibleTypes(part) !== anyType;
  return refusesUndefined ? test : all(isPresent(value, name), test);
}

function dependencyTests(schema: Schema, place: TestPlace): Test[] {
  const { value } = place;
  return [
    ...[...(schema.dependentRequired ?? [])].map(([name, names]) =>
      any(isAbsent(value, name), allTests(names.map((other) => isPresent(value, other)))),
    ),
    ...[...(schema.dependentSchemas ?? [])].map(([name, part]) =>
      any(isAbsent(value, name), schemaTest(part, place)),
    ),
  ];
}

/** The test of `patternProperties`, `additionalProperties` and `propertyNames`, in a single loop over the keys. */
function keysTest(schema: Schema, place: TestPlace): Test {
  const { additionalProperties, propertyNames } = schema;
  const { value } = place;
  const key = parameter("key", place);
  const inside = partPlace(place, `${value}[${key}]`, 1);
  const patterns = [...(schema.patternProperties ?? [])].map(([pattern, part]) =>
    any(not(patternTest(pattern, key, place) ?? false), schemaTest(part, inside)),
  );
  const test = all(
    propertyNames === undefined ? true : schemaTest(propertyNames, { ...inside, value: key }),
    allTests(patterns),
    additionalProperties === undefined
      ? true
      : any(isListed(schema, key, place), schemaTest(additionalProperties, inside)),
  );
  return every(`Object.keys(${value}).every`, key, test);
}

/** The test that a key matches a pattern. Undefined when the pattern is not enforced, which is reported as a loss. */
function patternTest(pattern: string, key: string, { context }: TestPlace): Test | undefined {
  const expression = patternConstant(context, pattern);
  return expression === undefined ? undefined : `${expression}.test(${key})`;
}

/** Longer lists of names are looked up in a set. */
const maximumComparisons = 8;

/** The test that `properties` or `patternProperties` describe a key. */
export function isListed(schema: Schema, key: string, place: TestPlace): Test {
  const names = [...(schema.properties?.keys() ?? [])];
  const isNamed =
    names.length > maximumComparisons
      ? `${setConstant(place.context, names)}.has(${key})`
      : anyTest(names.map((name) => `${key} === ${escapeString(name)}`));
  const patterns = [...(schema.patternProperties?.keys() ?? [])];
  // A pattern that is not enforced may match any key, so no key is certain to be additional.
  const isMatched = patterns.map((pattern) => patternTest(pattern, key, place) ?? true);
  return any(isNamed, anyTest(isMatched));
}

function unevaluatedTest(schema: Schema, place: TestPlace): Test {
  if (schema.unevaluatedProperties === undefined) {
    return true;
  }
  const { value } = place;
  const key = parameter("key", place);
  const part = partPlace(place, `${value}[${key}]`, 1);
  const isEvaluated = propertyEvaluator(schema, place);
  return every(
    `Object.keys(${value}).every`,
    key,
    any(isEvaluated.call(value, key, place.level), schemaTest(schema.unevaluatedProperties, part)),
  );
}
