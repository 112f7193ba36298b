import { isObject } from "@specwright/runtime/v1/values";
import type { Schema } from "specwright";
import { makeValue } from "../../../packages/specwright/src/verify/values/make-value.ts";
import { spoilValue } from "../../../packages/specwright/src/verify/values/spoil-value.ts";

/** Values of the schema, and values at the edges of both schemas. */
export function listValues(
  schema: Schema | undefined,
  other: Schema | undefined,
  making: Parameters<typeof makeValue>[1],
): readonly unknown[] {
  const all = [schema, other].flatMap((each) => {
    const value = each === undefined ? {} : makeValue(each, making);
    const edges = [schema, other].flatMap((edge) =>
      edge === undefined
        ? []
        : spoilValue(value, edge, making.random).map((spoilt) => spoilt.value),
    );
    return [value, ...edges, ...replaceProperties(value)];
  });
  return [...new Map(all.map((value) => [JSON.stringify(value), value])).values()];
}

/** The value with each of its properties replaced by values that no schema suggests. */
function replaceProperties(value: unknown): readonly unknown[] {
  return isObject(value)
    ? Object.keys(value).flatMap((name) => oddValues.map((odd) => ({ ...value, [name]: odd })))
    : [];
}

const names = ["a", "b", "c", "d", "e", "f", "g", "h", "i"];

/** Values for rules that the generator ignores, such as `propertyNames` and `contains`. */
const oddValues: readonly unknown[] = [
  ...[{}, { a: "a" }, { a: 1 }, { a: 1, b: 1 }, { "x-a": 1 }, { longer: 1 }],
  ...[6, 9].map((count) => Object.fromEntries(names.slice(0, count).map((name) => [name, name]))),
  ...[1, 2, 6, 9].flatMap((length) => [names.slice(0, length), Array(length).fill("a")]),
  ...[[1], "a", "b", 1, null],
];
