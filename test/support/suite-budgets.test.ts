import { expect, test } from "vitest";
import { findBudget, findSuite } from "./suite-budgets.ts";

test("a file belongs to the suite of its folder, and each suite has a budget", () => {
  const paths = [
    "test/mock/mock.test.ts",
    "packages/specwright/src/emit/imports.test.ts",
    "packages/platform/test/e2e/suites/calls.test.ts",
    "scripts/release/plan.test.ts",
  ];
  expect(paths.map(findSuite)).toEqual([
    "test/mock",
    "packages/specwright/src",
    "packages/platform/test/e2e",
    "scripts",
  ]);
  expect(findBudget("packages/specwright/src")).toBeGreaterThan(findBudget("test/mock"));
});
