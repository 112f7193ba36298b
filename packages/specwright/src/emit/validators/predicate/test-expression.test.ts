import { expect, test } from "vitest";
import type { Test } from "./test-expression.ts";
import { all, any, each, every, functionCode, not, oneTest, printTest } from "./test-expression.ts";

test.each<[Test, string]>([
  [all(), "true"],
  [any(), "false"],
  [all("a", true, all("b", "c")), "a && b && c"],
  [all("a", false), "false"],
  [all("a", all("a", "b"), "b", "a"), "a && b && a"],
  [any("a", false, any("b")), "a || b"],
  [any("a", true), "true"],
  [all("a", any("b", "c")), "a && (b || c)"],
  [any("a", all("b", not("c(d)"))), "a || (b && !c(d))"],
  [not(all("a", "b")), "!(a && b)"],
  [not('a === "b"'), '!(a === "b")'],
  [not(true), "false"],
  [oneTest(["a", "b"]), "Number(a) + Number(b) === 1"],
  [oneTest(["a"]), "a"],
  [every("v.every", "item", all("a(item)", "b")), "v.every((item) => a(item) && b)"],
  [every("v.every", "item", true), "true"],
  [each("v.filter", "item", "a", ".length >= 2"), "v.filter((item) => a).length >= 2"],
])("%# is printed as %2$s", (expression, code) => {
  expect(printTest(expression, "")).toBe(code);
});

test("long conditions are broken, one a line", () => {
  const long = "x".repeat(40);
  const other = "y".repeat(40);
  expect(
    functionCode("isLong", "value", all(long, any(long, other), long)),
  ).toBe(`function isLong(value) {
  return (
    ${long} &&
    (${long} || ${other}) &&
    ${long}
  );
}`);
});
