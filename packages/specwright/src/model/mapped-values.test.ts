import { expect, test } from "vitest";
import { mappedValues } from "./mapped-values.ts";

test("the values that stand for a schema keep the order of the mapping", () => {
  const mapping = new Map([
    ["cat", "Cat"],
    ["dog", "Dog"],
    ["kitten", "Cat"],
  ]);
  expect(mappedValues(mapping, "Cat")).toEqual(["cat", "kitten"]);
  expect(mappedValues(mapping, "Bird")).toEqual([]);
  expect(mappedValues(mapping, undefined)).toEqual([]);
});
