import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { patience } from "../../test/support/patience.ts";
import { collect, type Ended } from "../support/collect.ts";
import { root } from "../support/paths.ts";
import { readFolder } from "./results.ts";
import { chooseAgain, mostAgain, renderDebt } from "./test-run.ts";

// The tests below start `npm test` with this file and another one. In that run, this file does what the variable says.
const behaviour = process.env.BEHAVIOUR_OF_TEST;
// It is in a process of its own.
const other = "test/support/suite-budgets.test.ts";
const folder = mkdtempSync(join(tmpdir(), "test-run-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Starts `npm test` with two files. Its results are kept apart from those of the run that this file is in. */
function startTests(does: string, results: string, ...words: readonly string[]) {
  const files = ["scripts/tests/test-run", other];
  return spawn(process.execPath, ["-C", "source", "scripts/run.js", "test", ...files, ...words], {
    cwd: root,
    env: {
      ...process.env,
      BEHAVIOUR_OF_TEST: does,
      NO_COLOR: "1",
      TESTS_ALONE: undefined,
      TEST_COMMIT: "abc",
      TEST_RESULTS_FOLDER: join(folder, results),
    },
  });
}

describe.skipIf(behaviour !== undefined)("a file that fails", () => {
  test.each([
    [
      "fails-beside-others",
      0,
      /test-run\.test\.ts\n\nfails\nAssertionError: expected [^\n]+ to not have property "fails-beside-others"[\s\S]+test-run\.test\.ts:\d+[\s\S]+\n1 file passed only alone: scripts\/tests\/test-run\.test\.ts\n$/,
    ],
    [
      "fails",
      1,
      /\nOnce more, alone: scripts\/tests\/test-run\.test\.ts\n[\s\S]+1 failed(?![\s\S]*only alone)/,
    ],
  ])("runs once more, alone, and decides by that: %s", async (does, code, end) => {
    const ended = await collect(startTests(does, does));
    expect(ended.output).toMatch(end);
    expect(ended.output).toMatch(/^Seed of random values: \d+ \(SPECWRIGHT_SEED changes it\)$/m);
    // The table has the result of the last run of each file.
    expect(ended.output).toMatch(
      new RegExp(`^\\| scripts +\\| +\\d+ \\| +${code} \\| +\\d+ \\| +0 \\|`, "m"),
    );
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

test.skipIf(behaviour !== undefined)("a run that was stopped is resumed", async () => {
  const started = startTests("waits", "resumed");
  const stopped = collect(started);
  const listKept = () => readFolder(join(folder, "resumed/test")).map(({ name }) => name);
  await expect.poll(listKept, patience).toEqual([other]);
  started.kill("SIGTERM");
  const first = await stopped;
  expect(first.output).toContain("Still running when the tests were told to stop:");
  expect(readCounts(first)).toEqual({ failed: 0, notRun: 1 });
  expect(first.output).toContain(`\`npm test -- --resume scripts/tests/test-run ${other}\`.`);
  expect(first.code).toBe(143);

  const second = await collect(startTests("passes", "resumed", "--resume"));
  expect(second.output).toContain("Files that have passed at abc and do not run again: 1\n");
  expect(second.output).not.toContain(`${other} (`);
  expect(readCounts(second)).toEqual({ failed: 0, notRun: 0 });
  const last = await collect(startTests("passes", "resumed", "--resume"));
  expect(last.output).toContain("again: 2\n");
  expect([second.code, last.code]).toEqual([0, 0]);
});

/** Of the last row of the table. */
function readCounts({ output }: Ended) {
  const cells = /^\| all +(\|.*)$/m.exec(output)?.[1]?.split("|").map(Number) ?? [];
  return { failed: cells[2], notRun: cells[4] };
}

test.runIf(behaviour !== undefined)("fails", async () => {
  if (behaviour === "waits") {
    await new Promise(() => {});
  }
  const isWrong = { fails: true, "fails-beside-others": process.env.TESTS_ALONE !== "1" };
  expect(isWrong).not.toHaveProperty([behaviour ?? ""], true);
});
