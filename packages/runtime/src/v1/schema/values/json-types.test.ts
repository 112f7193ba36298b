import { expect, test } from "vitest";
import { hasType, toJsonType } from "./json-types.ts";

test.each([
  [null, "null"],
  [true, "boolean"],
  [{}, "object"],
  [[], "array"],
  [1.5, "number"],
  ["1", "string"],
] as const)("the type of %j is %s", (value, type) => {
  expect(toJsonType(value)).toBe(type);
  expect(hasType(value, [type])).toBe(true);
  expect(hasType(value, type === "null" ? ["string", "array"] : ["null"])).toBe(false);
});

test("integers are numbers, and other numbers are not integers", () => {
  expect([1, 1.5, 1e300].map((value) => hasType(value, ["integer"]))).toEqual([true, false, true]);
  expect([1, 1.5].every((value) => hasType(value, ["number"]))).toBe(true);
});

test("values that JSON does not have have no type", () => {
  expect(hasType(Number.POSITIVE_INFINITY, ["number", "integer"])).toBe(false);
  expect(hasType(undefined, ["null", "object"])).toBe(false);
});
