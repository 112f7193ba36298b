import { expect, test } from "vitest";
import { parseArguments } from "./parse-arguments.ts";
import { renderReport } from "./render-report.ts";
import { findToldLines } from "./run-task.ts";
import { suites } from "./suites.ts";

test("all suites are run in their parts, or those that are named, or one part", () => {
  const all = parseArguments([]).tasks;
  expect(new Set(all.map(({ suite }) => suite))).toEqual(new Set(Object.keys(suites)));
  expect(all.filter(({ suite }) => suite === "injection").map(({ part }) => part)).toEqual([
    1, 2, 3, 4,
  ]);
  expect(parseArguments(["injection", "--part", "2/8"])).toEqual({
    tasks: [{ suite: "injection", part: 2, of: 8 }],
    resumes: false,
    isWhole: false,
  });
  expect(parseArguments([]).isWhole).toBe(true);
  expect(parseArguments(["bombs", "--resume"]).resumes).toBe(true);
});

test.each([
  [["wrong"], "is not a soak"],
  [["injection", "--part", "3/2"], "is not a part"],
  [["injection", "--part", "0/2"], "is not a part"],
  [["injection", "--part", "two"], "is not a part"],
  [["bombs", "--part", "1/2"], "cannot be divided"],
  [["--help"], "cannot be read"],
  [["injection", "--part"], "cannot be read"],
])("%j is refused, and the second line says how to mend it", (words, message) => {
  expect(() => parseArguments(words)).toThrow(message);
  expect(() => parseArguments(words)).toThrow(/\n(?:Choose|Run|Write) .*\.$/);
});

test("the last line of each topic that a suite reports is kept", () => {
  const output = "RUN\n  a.yaml: 1 of 2 cases\nother: line\n  a.yaml: 2 of 2 cases\n  b: done\n";
  expect(findToldLines(output)).toEqual(["a.yaml: 2 of 2 cases", "b: done"]);
});

test("titles of tests are not figures", () => {
  const output = "   \u2713 getTool: no request is answered with 500 12ms\n  calls: 7 of 7\n";
  expect(findToldLines(output)).toEqual(["calls: 7 of 7"]);
});

test("the report has every part with its date, commit and counts, and names suites that were not run", () => {
  const circumstances = { date: "2026-01-02", machine: "Node 24", seconds: 120, seed: "7" };
  const passed = { passed: 1, failed: 0, skipped: 0 };
  const common = { name: "", suite: "injection", of: 4, ...circumstances, ...passed };
  const report = renderReport([
    { ...common, part: 1, commit: "abc", reported: ["a.yaml: 2 of 2 cases"] },
    { ...common, part: 3, commit: "def", passed: 0, failed: 1, reported: [] },
  ]);
  expect(report).toContain("1 of 4 parts passed, **1 failed**, in 4.0 minutes, on 2 commits.");
  expect(report).toContain("- Part 1/4: passed on 2026-01-02 at abc, in 2.0 minutes, on Node 24.");
  expect(report).toContain("  - a.yaml: 2 of 2 cases");
  expect(report).toContain("- Part 3/4: **failed** on 2026-01-02 at def");
  expect(report).toContain(
    "## bombs\n\nRuns each command with every document that is made to exhaust a machine.\n\nNot run.",
  );
});
