import { expect, test } from "vitest";
import { isSafe } from "./is-safe.ts";

test.each([
  ["get", {}, true],
  ["head", {}, true],
  ["query", {}, true],
  ["QUERY", {}, true],
  ["post", {}, false],
  ["delete", {}, false],
  ["post", { "x-safe": true }, true],
  ["get", { "x-safe": false }, false],
  ["get", { "x-safe": "no" }, true],
])("%s with %j only reads: %s", (method, extensions, safe) => {
  expect(isSafe({ method, extensions: new Map(Object.entries(extensions)) })).toBe(safe);
});

test("a list with pages only reads, whatever its method is", () => {
  const list = { method: "post", pagination: { type: "page", items: "/items" } } as const;
  expect(isSafe({ ...list, extensions: new Map() })).toBe(true);
  expect(isSafe({ ...list, extensions: new Map([["x-safe", false]]) })).toBe(false);
});
