import { hasKeywords } from "../../../document/model/facts/keywords.ts";
import type { Schema } from "../../../document/model/model.ts";
import { isAsserted, namePatternConstant } from "../definitions/context.ts";
import type { Test } from "./test-expression.ts";
import { joinAll, joinAny } from "./test-expression.ts";
import { describePlace, type TestPlace } from "./test-place.ts";

/** The test of string keywords, for a value that is known to be a string. */
export function testString(schema: Schema, place: TestPlace): Test {
  const { context, value } = place;
  if (!hasKeywords(schema, "string")) {
    return true;
  }
  const { minLength, maxLength, pattern, format } = schema;
  const expression =
    pattern === undefined ? undefined : namePatternConstant(context, pattern, describePlace(place));
  return joinAll(
    minLength === undefined ? true : testMinLength(value, minLength),
    maxLength === undefined ? true : testMaxLength(value, maxLength),
    expression === undefined ? true : `${expression}.test(${value})`,
    format !== undefined && isAsserted(context, format)
      ? `json.hasFormat(${value}, ${JSON.stringify(format)})`
      : true,
  );
}

/** A character is one or two code units, so characters are counted only when the number of code units does not decide. */
function testMinLength(value: string, bound: number): Test {
  if (bound <= 1) {
    return bound <= 0 ? true : `${value}.length >= ${bound}`;
  }
  return joinAll(
    `${value}.length >= ${bound}`,
    joinAny(`${value}.length >= ${bound * 2}`, `json.codePoints(${value}) >= ${bound}`),
  );
}

function testMaxLength(value: string, bound: number): Test {
  return joinAny(`${value}.length <= ${bound}`, `json.codePoints(${value}) <= ${bound}`);
}

/** The test of number keywords, for a value that is known to be a number. */
export function testNumber(schema: Schema, { value }: TestPlace): Test {
  if (!hasKeywords(schema, "number")) {
    return true;
  }
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  return joinAll(
    minimum === undefined ? true : `${value} >= ${minimum}`,
    maximum === undefined ? true : `${value} <= ${maximum}`,
    exclusiveMinimum === undefined ? true : `${value} > ${exclusiveMinimum}`,
    exclusiveMaximum === undefined ? true : `${value} < ${exclusiveMaximum}`,
    multipleOf === undefined ? true : `json.isMultipleOf(${value}, ${multipleOf})`,
  );
}
