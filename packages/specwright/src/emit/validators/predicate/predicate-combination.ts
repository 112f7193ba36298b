import { countsAlternatives } from "../../../document/model/facts/disjoint.ts";
import { listReferences } from "../../../document/model/facts/dynamic-scope/references.ts";
import { findAlternativeValues } from "../../../document/model/facts/listed-values.ts";
import type { Schema } from "../../../document/model/model.ts";
import { findEndingTarget } from "../definitions/endless.ts";
import { testSchema } from "./predicate.ts";
import { testEnumeration } from "./predicate-enumeration.ts";
import type { Test } from "./test-expression.ts";
import {
  countOne,
  joinAll,
  joinAllTests,
  joinAny,
  joinAnyTest,
  negate,
} from "./test-expression.ts";
import type { TestPlace } from "./test-place.ts";
import { printLevel } from "./test-place.ts";

/** The test of references and of the keywords that combine schemas of the same value. */
export function testCombination(schema: Schema, place: TestPlace): Test {
  const { allOf = [], anyOf, oneOf } = schema;
  const { environment } = place;
  return joinAll(
    joinAllTests(
      listReferences(schema, environment).map((reference) => {
        const target = place.context.definitions.resolve(reference, environment);
        const ending = findEndingTarget(place.definition, schema, target);
        return ending === undefined ? true : printTestCall(ending, place);
      }),
    ),
    joinAllTests(allOf.map((part) => testSchema(part, place))),
    anyOf === undefined ? true : testAlternatives("anyOf", anyOf, false, place),
    oneOf === undefined
      ? true
      : testAlternatives("oneOf", oneOf, countsAlternatives(schema), place),
    schema.not === undefined ? true : negate(testSchema(schema.not, place)),
    testConditional(schema, place),
  );
}

/** The call of a definition's predicate. Inside circles, the depth of the value is passed as an argument. */
export function printTestCall(
  target: TestPlace["definition"],
  { context, value, level }: TestPlace,
): Test {
  const predicate = context.names.findPredicate(target);
  if (level === undefined || !target.isRecursive) {
    return `${predicate}(${value})`;
  }
  return `${predicate}(${value}, ${printLevel(level)})`;
}

function testAlternatives(
  keyword: "anyOf" | "oneOf",
  parts: readonly Schema[],
  isCounted: boolean,
  place: TestPlace,
): Test {
  const values = findAlternativeValues(keyword, parts);
  if (values !== undefined) {
    return testEnumeration(values, place);
  }
  const tests = parts.map((part) => testSchema(part, place));
  return isCounted ? countOne(tests) : joinAnyTest(tests);
}

function testConditional(schema: Schema, place: TestPlace): Test {
  if (schema.if === undefined || (schema.then === undefined && schema.else === undefined)) {
    return true;
  }
  const condition = testSchema(schema.if, place);
  return joinAll(
    schema.then === undefined ? true : joinAny(negate(condition), testSchema(schema.then, place)),
    schema.else === undefined ? true : joinAny(condition, testSchema(schema.else, place)),
  );
}
