import { isArrayOrObject } from "../../../json-object.ts";
import { printLiteral } from "../../shared/print/literal.ts";
import { setConstant } from "../definitions/context.ts";
import type { Test } from "./test-expression.ts";
import { joinAny } from "./test-expression.ts";
import { describePlace, type TestPlace } from "./test-place.ts";

/** Longer lists are looked up in a set. */
const maximumComparisons = 16;

/** The test that a value is one of a list. */
export function testEnumeration(values: readonly unknown[], place: TestPlace): Test {
  const { context, value } = place;
  if (values.length > maximumComparisons && !values.some(isArrayOrObject)) {
    return `${setConstant(context, values, describePlace(place))}.has(${value})`;
  }
  return joinAny(
    ...values.map((allowed) =>
      isArrayOrObject(allowed)
        ? `json.isEqual(${value}, ${printLiteral(allowed)})`
        : `${value} === ${printLiteral(allowed)}`,
    ),
  );
}
