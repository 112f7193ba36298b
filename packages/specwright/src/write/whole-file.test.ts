import { readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeTemporaryFolder } from "../../test/temporary-folder.ts";
import { DiagnosticError } from "../diagnostic.ts";
import { createFile, replaceFile } from "./whole-file.ts";

test("a file is created once, and an existing file is not touched, nor is a link that leads nowhere", () => {
  const folder = makeTemporaryFolder({ "there.ts": "mine" });
  symlinkSync("nowhere", join(folder, "link.ts"));
  expect(createFile(join(folder, "a/b.ts"), "text")).toBe(true);
  expect(createFile(join(folder, "a/b.ts"), "other")).toBe(false);
  expect(createFile(join(folder, "there.ts"), "other")).toBe(false);
  expect(createFile(join(folder, "link.ts"), "other")).toBe(false);
  expect(readFileSync(join(folder, "a/b.ts"), "utf8")).toBe("text");
  expect(readFileSync(join(folder, "there.ts"), "utf8")).toBe("mine");
  expect(readdirSync(folder).sort()).toEqual(["a", "link.ts", "there.ts"]);
  expect(readdirSync(join(folder, "a"))).toEqual(["b.ts"]);
});

test("a file is replaced, and where it cannot be, the reason is reported and nothing is left", () => {
  const folder = makeTemporaryFolder({ "a.ts": "old", "b/c.ts": "" });
  replaceFile(join(folder, "a.ts"), "new");
  expect(readFileSync(join(folder, "a.ts"), "utf8")).toBe("new");
  for (const path of ["b", "a.ts/c.ts"]) {
    expect(() => replaceFile(join(folder, path), "new")).toThrow(DiagnosticError);
  }
  expect(() => createFile(join(folder, "a.ts/c.ts"), "new")).toThrow(DiagnosticError);
  expect(readdirSync(folder).sort()).toEqual(["a.ts", "b"]);
});

test("a link at the place where a file is staged is not followed", () => {
  const folder = makeTemporaryFolder({ "mine.ts": "mine" });
  for (const write of [replaceFile, createFile]) {
    symlinkSync(join(folder, "mine.ts"), join(folder, `a.ts.${process.pid}.specwright`));
    write(join(folder, "a.ts"), "new");
    expect(readFileSync(join(folder, "mine.ts"), "utf8")).toBe("mine");
  }
  expect(readFileSync(join(folder, "a.ts"), "utf8")).toBe("new");
});
