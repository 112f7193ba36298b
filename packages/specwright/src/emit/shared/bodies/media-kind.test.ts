import { expect, test } from "vitest";
import { classifyMediaType, getMediaEssence } from "./media-kind.ts";

test.each([
  ["application/json", "json"],
  ["application/problem+json; charset=utf-8", "json"],
  ["Application/JSON", "json"],
  ["application/jsonl", "binary"],
  ["application/x-www-form-urlencoded", "form"],
  ["multipart/mixed; boundary=a", "multipart"],
  ["text/csv", "text"],
  ["image/svg+xml", "text"],
  ["application/yaml", "text"],
  ["application/octet-stream", "binary"],
  ["*/*", "binary"],
  ["", "binary"],
])("%j is carried as %s", (mediaType, kind) => {
  expect(classifyMediaType(mediaType)).toBe(kind);
});

test("media types are compared without parameters and case", () => {
  expect(getMediaEssence(" Text/HTML ; charset=utf-8")).toBe("text/html");
});
