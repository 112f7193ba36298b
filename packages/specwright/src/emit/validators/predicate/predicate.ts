import { listAllowedValues } from "../../../model/facts/allowed-values.ts";
import type { KeywordType } from "../../../model/facts/keywords.ts";
import { hasCombinations, hasKeywords, keywordTypes } from "../../../model/facts/keywords.ts";
import type { JsonType, Schema } from "../../../model/model.ts";
import { findNumberFormat } from "../../number-format.ts";
import { innerTest } from "./inner-test.ts";
import { arrayTest } from "./predicate-array.ts";
import { callTest, combinationTest } from "./predicate-combination.ts";
import { enumerationTest } from "./predicate-enumeration.ts";
import { objectTest } from "./predicate-object.ts";
import { numberTest, stringTest } from "./predicate-scalar.ts";
import type { Test } from "./test-expression.ts";
import { all, any, anyTest, not } from "./test-expression.ts";
import type { TestPlace } from "./test-place.ts";

/** The test that a schema accepts a value, with exactly the meaning of the schema. */
export function schemaTest(schema: Schema, place: TestPlace): Test {
  if (schema.boolean !== undefined) {
    return schema.boolean;
  }
  const { definitions } = place.context;
  const environment = definitions.enter(place.environment, schema);
  const shared = definitions.shared(schema, environment);
  if (shared !== undefined && schema !== place.definition.schema) {
    return callTest(shared, place);
  }
  const inside = environment === place.environment ? place : { ...place, environment };
  const isLarge = (schema.properties?.size ?? 0) > maximumProperties;
  return isLarge && place.value !== "value"
    ? innerTest(inside, (at) => wholeTest(schema, at))
    : wholeTest(schema, inside);
}

/** The test of a schema's own keywords and of the schemas that it combines. */
function wholeTest(schema: Schema, place: TestPlace): Test {
  const test = valueTest(schema, place);
  return schema.ref === undefined && !hasCombinations(schema)
    ? test
    : all(test, combinationTest(schema, place));
}

/** An object with more properties is tested by its own function when it is inside another value. */
const maximumProperties = 3;

/** The test of types, enumerations and the keywords of each type. */
function valueTest(schema: Schema, place: TestPlace): Test {
  const lists = listAllowedValues(schema);
  if (lists.length > 0 || schema.types === undefined) {
    return all(
      ...lists.map((values) => enumerationTest(values, place)),
      ...keywordTypes.map((type) => ifType(schema, type, place)),
    );
  }
  const [only] = schema.types;
  if (only !== undefined && schema.types.length === 1) {
    return typedTest(schema, only, place);
  }
  const types = schema.types.includes("number")
    ? schema.types.filter((type) => type !== "integer")
    : schema.types;
  return anyTest(types.map((type) => typedTest(schema, type, place)));
}

function typedTest(schema: Schema, type: JsonType, place: TestPlace): Test {
  const test = keywordTest(schema, type, place);
  const isNumber = type === "number" || type === "integer";
  const format = isNumber ? findNumberFormat(schema, place.context) : undefined;
  const typed = format === undefined ? typeTest(type, place.value) : formatTest(format, place);
  return test === true ? typed : all(typed, test);
}

/** A single test of the type and a number format. */
function formatTest(format: string, { value }: TestPlace): Test {
  return `json.numbers.${format}(${value})`;
}

function ifType(schema: Schema, type: KeywordType, place: TestPlace): Test {
  const format = type === "number" ? findNumberFormat(schema, place.context) : undefined;
  const test = hasKeywords(schema, type) ? keywordTest(schema, type, place) : true;
  const whole = format === undefined ? test : all(formatTest(format, place), test);
  return whole === true ? true : any(otherKindTest(type, place.value), whole);
}

function keywordTest(schema: Schema, type: JsonType, place: TestPlace): Test {
  switch (type) {
    case "string":
      return stringTest(schema, place);
    case "number":
    case "integer":
      return numberTest(schema, place);
    case "array":
      return arrayTest(schema, place);
    case "object":
      return objectTest(schema, place);
    default:
      return true;
  }
}

/** The test that a value has a type, as the keyword `type` defines it. */
function typeTest(type: JsonType, value: string): Test {
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
      return kindTest(type, value);
  }
}

/** The test that the keywords of a type apply to a value. */
function kindTest(type: KeywordType, value: string): Test {
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
function otherKindTest(type: KeywordType, value: string): Test {
  return type === "string" || type === "number"
    ? `typeof ${value} !== "${type}"`
    : not(kindTest(type, value));
}
