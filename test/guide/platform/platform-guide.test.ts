import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { resolveInRoot } from "../../../scripts/support/paths.ts";
import { findNeed } from "../../support/needs.ts";
import { notRunHere } from "./not-run.ts";
import { findPlatformProof, readPlatformPages } from "./platform-pages.ts";

const pages = readPlatformPages();
const python = findNeed("python");

test("each block of the platform's pages is run or read", () => {
  const others = pages.flatMap(({ name, blocks }) =>
    blocks
      .filter((block) => findPlatformProof(block) === undefined)
      .map(({ line, code }) => `${name}, line ${line}: ${code.split("\n")[0]}`),
  );
  expect(pages.length).toBeGreaterThan(3);
  expect(others).toEqual([]);
});

test.skipIf(python === undefined)("the Python of the pages is Python", () => {
  const folder = mkdtempSync(join(tmpdir(), "pages-"));
  const codes = pages.flatMap(({ blocks }) => blocks.filter((each) => each.language === "python"));
  const files = codes.map(({ code }, index) => {
    const path = join(folder, `${index}.py`);
    writeFileSync(path, code);
    return path;
  });
  expect(files.length).toBeGreaterThan(0);
  execFileSync(python ?? "", ["-m", "py_compile", ...files]);
  rmSync(folder, { recursive: true });
});

test("the JSON of the pages is JSON", () => {
  for (const { name, blocks } of pages) {
    for (const { language, code, line } of blocks) {
      if (language === "json") {
        expect(() => JSON.parse(code), `${name}, line ${line}`).not.toThrow();
      }
    }
  }
});

test("the index has a line for each page of the platform", () => {
  const index = readFileSync(resolveInRoot("docs/platform/README.md"), "utf8");
  const names = pages.map(({ name }) => name).filter((name) => !/^readme$/i.test(name));
  expect(names.filter((name) => !index.includes(`](${name}.md)`))).toEqual([]);
});

test.each(notRunHere)("code that is not run is in a page of the platform: $reason", ({ line }) => {
  const lines = pages.flatMap(({ blocks }) => blocks.flatMap(({ code }) => code.split("\n")));
  expect(lines.some((each) => line?.test(each))).toBe(true);
});
