import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { choosePassed, type Result, readFolder, removeFormer, writeResults } from "./results.ts";

const result = (name: string, changes: Partial<Result> = {}): Result => ({
  name,
  suite: "test/mock",
  commit: "abc",
  seed: "1",
  passed: 1,
  failed: 0,
  skipped: 0,
  seconds: 1,
  ...changes,
});

test("what has passed on the commit with the seed does not run again, by its last result", () => {
  const results = [
    result("passed"),
    result("failed", { failed: 1 }),
    result("mended", { failed: 1 }),
    result("mended"),
    result("broken"),
    result("broken", { failed: 1 }),
    result("of another commit", { commit: "def" }),
    result("of another seed", { seed: "2" }),
    result("skipped", { passed: 0, skipped: 3 }),
  ];
  const choose = (commit: string, seed?: string): readonly string[] =>
    choosePassed(results, commit, seed).map(({ name }) => name);
  expect(choose("abc", "1")).toEqual(["passed", "mended"]);
  expect(choose("abc")).toEqual(["passed", "mended", "of another seed"]);
  expect(choose("def", "1")).toEqual(["of another commit"]);
  expect(choosePassed([result("passed", { commit: "unknown" })], "unknown")).toEqual([]);
});

test("results of several runs are read in their order, and those of other commits are removed", () => {
  const folder = mkdtempSync(join(tmpdir(), "results-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  expect(readFolder(join(folder, "missing"))).toEqual([]);
  writeResults(join(folder, "runs/2.json"), [result("b"), result("c")]);
  writeResults(join(folder, "runs/1.json"), [result("a")]);
  writeResults(join(folder, "runs/0.json"), [result("former", { commit: "def" })]);
  removeFormer(join(folder, "runs"), "abc");
  expect(readFolder(join(folder, "runs")).map(({ name }) => name)).toEqual(["a", "b", "c"]);
  expect(readdirSync(join(folder, "runs"))).toEqual(["1.json", "2.json"]);
  removeFormer(join(folder, "runs"), "def");
  expect(existsSync(join(folder, "runs/1.json"))).toBe(false);
});
