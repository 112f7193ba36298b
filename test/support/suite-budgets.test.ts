import { expect, test } from "vitest";
import { renderSuiteTimes, sumBySuite } from "./suite-budgets.ts";

test("files are summed by the folder of their suite, and a suite that is over its budget is named", () => {
  const times = sumBySuite([
    { path: "test/mock/mock.test.ts", seconds: 20 },
    { path: "packages/specwright/src/emit/imports.test.ts", seconds: 4 },
    { path: "packages/specwright/src/index.test.ts", seconds: 3 },
    { path: "packages/platform/test/e2e/suites/calls.test.ts", seconds: 6 },
    { path: "scripts/release/plan.test.ts", seconds: 1 },
  ]);
  expect(times.map(({ suite, seconds }) => [suite, seconds])).toEqual([
    ["test/mock", 20],
    ["packages/specwright/src", 7],
    ["packages/platform/test/e2e", 6],
    ["scripts", 1],
  ]);
  const text = renderSuiteTimes(times);
  expect(text).toContain("34 s in all");
  expect(text).toMatch(/test\/mock +20 of 15 s {2}OVER BUDGET/);
  expect(text).toContain("1 smaller suites: 1 s");
  expect(text).toContain("Over budget: test/mock.");
  expect(renderSuiteTimes(times.slice(1))).toContain("No suite is over its budget.");
});
