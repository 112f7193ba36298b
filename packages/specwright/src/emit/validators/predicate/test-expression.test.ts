import { expect, test } from "vitest";
import type { Test } from "./test-expression.ts";
import {
  countOne,
  joinAll,
  joinAny,
  negate,
  passTest,
  printFunction,
  printTest,
  testEvery,
} from "./test-expression.ts";

test.each<[Test, string]>([
  [joinAll(), "true"],
  [joinAny(), "false"],
  [joinAll("a", true, joinAll("b", "c")), "a && b && c"],
  [joinAll("a", false), "false"],
  [joinAll("a", joinAll("a", "b"), "b", "a"), "a && b && a"],
  [joinAny("a", false, joinAny("b")), "a || b"],
  [joinAny("a", true), "true"],
  [joinAll("a", joinAny("b", "c")), "a && (b || c)"],
  [joinAny("a", joinAll("b", negate("c(d)"))), "a || (b && !c(d))"],
  [negate(joinAll("a", "b")), "!(a && b)"],
  [negate('a === "b"'), '!(a === "b")'],
  [negate(true), "false"],
  [countOne(["a", "b"]), "Number(a) + Number(b) === 1"],
  [countOne(["a"]), "a"],
  [testEvery("v.every", "item", joinAll("a(item)", "b")), "v.every((item) => a(item) && b)"],
  [testEvery("v.every", "item", true), "true"],
  [passTest("v.filter", "item", "a", ".length >= 2"), "v.filter((item) => a).length >= 2"],
])("%# is printed as %2$s", (expression, code) => {
  expect(printTest(expression, "")).toBe(code);
});

test("long conditions are broken, one for each line", () => {
  const long = "x".repeat(40);
  const other = "y".repeat(40);
  expect(
    printFunction("isLong", "value", joinAll(long, joinAny(long, other), long)),
  ).toBe(`function isLong(value) {
  return (
    ${long} &&
    (${long} || ${other}) &&
    ${long}
  );
}`);
});
