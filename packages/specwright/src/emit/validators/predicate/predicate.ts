import { listAllowedValues } from "../../../document/model/facts/allowed-values.ts";
import type { KeywordType } from "../../../document/model/facts/keywords.ts";
import {
  hasCombinations,
  hasKeywords,
  keywordTypes,
} from "../../../document/model/facts/keywords.ts";
import type { JsonType, Schema } from "../../../document/model/model.ts";
import { findNumberFormat } from "../../number-format.ts";
import { testInner } from "./inner-test.ts";
import { testArray } from "./predicate-array.ts";
import { printTestCall, testCombination } from "./predicate-combination.ts";
import { testEnumeration } from "./predicate-enumeration.ts";
import { testObject } from "./predicate-object.ts";
import { testNumber, testString } from "./predicate-scalar.ts";
import type { Test } from "./test-expression.ts";
import { joinAll, joinAny, joinAnyTest, negate } from "./test-expression.ts";
import type { TestPlace } from "./test-place.ts";

/** The test that a schema accepts a value, with exactly the meaning of the schema. */
export function testSchema(schema: Schema, place: TestPlace): Test {
  if (schema.boolean !== undefined) {
    return schema.boolean;
  }
  const { definitions } = place.context;
  const environment = definitions.enter(place.environment, schema);
  const shared = definitions.share(schema, environment);
  if (shared !== undefined && schema !== place.definition.schema) {
    return printTestCall(shared, place);
  }
  const inside = environment === place.environment ? place : { ...place, environment };
  const isLarge = (schema.properties?.size ?? 0) > maximumProperties;
  return isLarge && place.value !== "value"
    ? testInner(inside, (at) => testWhole(schema, at))
    : testWhole(schema, inside);
}

/** The test of a schema's own keywords and of the schemas that it combines. */
function testWhole(schema: Schema, place: TestPlace): Test {
  const test = testValue(schema, place);
  return schema.ref === undefined && !hasCombinations(schema)
    ? test
    : joinAll(test, testCombination(schema, place));
}

/** An object with more properties is tested by its own function when it is inside another value. */
const maximumProperties = 3;

/** The test of types, enumerations and the keywords of each type. */
function testValue(schema: Schema, place: TestPlace): Test {
  const lists = listAllowedValues(schema);
  if (lists.length > 0 || schema.types === undefined) {
    return joinAll(
      ...lists.map((values) => testEnumeration(values, place)),
      ...keywordTypes.map((type) => testIfOfType(schema, type, place)),
    );
  }
  const [only] = schema.types;
  if (only !== undefined && schema.types.length === 1) {
    return testTyped(schema, only, place);
  }
  const types = schema.types.includes("number")
    ? schema.types.filter((type) => type !== "integer")
    : schema.types;
  return joinAnyTest(types.map((type) => testTyped(schema, type, place)));
}

function testTyped(schema: Schema, type: JsonType, place: TestPlace): Test {
  const test = testKeywords(schema, type, place);
  const isNumber = type === "number" || type === "integer";
  const format = isNumber ? findNumberFormat(schema, place.context) : undefined;
  const typed = format === undefined ? testType(type, place.value) : formatTest(format, place);
  return test === true ? typed : joinAll(typed, test);
}

/** A single test of the type and a number format. */
function formatTest(format: string, { value }: TestPlace): Test {
  return `json.numbers.${format}(${value})`;
}

function testIfOfType(schema: Schema, type: KeywordType, place: TestPlace): Test {
  const format = type === "number" ? findNumberFormat(schema, place.context) : undefined;
  const test = hasKeywords(schema, type) ? testKeywords(schema, type, place) : true;
  const whole = format === undefined ? test : joinAll(formatTest(format, place), test);
  return whole === true ? true : joinAny(testOtherKind(type, place.value), whole);
}

function testKeywords(schema: Schema, type: JsonType, place: TestPlace): Test {
  switch (type) {
    case "string":
      return testString(schema, place);
    case "number":
    case "integer":
      return testNumber(schema, place);
    case "array":
      return testArray(schema, place);
    case "object":
      return testObject(schema, place);
    default:
      return true;
  }
}

/** The test that a value has a type, as the keyword `type` defines it. */
function testType(type: JsonType, value: string): Test {
  switch (type) {
    case "number":
      return `Number.isFinite(${value})`;
    case "integer":
      return `Number.isInteger(${value})`;
    case "null":
      return `${value} === null`;
    case "boolean":
      return `typeof ${value} === "boolean"`;
    default:
      return testKind(type, value);
  }
}

/** The test that the keywords of a type apply to a value. */
function testKind(type: KeywordType, value: string): Test {
  switch (type) {
    case "array":
      return `Array.isArray(${value})`;
    case "object":
      return `json.isObject(${value})`;
    default:
      return `typeof ${value} === "${type}"`;
  }
}

/** The test that the keywords of a type do not apply to a value. */
function testOtherKind(type: KeywordType, value: string): Test {
  return type === "string" || type === "number"
    ? `typeof ${value} !== "${type}"`
    : negate(testKind(type, value));
}
