import { isInheritedName } from "../../../document/model/facts/keywords.ts";
import { anyType, findPossibleTypes } from "../../../document/model/facts/possible-types.ts";
import type { Schema } from "../../../document/model/model.ts";
import { escapeString } from "../../shared/escape/string.ts";
import { namePatternConstant, setConstant } from "../definitions/context.ts";
import { planPropertyEvaluator } from "./evaluated.ts";
import { testSchema } from "./predicate.ts";
import type { Test } from "./test-expression.ts";
import {
  joinAll,
  joinAllTests,
  joinAny,
  joinAnyTest,
  negate,
  testEvery,
} from "./test-expression.ts";
import type { TestPlace } from "./test-place.ts";
import { chooseParameterName, describePlace, movePlace } from "./test-place.ts";

/** The test of object keywords, for a value that is known to be an object. */
export function testObject(schema: Schema, place: TestPlace): Test {
  const {
    properties = new Map<string, Schema>(),
    required = [],
    minProperties,
    maxProperties,
  } = schema;
  const { value } = place;
  const needed = new Set(required);
  // Lists are passed as arrays, because the number of a call's arguments is limited.
  return joinAll(
    joinAllTests(
      [...properties].map(([name, part]) => testProperty(name, part, needed.has(name), place)),
    ),
    joinAllTests(
      required.filter((name) => !properties.has(name)).map((name) => isPresent(value, name)),
    ),
    minProperties === undefined || minProperties <= 0
      ? true
      : `Object.keys(${value}).length >= ${minProperties}`,
    maxProperties === undefined ? true : `Object.keys(${value}).length <= ${maxProperties}`,
    joinAllTests(testDependencies(schema, place)),
    testKeys(schema, place),
    testUnevaluatedProperties(schema, place),
  );
}

/** The expression of a member. A name that every object inherits needs `isPresent` first. */
function printMemberAccess(value: string, name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? `${value}.${name}` : `${value}[${escapeString(name)}]`;
}

/** The test that an object has a member of its own. */
export function isPresent(value: string, name: string): Test {
  return isInheritedName(name)
    ? `Object.hasOwn(${value}, ${escapeString(name)})`
    : `${printMemberAccess(value, name)} !== undefined`;
}

function isAbsent(value: string, name: string): Test {
  return isInheritedName(name)
    ? negate(isPresent(value, name))
    : `${printMemberAccess(value, name)} === undefined`;
}

function testProperty(name: string, part: Schema, isRequired: boolean, place: TestPlace): Test {
  const { value } = place;
  const test = testSchema(part, movePlace(place, printMemberAccess(value, name)));
  if (!isRequired) {
    return joinAny(isAbsent(value, name), test);
  }
  // A test of the type rejects undefined, so a separate test of presence is not needed.
  const refusesUndefined = !isInheritedName(name) && findPossibleTypes(part) !== anyType;
  return refusesUndefined ? test : joinAll(isPresent(value, name), test);
}

function testDependencies(schema: Schema, place: TestPlace): Test[] {
  const { value } = place;
  return [
    ...[...(schema.dependentRequired ?? [])].map(([name, names]) =>
      joinAny(isAbsent(value, name), joinAllTests(names.map((other) => isPresent(value, other)))),
    ),
    ...[...(schema.dependentSchemas ?? [])].map(([name, part]) =>
      joinAny(isAbsent(value, name), testSchema(part, place)),
    ),
  ];
}

/** The test of `patternProperties`, `additionalProperties` and `propertyNames`, in a single loop over the keys. */
function testKeys(schema: Schema, place: TestPlace): Test {
  const { additionalProperties, propertyNames } = schema;
  const { value } = place;
  const key = chooseParameterName("key", place);
  const inside = movePlace(place, `${value}[${key}]`, 1);
  const patterns = [...(schema.patternProperties ?? [])].map(([pattern, part]) =>
    joinAny(negate(testPattern(pattern, key, place) ?? false), testSchema(part, inside)),
  );
  const test = joinAll(
    propertyNames === undefined ? true : testSchema(propertyNames, { ...inside, value: key }),
    joinAllTests(patterns),
    additionalProperties === undefined
      ? true
      : joinAny(isListed(schema, key, place), testSchema(additionalProperties, inside)),
  );
  return testEvery(`Object.keys(${value}).every`, key, test);
}

/** The test that a key matches a pattern. Undefined when the pattern is not enforced, which is reported as a loss. */
function testPattern(pattern: string, key: string, place: TestPlace): Test | undefined {
  const expression = namePatternConstant(place.context, pattern, describePlace(place));
  return expression === undefined ? undefined : `${expression}.test(${key})`;
}

/** Longer lists of names are looked up in a set. */
const maximumComparisons = 8;

/** The test that `properties` or `patternProperties` describe a key. */
export function isListed(schema: Schema, key: string, place: TestPlace): Test {
  const names = [...(schema.properties?.keys() ?? [])];
  const isNamed =
    names.length > maximumComparisons
      ? `${setConstant(place.context, names, describePlace(place))}.has(${key})`
      : joinAnyTest(names.map((name) => `${key} === ${escapeString(name)}`));
  const patterns = [...(schema.patternProperties?.keys() ?? [])];
  // A pattern that is not enforced may match any key, so no key is certain to be additional.
  const isMatched = patterns.map((pattern) => testPattern(pattern, key, place) ?? true);
  return joinAny(isNamed, joinAnyTest(isMatched));
}

function testUnevaluatedProperties(schema: Schema, place: TestPlace): Test {
  if (schema.unevaluatedProperties === undefined) {
    return true;
  }
  const { value } = place;
  const key = chooseParameterName("key", place);
  const part = movePlace(place, `${value}[${key}]`, 1);
  const isEvaluated = planPropertyEvaluator(schema, place);
  return testEvery(
    `Object.keys(${value}).every`,
    key,
    joinAny(
      isEvaluated.call(value, key, place.level),
      testSchema(schema.unevaluatedProperties, part),
    ),
  );
}
