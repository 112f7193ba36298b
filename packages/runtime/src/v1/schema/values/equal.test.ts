import { expect, test } from "vitest";
import { isEqual, isUnique } from "./equal.ts";

function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) {
    value = [value];
  }
  return value;
}

test.each([
  [1, 1.0],
  [0, -0],
  ["a", "a"],
  [null, null],
  [
    { a: 1, b: [2] },
    { b: [2], a: 1 },
  ],
  [[], []],
])("%j equals %j", (a, b) => {
  expect(isEqual(a, b)).toBe(true);
  expect(isUnique([a, b])).toBe(false);
});

test.each([
  [1, "1"],
  [0, false],
  [null, 0],
  [{}, []],
  [["a", "b"], ["a,b"]],
  [{ a: 1 }, { a: 2 }],
  [{ a: { b: 1 } }, { a: {}, b: 1 }],
  [[null], [Number.POSITIVE_INFINITY]],
  [JSON.parse('{"__proto__":1}'), {}],
  [{ toString: 1 }, { toString: 2 }],
])("%j does not equal %j", (a, b) => {
  expect(isEqual(a, b)).toBe(false);
  expect(isUnique([a, b])).toBe(true);
});

test("two hundred thousand objects are not compared pair by pair, which would not end here", () => {
  const items = Array.from({ length: 200_000 }, (_, id) => ({ id }));
  expect(isUnique(items)).toBe(true);
});

test("values nested too deeply are never called unique", () => {
  expect(isUnique([nested(100_000)])).toBe(false);
});
