import { expect, test } from "vitest";
import { format } from "../checks/checks-scalars.ts";
import { type NumberFormat, numbers } from "./numbers.ts";

const cases: Readonly<Record<NumberFormat, readonly [inside: unknown[], outside: unknown[]]>> = {
  int8: [
    [-128, 127, 0, -0],
    [-129, 128, 0.5],
  ],
  int16: [
    [-32768, 32767],
    [-32769, 32768],
  ],
  int32: [
    [-2147483648, 2147483647, 0, -0, 1],
    [-2147483649, 2147483648, 4294967296, 0.5, 1e300],
  ],
  int64: [
    [-(2 ** 63), 2 ** 53, JSON.parse("9223372036854775807"), -0],
    [JSON.parse("9223372036854777856"), JSON.parse("-9223372036854777856"), 1.5, 1e300],
  ],
  uint8: [
    [0, 255],
    [-1, 256, 1.5],
  ],
  uint16: [
    [0, 65535],
    [-1, 65536],
  ],
  uint32: [
    [0, 4294967295],
    [-1, 4294967296, 0.1],
  ],
  uint64: [
    [0, JSON.parse("18446744073709551615")],
    [-1, JSON.parse("18446744073709555712"), 0.1],
  ],
  float: [
    [0, 0.1, -1.5, 3.4028235e38, -3.4028235e38, 1e-50],
    [3.4028236e38, -3.4028236e38, 1e39, 1.7976931348623157e308],
  ],
};

const neverNumbers = [
  "1",
  1n,
  true,
  null,
  undefined,
  {},
  [1],
  Number.NaN,
  Number.POSITIVE_INFINITY,
];

test.each(Object.entries(cases))("%s ends where its bits do", (name, [inside, outside]) => {
  const isOf = numbers[name as NumberFormat];
  expect(inside.filter((value) => !isOf(value))).toEqual([]);
  expect([...outside, ...neverNumbers].filter(isOf)).toEqual([]);
});

/** The codes of the problems that a check finds. */
function listProblems(name: Parameters<typeof format>[0], value: unknown): unknown[] {
  const payload = { value, issues: [] as { code: string }[] };
  format(name)._zod.check(payload as never);
  return payload.issues.map(({ code }) => code);
}

test("the check of a format lets values of other types pass, and says when an integer is missing", () => {
  expect(listProblems("int32", "text")).toEqual([]);
  expect(listProblems("int32", 2 ** 31)).toEqual(["invalid_format"]);
  expect(listProblems("int32", 0.5)).toEqual(["invalid_type"]);
  expect(listProblems("float", 1e39)).toEqual(["invalid_format"]);
  expect(listProblems("date", 1)).toEqual([]);
});

test("int64 and uint64 are formats of texts, too, and exact there", () => {
  expect(listProblems("int64", "9223372036854775807")).toEqual([]);
  expect(listProblems("int64", "9223372036854775808")).toEqual(["invalid_format"]);
  expect(listProblems("int64", "1.0")).toEqual(["invalid_format"]);
  expect(listProblems("uint64", "18446744073709551615")).toEqual([]);
  expect(listProblems("uint64", "-1")).toEqual(["invalid_format"]);
});
