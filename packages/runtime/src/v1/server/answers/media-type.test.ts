import { expect, test } from "vitest";
import {
  getEssence,
  isJsonType,
  isTextType,
  listChoosableTypes,
  negotiate,
  readMediaTypeParameter,
} from "./media-type.ts";

const available = ["application/json", "text/csv", "text/plain"];

test.each([
  [null, "application/json"],
  ["", "application/json"],
  ["*/*", "application/json"],
  ["text/csv", "text/csv"],
  ["text/*", "text/csv"],
  ["text/*, text/csv;q=0", "text/plain"],
  ["text/plain;q=0.5, text/csv;q=0.6", "text/csv"],
  ["application/*;q=0.2, */*;q=0.1", "application/json"],
  ["*/*;q=0.1, text/plain", "text/plain"],
  ["TEXT/CSV", "text/csv"],
  ["image/png", undefined],
  ["application/json;q=0", undefined],
  ["application/json;q=nonsense", "application/json"],
])("Accept: %s", (accept, expected) => {
  expect(negotiate(accept, available)).toBe(expected);
});

test("a range that can be answered takes a type that is in it", () => {
  expect(negotiate("image/png", ["image/*"])).toBe("image/*");
  expect(negotiate("text/html", ["image/*"])).toBeUndefined();
});

test("parameters count only where they distinguish two types", () => {
  const two = listChoosableTypes([
    "application/json;version=1",
    "application/json",
    "Text/CSV; charset=utf-8",
    "application/json; version=2",
  ]);
  expect(two).toEqual([
    "application/json;version=1",
    "application/json",
    "text/csv",
    "application/json; version=2",
  ]);
  expect(negotiate("application/json; Version=2", two)).toBe("application/json; version=2");
  expect(negotiate("application/json;version=2;q=0.5, text/csv;q=0.4", two)).toBe(
    "application/json; version=2",
  );
  expect(negotiate("application/json", two)).toBe("application/json");
  expect(negotiate("application/json;version=3", two)).toBe("application/json");
  expect(negotiate("application/json;version=3", two.slice(3))).toBeUndefined();
  expect(negotiate("text/csv;charset=latin1", two)).toBe("text/csv");
  expect(negotiate("*/*;q=0.1", two)).toBe("application/json;version=1");
});

test("parameters do not belong to the type", () => {
  expect(getEssence(" Application/JSON ; charset=utf-8")).toBe("application/json");
  expect(readMediaTypeParameter('text/plain; a=b; Charset="UTF-8"', "charset")).toBe("UTF-8");
  expect(readMediaTypeParameter("text/plain", "charset")).toBeUndefined();
});

test("media types are JSON, text or neither", () => {
  expect(["application/json", "application/problem+json", "text/json5"].map(isJsonType)).toEqual([
    true,
    true,
    false,
  ]);
  expect(
    ["text/html", "application/atom+xml", "application/yaml", "image/png"].map(isTextType),
  ).toEqual([true, true, true, false]);
});
