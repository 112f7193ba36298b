import { expect, test } from "vitest";
import { codePoints, isMultipleOf, isObject } from "./scalars.ts";

test.each([
  [0.3, 0.1],
  [19.99, 0.01],
  [4.5, 1.5],
  [1e308, 0.5],
  [-6, 3],
  [0, 7],
  [0.0075, 0.0001],
  [1e-7, 1e-8],
  [9007199254740992, 2],
])("%d is a multiple of %d", (value, divisor) => {
  expect(isMultipleOf(value, divisor)).toBe(true);
});

test.each([
  [0.35, 0.1],
  [0.00751, 0.0001],
  [7, 2],
  [1e308, 0.123456789],
  [1.0000000000000002, 1],
  [Number.POSITIVE_INFINITY, 1],
])("%d is not a multiple of %d", (value, divisor) => {
  expect(isMultipleOf(value, divisor)).toBe(false);
});

test.each([
  ["", 0],
  ["abc", 3],
  ["😀", 1],
  ["😀😀", 2],
  ["\ud83d", 1],
  ["\ude00\ud83d", 2],
  ["e\u0301", 2],
])("%j has %i characters", (text, length) => {
  expect(codePoints(text)).toBe(length);
});

test("arrays and null are not objects", () => {
  expect([{}, Object.create(null), [], null, "a"].map(isObject)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
