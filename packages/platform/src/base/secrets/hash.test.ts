import { expect, test } from "vitest";
import { isSameSecret } from "./hash.ts";

test("secrets are compared by their bytes, also when callers send other characters than were given to them", () => {
  expect(isSameSecret("token", "token")).toBe(true);
  expect(isSameSecret("token", "taken")).toBe(false);
  expect(isSameSecret("tokén", "token")).toBe(false);
  expect(isSameSecret("", "token")).toBe(false);
});
