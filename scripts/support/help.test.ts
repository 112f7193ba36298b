import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { describeCommand } from "./help.ts";
import { root } from "./paths.ts";

test.each([
  ["start", "npm start lints the document, "],
  ["test", "npm test runs the tests; "],
  ["lint-spec", "npm run lint:spec lints the document; "],
  ["test-seeded", "npm run test:seeded puts "],
  ["soak", "npm run soak runs the longest tests: "],
  ["histories", "CONTRIBUTING.md describes the commands."],
])("the help of %s is its row in CONTRIBUTING.md", async (name, begin) => {
  expect((await describeCommand(name)).startsWith(begin)).toBe(true);
});

test("a command prints its help and does nothing else", () => {
  const args = ["-C", "source", "scripts/run.js", "bench", "--help"];
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: root, encoding: "utf8" });
  expect([status, stdout]).toEqual([
    0,
    expect.stringMatching(/^npm run bench runs all benchmarks/),
  ]);
});
