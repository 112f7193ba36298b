import { areDisjoint } from "../../../model/facts/disjoint.ts";
import { findAlternativeValues } from "../../../model/facts/listed-values.ts";
import type { Schema } from "../../../model/model.ts";
import { endingTarget } from "../definitions/endless.ts";
import { listReferences } from "../definitions/references.ts";
import { schemaTest } from "./predicate.ts";
import { enumerationTest } from "./predicate-enumeration.ts";
import type { Test } from "./test-expression.ts";
import { all, allTests, any, anyTest, not, oneTest } from "./test-expression.ts";
import type { TestPlace } from "./test-place.ts";
import { levelExpression } from "./test-place.ts";

/** The test of references and of the keywords that combine schemas of the same value. */
export function combinationTest(schema: Schema, place: TestPlace): Test {
  const { allOf = [], anyOf, oneOf } = schema;
  const { environment } = place;
  return all(
    allTests(
      listReferences(schema, environment).map((reference) => {
        const target = place.context.definitions.resolve(reference, environment);
        const ending = endingTarget(place.definition, schema, target);
        return ending === undefined ? true : callTest(ending, place);
      }),
    ),
    allTests(allOf.map((part) => schemaTest(part, place))),
    anyOf === undefined ? true : alternativesTest("anyOf", anyOf, place),
    oneOf === undefined ? true : alternativesTest("oneOf", oneOf, place),
    schema.not === undefined ? true : not(schemaTest(schema.not, place)),
    conditionalTest(schema, place),
  );
}

/** The call of a definition's predicate. Inside circles, the depth of the value is passed as an argument. */
export function callTest(
  target: TestPlace["definition"],
  { context, value, level }: TestPlace,
): Test {
  const predicate = context.names.findPredicate(target);
  if (level === undefined || !target.isRecursive) {
    return `${predicate}(${value})`;
  }
  return `${predicate}(${value}, ${levelExpression(level)})`;
}

function alternativesTest(
  keyword: "anyOf" | "oneOf",
  parts: readonly Schema[],
  place: TestPlace,
): Test {
  const values = findAlternativeValues(keyword, parts);
  if (values !== undefined) {
    return enumerationTest(values, place);
  }
  const tests = parts.map((part) => schemaTest(part, place));
  return keyword === "anyOf" || areDisjoint(parts) ? anyTest(tests) : oneTest(tests);
}

function conditionalTest(schema: Schema, place: TestPlace): Test {
  if (schema.if === undefined || (schema.then === undefined && schema.else === undefined)) {
    return true;
  }
  const condition = schemaTest(schema.if, place);
  return all(
    schema.then === undefined ? true : any(not(condition), schemaTest(schema.then, place)),
    schema.else === undefined ? true : any(condition, schemaTest(schema.else, place)),
  );
}
