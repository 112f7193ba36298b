import { spawn } from "node:child_process";
import { describe, expect, test } from "vitest";
import { collect } from "../support/collect.ts";
import { root } from "../support/paths.ts";
import { chooseAgain, mostAgain, renderDebt } from "./test-run.ts";

// The test below starts `npm test` with this file and another one. In that run, this file fails as the variable says.
const fails = process.env.FAILING_TEST;

describe.skipIf(fails !== undefined)("a file that fails", () => {
  test.each([
    [
      "beside-others",
      0,
      /test-run\.test\.ts\n\nfails\nAssertionError: expected undefined to be '1'[\s\S]+test-run\.test\.ts:\d+[\s\S]+\n1 file passed only alone: scripts\/tests\/test-run\.test\.ts\n$/,
    ],
    [
      "always",
      1,
      /\nOnce more, alone: scripts\/tests\/test-run\.test\.ts\n[\s\S]+1 failed(?![\s\S]*only alone)/,
    ],
  ])("runs once more, alone, and decides by that: %s", async (when, code, end) => {
    const words = "-C source scripts/run.js test scripts/tests scripts/support/help";
    const child = spawn(process.execPath, words.split(" "), {
      cwd: root,
      env: { ...process.env, FAILING_TEST: when, NO_COLOR: "1" },
    });
    const ended = await collect(child);
    expect(ended.output).toMatch(end);
    expect(ended.output).toMatch(/^Seed of random values: \d+ \(SPECWRIGHT_SEED changes it\)$/m);
    expect(ended.code).toBe(code);
  });

  const failed = [{ path: "a.test.ts", failures: ["what failed"] }];

  test("does not run again if it was alone, if too many failed, or if an error belongs to no file", () => {
    expect(chooseAgain({ count: 2, failed, errors: [] })).toEqual(["a.test.ts"]);
    expect(chooseAgain({ count: 1, failed, errors: [] })).toEqual([]);
    expect(chooseAgain({ count: 2, failed, errors: ["lost"] })).toEqual([]);
    const some = Array.from({ length: mostAgain }, (_, index) => ({
      path: `${index}`,
      failures: [],
    }));
    expect(chooseAgain({ count: 20, failed: some, errors: [] })).toHaveLength(mostAgain);
    expect(chooseAgain({ count: 20, failed: [...some, ...failed], errors: [] })).toEqual([]);
  });

  test("is named in the last line", () => {
    const lines = renderDebt([...failed, { path: "b.test.ts", failures: [] }]).split("\n");
    expect(lines.slice(0, 3)).toEqual(["a.test.ts", "", "what failed"]);
    expect(lines.at(-1)).toBe("2 files passed only alone: a.test.ts, b.test.ts");
  });
});

test.runIf(fails !== undefined)("fails", () => {
  expect(fails === "always" ? undefined : process.env.TESTS_ALONE).toBe("1");
});
