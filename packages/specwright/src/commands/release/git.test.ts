import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeTemporaryFolder, writeFiles } from "../../../test/temporary-folder.ts";
import { DiagnosticError } from "../../diagnostic.ts";
import { requireCleanTree } from "./git.ts";

function makeRepository(): string {
  const folder = makeTemporaryFolder({ "spec/openapi.yaml": "a", "api/redocly.yaml": "a" });
  const words = ["-c", "user.name=me", "-c", "user.email=me@example.com"];
  for (const args of [
    ["init", "-q"],
    ["add", "."],
    ["commit", "-qm", "a"],
  ]) {
    execFileSync("git", [...words, ...args], { cwd: folder });
  }
  return folder;
}

function listProblems(work: () => void): readonly string[] {
  try {
    work();
    return [];
  } catch (error) {
    return error instanceof DiagnosticError
      ? error.diagnostics.map(({ code, message }) => `${code}: ${message}`)
      : [String(error)];
  }
}

test("a document that is changed beside the folder of a release is a dirty tree, and other files are not", () => {
  const folder = makeRepository();
  const [api, spec] = [join(folder, "api"), join(folder, "spec")];
  writeFiles(folder, { "other/notes.txt": "new" });
  expect(listProblems(() => requireCleanTree(api, [spec]))).toEqual([]);
  writeFiles(folder, { "spec/openapi.yaml": "b" });
  expect(listProblems(() => requireCleanTree(api, [spec, spec]))).toEqual([
    "dirty-tree: There are changes that are not committed: spec/openapi.yaml. A release has to come from a commit.",
  ]);
});

test("a document in another repository, or in none, does not stop a release", () => {
  const [folder, elsewhere] = [makeRepository(), makeTemporaryFolder({ "openapi.yaml": "a" })];
  expect(listProblems(() => requireCleanTree(folder, [elsewhere]))).toEqual([]);
});

test("a folder without a commit cannot be released", () => {
  expect(listProblems(() => requireCleanTree(makeTemporaryFolder()))).toMatchObject([
    expect.stringMatching(/^no-commit: /),
  ]);
});
