import { expect, test } from "vitest";
import { findBacktracking } from "./find-backtracking.ts";

test.each([
  "(a+)+$",
  "^(a|a)*$",
  "^(a|aa)+$",
  "^(a*)*$",
  "^((ab)*)*$",
  "(x+x+)+y",
  "^(\\w+\\s?)*$",
  "^([a-zA-Z0-9])(([\\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}[a-z0-9]+$",
  "^(.*a)*$",
  "^(a{1,100}){1,100}$",
  "^(a{1,2}){1,}$",
  "^(?=(a+)+$)b",
  "^(x(?:b?|c?))*$",
  "^([é-ü]|\\u00e9)*$",
  "^(?<word>[\\p{L}]+-?)+$",
])("%s may take exponential time", (pattern) => {
  const found = findBacktracking(pattern, "u");
  expect(found?.repeated).toMatch(/./u);
});

test.each([
  "^a+$",
  "^(a+b)+$",
  "^(?:[a-z0-9]+-)*[a-z0-9]+$",
  "^([0-9a-f]{2}:)*[0-9a-f]{2}$",
  "^\\d{4}(-\\d{2}){2}$",
  "^(a?b)*$",
  "^(ab*)*$",
  "^(a|b)*$",
  "^(?:(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)(?:\\.(?!$)|$)){4}$",
  "^https?://([^/]+/)*$",
  "^[)]+(a)*$",
  "^(b{0,3}c{1,2}d)*$",
])("%s does not", (pattern) => {
  expect(findBacktracking(pattern, "u")).toBeUndefined();
});

test("a pattern that is too large is not called harmless", () => {
  expect(findBacktracking(`^(${"ab".repeat(1000)})*$`, "u")).toEqual({ repeated: undefined });
});
