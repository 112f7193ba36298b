import type { Schema } from "../../../model/model.ts";
import { itemEvaluator } from "./evaluated.ts";
import { schemaTest } from "./predicate.ts";
import type { Test } from "./test-expression.ts";
import { all, allTests, any, each, every } from "./test-expression.ts";
import type { TestPlace } from "./test-place.ts";
import { parameter, partPlace } from "./test-place.ts";

/** The test of array keywords, for a value that is known to be an array. */
export function arrayTest(schema: Schema, place: TestPlace): Test {
  const { minItems, maxItems, uniqueItems, prefixItems = [] } = schema;
  const { value } = place;
  return all(
    minItems === undefined || minItems <= 0 ? true : `${value}.length >= ${minItems}`,
    maxItems === undefined ? true : `${value}.length <= ${maxItems}`,
    allTests(
      prefixItems.map((part, index) =>
        any(
          `${value}.length <= ${index}`,
          schemaTest(part, partPlace(place, `${value}[${index}]`)),
        ),
      ),
    ),
    itemsTest(schema, place),
    uniqueItems === true ? `json.isUnique(${value})` : true,
    containsTest(schema, place),
    unevaluatedTest(schema, place),
  );
}

function itemsTest({ items, prefixItems = [] }: Schema, place: TestPlace): Test {
  if (items === undefined) {
    return true;
  }
  const first = prefixItems.length;
  const item = parameter("item", place);
  const test = schemaTest(items, partPlace(place, item, 1));
  if (test === false) {
    return `${place.value}.length <= ${first}`;
  }
  if (first === 0) {
    return every(`${place.value}.every`, item, test);
  }
  const index = parameter("index", place);
  return every(`${place.value}.every`, `${item}, ${index}`, any(`${index} < ${first}`, test));
}

function containsTest({ contains, minContains = 1, maxContains }: Schema, place: TestPlace): Test {
  if (contains === undefined || (minContains === 0 && maxContains === undefined)) {
    return true;
  }
  const { value } = place;
  const item = parameter("item", place);
  const test = schemaTest(contains, partPlace(place, item, 1));
  if (minContains === 1 && maxContains === undefined) {
    return each(`${value}.some`, item, test, "");
  }
  return all(
    minContains <= 0 ? true : each(`${value}.filter`, item, test, `.length >= ${minContains}`),
    maxContains === undefined
      ? true
      : each(`${value}.filter`, item, test, `.length <= ${maxContains}`),
  );
}

function unevaluatedTest(schema: Schema, place: TestPlace): Test {
  if (schema.unevaluatedItems === undefined) {
    return true;
  }
  const { value } = place;
  const item = parameter("item", place);
  const index = parameter("index", place);
  const test = schemaTest(schema.unevaluatedItems, partPlace(place, item, 1));
  const isEvaluated = itemEvaluator(schema, place);
  return every(
    `${value}.every`,
    `${item}, ${index}`,
    any(isEvaluated.call(value, index, place.level), test),
  );
}
