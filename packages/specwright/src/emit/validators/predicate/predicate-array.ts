import type { Schema } from "../../../document/model/model.ts";
import { planItemEvaluator } from "./evaluated.ts";
import { testSchema } from "./predicate.ts";
import type { Test } from "./test-expression.ts";
import { joinAll, joinAllTests, joinAny, passTest, testEvery } from "./test-expression.ts";
import type { TestPlace } from "./test-place.ts";
import { chooseParameterName, movePlace } from "./test-place.ts";

/** The test of array keywords, for a value that is known to be an array. */
export function testArray(schema: Schema, place: TestPlace): Test {
  const { minItems, maxItems, uniqueItems, prefixItems = [] } = schema;
  const { value } = place;
  return joinAll(
    minItems === undefined || minItems <= 0 ? true : `${value}.length >= ${minItems}`,
    maxItems === undefined ? true : `${value}.length <= ${maxItems}`,
    joinAllTests(
      prefixItems.map((part, index) =>
        joinAny(
          `${value}.length <= ${index}`,
          testSchema(part, movePlace(place, `${value}[${index}]`)),
        ),
      ),
    ),
    testItems(schema, place),
    uniqueItems === true ? `json.isUnique(${value})` : true,
    testContains(schema, place),
    testUnevaluatedItems(schema, place),
  );
}

function testItems({ items, prefixItems = [] }: Schema, place: TestPlace): Test {
  if (items === undefined) {
    return true;
  }
  const first = prefixItems.length;
  const item = chooseParameterName("item", place);
  const test = testSchema(items, movePlace(place, item, 1));
  if (test === false) {
    return `${place.value}.length <= ${first}`;
  }
  if (first === 0) {
    return testEvery(`${place.value}.every`, item, test);
  }
  const index = chooseParameterName("index", place);
  return testEvery(
    `${place.value}.every`,
    `${item}, ${index}`,
    joinAny(`${index} < ${first}`, test),
  );
}

function testContains({ contains, minContains = 1, maxContains }: Schema, place: TestPlace): Test {
  if (contains === undefined || (minContains === 0 && maxContains === undefined)) {
    return true;
  }
  const { value } = place;
  const item = chooseParameterName("item", place);
  const test = testSchema(contains, movePlace(place, item, 1));
  if (minContains === 1 && maxContains === undefined) {
    return passTest(`${value}.some`, item, test, "");
  }
  return joinAll(
    minContains <= 0 ? true : passTest(`${value}.filter`, item, test, `.length >= ${minContains}`),
    maxContains === undefined
      ? true
      : passTest(`${value}.filter`, item, test, `.length <= ${maxContains}`),
  );
}

function testUnevaluatedItems(schema: Schema, place: TestPlace): Test {
  if (schema.unevaluatedItems === undefined) {
    return true;
  }
  const { value } = place;
  const item = chooseParameterName("item", place);
  const index = chooseParameterName("index", place);
  const test = testSchema(schema.unevaluatedItems, movePlace(place, item, 1));
  const isEvaluated = planItemEvaluator(schema, place);
  return testEvery(
    `${value}.every`,
    `${item}, ${index}`,
    joinAny(isEvaluated.call(value, index, place.level), test),
  );
}
