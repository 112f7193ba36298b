import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeTemporaryFolder, writeFiles } from "../../test/temporary-folder.ts";
import { findUnchangedFiles } from "./is-unchanged.ts";
import { writeOutput } from "./write-output.ts";

function write(folder: string, files: Readonly<Record<string, string>>, key: string) {
  const list = Object.entries(files).map(([path, content]) => ({ path, content }));
  return writeOutput({ folder, files: list, key, inputs: new Map([["../in.yaml", key]]) });
}

function runGit(folder: string, ...words: readonly string[]): string {
  const identity = ["-c", "user.name=A", "-c", "user.email=a@example.com"];
  const { stdout } = spawnSync("git", [...identity, ...words], { cwd: folder, encoding: "utf8" });
  return stdout;
}

test("after a merge with conflicts the output is written again, and files that only one side had are removed", () => {
  const top = makeTemporaryFolder();
  const folder = join(top, "out");
  const commit = (message: string) => {
    runGit(top, "add", "-A");
    runGit(top, "commit", "-qm", message);
  };
  runGit(top, "init", "-q", "-b", "main");
  write(folder, { "a.js": "1", "z.js": "z" }, "base");
  commit("base");
  runGit(top, "checkout", "-qb", "theirs");
  write(folder, { "a.js": "theirs", "b-theirs.js": "b", "z.js": "z" }, "theirs");
  commit("theirs");
  runGit(top, "checkout", "-q", "main");
  write(folder, { "a.js": "ours", "b-ours.js": "b", "z.js": "z" }, "ours");
  commit("ours");
  expect(runGit(top, "merge", "theirs")).toContain("CONFLICT");
  const manifest = readFileSync(join(folder, ".specwright.json"), "utf8");
  expect(manifest).toContain("<<<<<<< ");

  expect(findUnchangedFiles(folder, "ours")).toBeUndefined();
  expect(write(folder, { "a.js": "both", "z.js": "z" }, "both")).toEqual({
    written: ["a.js"],
    unchanged: ["z.js"],
    removed: expect.toSatisfy(
      (paths: readonly string[]) => [...paths].sort().join() === "b-ours.js,b-theirs.js",
    ),
  });
  expect(readFileSync(join(folder, "a.js"), "utf8")).toBe("both");
  expect(existsSync(join(folder, "b-theirs.js"))).toBe(false);
});

test("after a conflict, files outside of the folder are not touched", () => {
  const top = makeTemporaryFolder({ "own.js": "own" });
  const folder = join(top, "out");
  const digest = "0".repeat(64);
  writeFiles(folder, {
    ".specwright.json": `{\n  "files": {\n<<<<<<< HEAD\n    "../own.js": "${digest}"\n=======\n    "a.js": "${digest}"\n>>>>>>> theirs\n  }\n}\n`,
    "a.js": "a",
  });
  expect(write(folder, {}, "key").removed).toEqual(["a.js"]);
  expect(readFileSync(join(top, "own.js"), "utf8")).toBe("own");
});
