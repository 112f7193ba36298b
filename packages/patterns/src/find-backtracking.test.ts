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
  expect(findBacktracking(pattern, "u")).toEqual({
    kind: "exponential",
    repeated: expect.stringMatching(/./u),
  });
});

test.each([
  ["\\s*\\s*$", 3],
  ["^\\s*\\s*$", 2],
  ["\\s+$", 2],
  ["^a*b?a*c", 2],
  ["^(.*),(.*),(.*)$", 3],
  ["^(.*),(.*),(.*),(.*)$", 4],
  ["^\\d+\\.?\\d+$", 2],
  ["^[^@]+@[^@]+\\.[^@]+$", 2],
  ["a+b", 2],
  ["^(ab)*(abab)*c", 2],
  ["^a*(?:x|a)*$", 2],
  ["^(?=.*.*!)a", 2],
  ["^\\w+([-+.]\\w+)*\\w+@", 2],
  ["^[a-z]{1,}[a-z0-9]{0,1000}-$", 2],
])("%s may take time of the power %i", (pattern, degree) => {
  expect(findBacktracking(pattern, "u")).toEqual({
    kind: "polynomial",
    degree,
    repeated: expect.stringMatching(/./u),
  });
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
  // The engine takes the first match, and these patterns always match.
  "a+",
  "^a*a*",
  "a*a*b?",
  "^a*a*a",
  // Repetitions that end only add a factor.
  "^[a-z]{1,63}[a-z0-9]{1,63}$",
  "^[A-Z]{2,20}$|^\\d+$",
  "^[^@]+@[^@]+$",
  "^a*b+a*$",
  "^(?:^a|^b)c*$",
])("%s does not", (pattern) => {
  expect(findBacktracking(pattern, "u")).toBeUndefined();
});

test("a pattern that is too large is not called harmless", () => {
  expect(findBacktracking(`^(${"ab".repeat(1000)})*$`, "u")).toEqual({ kind: "unknown" });
});

test("many patterns share one limit of work", () => {
  const steps = { left: 5000 };
  const found = Array.from({ length: 20 }, (_, index) =>
    findBacktracking(`^([a-z]{0,9}[0-9]{0,9}${index})*$`, "u", steps),
  );
  expect(found[0]).not.toEqual({ kind: "unknown" });
  expect(found.at(-1)).toEqual({ kind: "unknown" });
  expect(steps.left).toBe(0);
});
