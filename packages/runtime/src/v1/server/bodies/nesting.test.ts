import { expect, test } from "vitest";
import { measureJson } from "./nesting.ts";

const isTextNestedTooDeep = (text: string): boolean => measureJson(text).isTooDeep;

const nested = (levels: number): string => `${"[".repeat(levels)}${"]".repeat(levels)}`;

test("64 levels are allowed, 65 are not, arrays and objects alike", () => {
  expect(isTextNestedTooDeep(nested(64))).toBe(false);
  expect(isTextNestedTooDeep(nested(65))).toBe(true);
  expect(isTextNestedTooDeep(`${'{"a":['.repeat(33)}${"]}".repeat(33)}`)).toBe(true);
});

test("width is not depth", () => {
  expect(isTextNestedTooDeep(`[${Array(1000).fill("[{}]").join(",")}]`)).toBe(false);
});

test("brackets in strings do not count, however the string is escaped", () => {
  const brackets = "[".repeat(100);
  expect(isTextNestedTooDeep(JSON.stringify([brackets]))).toBe(false);
  expect(isTextNestedTooDeep(JSON.stringify([`\\"${brackets}`, `\\\\${brackets}"`]))).toBe(false);
  expect(isTextNestedTooDeep(`["\\\\",${nested(64)}]`)).toBe(true);
  expect(isTextNestedTooDeep(`["unterminated ${brackets}`)).toBe(false);
});

test("a megabyte of brackets is reported in linear time", () => {
  expect(isTextNestedTooDeep("[".repeat(1_000_000))).toBe(true);
  expect(isTextNestedTooDeep(`"${'\\"'.repeat(500_000)}"`)).toBe(false);
});
