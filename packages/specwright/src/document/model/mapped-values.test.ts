import { expect, test } from "vitest";
import { listMappedValues } from "./mapped-values.ts";

test("the values that stand for a schema keep the order of the mapping", () => {
  const mapping = new Map([
    ["cat", "Cat"],
    ["dog", "Dog"],
    ["kitten", "Cat"],
  ]);
  expect(listMappedValues(mapping, "Cat")).toEqual(["cat", "kitten"]);
  expect(listMappedValues(mapping, "Bird")).toEqual([]);
  expect(listMappedValues(mapping, undefined)).toEqual([]);
});
