import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeTemporaryFolder, writeFiles } from "../../test/temporary-folder.ts";
import { DiagnosticError } from "../diagnostic.ts";
import { findUnchangedFiles } from "./is-unchanged.ts";
import { writeJournal } from "./journal.ts";
import { type Output, writeOutput } from "./write-output.ts";

function output(folder: string, files: Readonly<Record<string, string>>, key = "key"): Output {
  const list = Object.entries(files).map(([path, content]) => ({ path, content }));
  return { folder, files: list, key, inputs: new Map() };
}

function read(folder: string): Record<string, string> {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  const files = paths.filter((path) => statSync(join(folder, path)).isFile());
  return Object.fromEntries(files.map((path) => [path, readFileSync(join(folder, path), "utf8")]));
}

function catchCodes(work: () => unknown): string[] {
  try {
    work();
  } catch (error) {
    if (error instanceof DiagnosticError) {
      return error.diagnostics.map(({ code }) => code);
    }
    throw error;
  }
  return [];
}

test("a folder has the files of the last run", () => {
  const folder = join(makeTemporaryFolder(), "new/out");
  expect(writeOutput(output(folder, { "a.js": "a", "b/c.js": "c" }))).toEqual({
    written: ["a.js", "b/c.js"],
    unchanged: [],
    removed: [],
  });
  expect(writeOutput(output(folder, { "a.js": "a", "d.js": "d" }))).toEqual({
    written: ["d.js"],
    unchanged: ["a.js"],
    removed: ["b/c.js"],
  });
  const { ".specwright.json": manifest, ...files } = read(folder);
  expect(files).toEqual({ "a.js": "a", "d.js": "d" });
  expect(manifest).toContain('"d.js"');
  expect(existsSync(join(folder, "b"))).toBe(false);
});

test("unchanged files are not touched", () => {
  const folder = join(makeTemporaryFolder(), "out");
  writeOutput(output(folder, { "a.js": "a", "b.js": "b" }));
  const before = statSync(join(folder, "a.js"));
  writeOutput(output(folder, { "a.js": "a", "b.js": "changed" }));
  const after = statSync(join(folder, "a.js"));
  expect([after.ino, after.mtimeMs]).toEqual([before.ino, before.mtimeMs]);
});

test("only files of the manifest are removed or replaced", () => {
  const folder = join(makeTemporaryFolder(), "out");
  writeOutput(output(folder, { "a/a.js": "a" }));
  writeFiles(folder, { "a/own.js": "own", "b.js": "own" });
  expect(catchCodes(() => writeOutput(output(folder, { "b.js": "b" })))).toEqual(["file-not-ours"]);
  writeOutput(output(folder, { "c.js": "c" }));
  const { ".specwright.json": _, ...files } = read(folder);
  expect(files).toEqual({ "a/own.js": "own", "b.js": "own", "c.js": "c" });
});

test("a folder of somebody else is refused, and so is a file", () => {
  const folder = makeTemporaryFolder({ "other/x.js": "x" });
  expect(catchCodes(() => writeOutput(output(folder, { "a.js": "a" })))).toEqual([
    "output-not-ours",
  ]);
  expect(catchCodes(() => writeOutput(output(join(folder, "other/x.js"), {})))).toEqual([
    "output-not-a-folder",
  ]);
  expect(read(folder)).toEqual({ "other/x.js": "x" });
});

test.each([
  "../x.js",
  "/x.js",
  "a/../../x.js",
  "a//b.js",
  ".specwright.json",
  "C:/x.js",
  "a\\b.js",
])("the path %s is refused", (path) => {
  const folder = join(makeTemporaryFolder(), "out");
  expect(catchCodes(() => writeOutput(output(folder, { [path]: "x" })))).toEqual([
    "invalid-output-path",
  ]);
  expect(existsSync(folder)).toBe(false);
});

test("nothing is written through links", () => {
  const folder = makeTemporaryFolder({ "outside/a.js": "kept" });
  const out = join(folder, "out");
  writeOutput(output(out, { "x.js": "x" }));
  symlinkSync(join(folder, "outside"), join(out, "linked"));
  symlinkSync(join(folder, "outside/a.js"), join(out, "file.js"));
  const files = { "x.js": "new", "linked/a.js": "a", "file.js": "a" };
  expect(catchCodes(() => writeOutput(output(out, files)))).toEqual([
    "link-in-output",
    "link-in-output",
  ]);
  expect(read(join(folder, "outside"))).toEqual({ "a.js": "kept" });
  expect(readFileSync(join(out, "x.js"), "utf8")).toBe("x");
});

test("a manifest or a journal with paths out of the folder does no harm", () => {
  const folder = makeTemporaryFolder({ "victim.js": "kept" });
  const out = join(folder, "out");
  const files = { "../victim.js": "0" };
  writeFiles(out, { ".specwright.json": JSON.stringify({ key: "", inputs: {}, files }) });
  expect(catchCodes(() => writeOutput(output(out, { "a.js": "a" })))).toEqual([]);
  writeFiles(out, {
    ".specwright-stage/0": "evil",
    ".specwright-journal.json": JSON.stringify({
      renames: [[0, "../victim.js"]],
      removals: ["../victim.js"],
    }),
  });
  writeOutput(output(out, { "a.js": "a" }));
  expect(readFileSync(join(folder, "victim.js"), "utf8")).toBe("kept");
});

test("files that were staged and not recorded are dropped", () => {
  const folder = join(makeTemporaryFolder(), "out");
  writeFiles(folder, { ".specwright-stage/0": "half" });
  writeOutput(output(folder, { "a.js": "a" }));
  expect(Object.keys(read(folder))).toEqual([".specwright.json", "a.js"]);
});

test("a write that was recorded is completed, wherever it stopped", () => {
  const folder = join(makeTemporaryFolder(), "out");
  writeOutput(output(folder, { "a.js": "a", "b.js": "b", "old.js": "old" }));
  const stage = join(folder, ".specwright-stage");
  mkdirSync(stage);
  writeFiles(stage, { "0": "new a", "1": "new b" });
  const files = { "a.js": "x", "b.js": "x" };
  writeFileSync(join(stage, "manifest"), JSON.stringify({ key: "", inputs: {}, files }));
  writeJournal(folder, {
    renames: [
      [0, "a.js"],
      [1, "b.js"],
    ],
    removals: ["old.js"],
  });
  renameSync(join(stage, "0"), join(folder, "a.js"));
  const changes = writeOutput(output(folder, { "a.js": "new a", "b.js": "new b" }));
  expect(changes).toEqual({ written: [], unchanged: ["a.js", "b.js"], removed: [] });
  expect(Object.keys(read(folder))).toEqual([".specwright.json", "a.js", "b.js"]);
});

test("hashes show whether files have to be written", () => {
  const folder = makeTemporaryFolder({ "in.yaml": "1" });
  const out = join(folder, "out");
  const hash = "6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b";
  writeOutput({ ...output(out, { "a.js": "a" }), inputs: new Map([["../in.yaml", hash]]) });
  expect(findUnchangedFiles(out, "key")).toEqual(["a.js"]);
  expect(findUnchangedFiles(out, "other")).toBeUndefined();
  writeFiles(out, { "a.js": "edited" });
  expect(findUnchangedFiles(out, "key")).toBeUndefined();
  writeFiles(out, { "a.js": "a" });
  writeFiles(folder, { "in.yaml": "2" });
  expect(findUnchangedFiles(out, "key")).toBeUndefined();
});

test("after a first write that was interrupted, the folder is still ours", () => {
  const folder = join(makeTemporaryFolder(), "out");
  const hashes = { "types/index.d.ts": "0", "client/index.js": "0" };
  writeFiles(folder, {
    "types/index.d.ts": "a",
    ".specwright-stage/1": "b",
    ".specwright-stage/manifest": JSON.stringify({ key: "", inputs: {}, files: hashes }),
    ".specwright-journal.json": JSON.stringify({
      renames: [
        [0, "types/index.d.ts"],
        [1, "client/index.js"],
      ],
      removals: [],
    }),
  });
  const files = { "types/index.d.ts": "a", "client/index.js": "b" };
  expect(writeOutput(output(folder, files)).unchanged).toEqual(Object.keys(files));
  const { ".specwright.json": _, ...written } = read(folder);
  expect(written).toEqual(Object.fromEntries(Object.entries(files).sort()));
});

test("the lock of a process that has exited is taken over", () => {
  const folder = join(makeTemporaryFolder(), "out");
  const gone = spawnSync(process.execPath, ["-e", "0"]).pid;
  writeFiles(folder, { ".specwright-lock": JSON.stringify({ process: gone, host: hostname() }) });
  writeOutput(output(folder, { "a.js": "a" }));
  expect(Object.keys(read(folder))).toEqual([".specwright.json", "a.js"]);
});
