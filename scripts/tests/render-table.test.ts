import { expect, test } from "vitest";
import { renderTable } from "./render-table.ts";
import type { Result } from "./results.ts";

const result = (name: string, suite: string, counts: Partial<Result>): Result => ({
  name,
  suite,
  commit: "abc",
  seed: "1",
  passed: 0,
  failed: 0,
  skipped: 0,
  seconds: 0,
  ...counts,
});

const parts = [
  { name: "test/mock/a.test.ts", suite: "test/mock" },
  { name: "test/mock/b.test.ts", suite: "test/mock" },
  { name: "scripts/c.test.ts", suite: "scripts" },
  { name: "test/docs/d.test.ts", suite: "test/docs" },
];
const results = [
  result("scripts/c.test.ts", "scripts", { passed: 7, seconds: 300, seed: "2" }),
  result("test/mock/a.test.ts", "test/mock", { passed: 3, failed: 1, skipped: 2, seconds: 4 }),
];

test("each suite has a row, the slowest first, and files without a result are not run", () => {
  expect(renderTable(parts, results, { unit: "files" }).split("\n")).toEqual([
    "| Suite     | Passed | Failed | Skipped | Not run (files) | Seconds | Seed |",
    "|-----------|-------:|-------:|--------:|----------------:|--------:|-----:|",
    "| scripts   |      7 |      0 |       0 |               0 |     300 |    2 |",
    "| test/mock |      3 |      1 |       2 |               1 |       4 |    1 |",
    "| test/docs |      0 |      0 |       0 |               1 |       0 |      |",
    "| all       |     10 |      1 |       2 |               2 |     304 | 1, 2 |",
  ]);
});

test("a suite that is over its budget is named", () => {
  const table = renderTable(parts, results, { unit: "files", hasBudgets: true });
  expect(table).toMatch(/^\| scripts +\|.* 300 of \d+ ! \|/m);
  expect(table).toMatch(/^\| test\/mock +\|.* 4 of \d+ \|/m);
  expect(table).toMatch(/\nOver budget \(!\): scripts\. Make them cheaper/);
});
