import { hasKeywords } from "../../../model/facts/keywords.ts";
import type { Schema } from "../../../model/model.ts";
import { isAsserted, patternConstant } from "../definitions/context.ts";
import type { Test } from "./test-expression.ts";
import { all, any } from "./test-expression.ts";
import type { TestPlace } from "./test-place.ts";

/** The test of string keywords, for a value that is known to be a string. */
export function stringTest(schema: Schema, { context, value }: TestPlace): Test {
  if (!hasKeywords(schema, "string")) {
    return true;
  }
  const { minLength, maxLength, pattern, format } = schema;
  const expression = pattern === undefined ? undefined : patternConstant(context, pattern);
  return all(
    minLength === undefined ? true : minLengthTest(value, minLength),
    maxLength === undefined ? true : maxLengthTest(value, maxLength),
    expression === undefined ? true : `${expression}.test(${value})`,
    format !== undefined && isAsserted(context, format)
      ? `json.hasFormat(${value}, ${JSON.stringify(format)})`
      : true,
  );
}

/** A character is one or two code units, so characters are counted only when the number of code units does not decide. */
function minLengthTest(value: string, bound: number): Test {
  if (bound <= 1) {
    return bound <= 0 ? true : `${value}.length >= ${bound}`;
  }
  return all(
    `${value}.length >= ${bound}`,
    any(`${value}.length >= ${bound * 2}`, `json.codePoints(${value}) >= ${bound}`),
  );
}

function maxLengthTest(value: string, bound: number): Test {
  return any(`${value}.length <= ${bound}`, `json.codePoints(${value}) <= ${bound}`);
}

/** The test of number keywords, for a value that is known to be a number. */
export function numberTest(schema: Schema, { value }: TestPlace): Test {
  if (!hasKeywords(schema, "number")) {
    return true;
  }
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  return all(
    minimum === undefined ? true : `${value} >= ${minimum}`,
    maximum === undefined ? true : `${value} <= ${maximum}`,
    exclusiveMinimum === undefined ? true : `${value} > ${exclusiveMinimum}`,
    exclusiveMaximum === undefined ? true : `${value} < ${exclusiveMaximum}`,
    multipleOf === undefined ? true : `json.isMultipleOf(${value}, ${multipleOf})`,
  );
}
