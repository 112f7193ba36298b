import { expect, test } from "vitest";
import { NumberText } from "./exact-json.ts";
import {
  ConversionError,
  checkBigIntText,
  checkDecimal,
  decodeBigInt,
  decodeBigIntText,
  decodeDate,
  encodeDecimal,
  keepOthers,
} from "./single-values.ts";

test.each([
  ["2024-01-02T03:04:05Z", 1704164645000],
  ["2024-01-02t03:04:05.5z", 1704164645500],
  ["2024-01-02T03:04:05+02:00", 1704157445000],
  ["2016-12-31T23:59:60Z", 1483228799000],
])("the date-time %s is a Date", (text, time) => {
  expect((decodeDate(text, "") as Date).getTime()).toBe(time);
});

test.each(["", "1", "2024-01-02", "2024-01-02T03:04:05", "2024-13-02T03:04:05Z", "soon"])(
  "the text %j, which Date may read, is not a date-time",
  (text) => {
    expect(() => decodeDate(text, "/a/0")).toThrow(
      new ConversionError(text, "/a/0", "a date-time"),
    );
    expect(keepOthers(decodeDate)(text, "")).toBe(text);
  },
);

test("values of other types than the document's are passed on", () => {
  for (const value of [null, undefined, true, {}, ["1"]]) {
    for (const convert of [decodeDate, decodeBigInt, decodeBigIntText, encodeDecimal]) {
      expect(convert(value, "")).toBe(value);
    }
  }
});

test.each([
  ["9007199254740993", 9007199254740993n],
  ["-1.0", -1n],
  ["12e2", 1200n],
  ["1200e-2", 12n],
  ["0e5", 0n],
])("the number %s is an integer", (text, value) => {
  expect(decodeBigInt(new NumberText(text), "")).toBe(value);
});

test.each(["1.5", "1e-1", "12e-2", "1e999999999"])("the number %s is not an integer", (text) => {
  expect(() => decodeBigInt(new NumberText(text), "/id")).toThrow("is not an integer, at /id");
});

test("integers as text have one spelling, so that they are sent as they came", () => {
  expect(decodeBigIntText("-12", "")).toBe(-12n);
  for (const text of ["012", "-0", "+1", "1.0", ""]) {
    expect(() => decodeBigIntText(text, "")).toThrow("is not an integer");
  }
});

test("a decimal has to be a number of JSON", () => {
  expect(encodeDecimal("12", "")).toBe(12);
  expect(() => encodeDecimal("1,5", "/price")).toThrow('"1,5" is not a number, at /price');
});

test("a validator refuses what is sent where programs see something else", () => {
  expect(() => checkDecimal(1.5, "")).toThrow("the text of a number");
  expect(() => checkBigIntText("1", "")).toThrow("a bigint");
});
