import { globSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { resolveInRoot } from "../../scripts/support/paths.ts";
import { findBrokenLinks } from "./links.ts";

const pages = globSync(
  ["*.md", "docs/**/*.md", "spec/README.md", "deploy/*.md", "packages/*/{*.md,toolkits/*.md}"],
  { cwd: resolveInRoot(".") },
);

test("the links of every page lead to files and headings that exist", () => {
  expect(pages.length).toBeGreaterThan(100);
  const broken = pages.flatMap((page) =>
    findBrokenLinks(resolveInRoot(page)).map((target) => `${page}: ${target}`),
  );
  expect(broken).toEqual([]);
});

test("a link to a file or a heading that does not exist is found, and one in code is not", () => {
  const folder = mkdtempSync(join(tmpdir(), "links-"));
  const file = join(folder, "a.md");
  writeFileSync(
    file,
    '# A b, c!\n\n[1](#a-b-c) [2](#d) [3](e.md) `[4](f.md)` [5](https://g.example) <img src="h.svg">\n',
  );
  expect(findBrokenLinks(file)).toEqual(["#d", "e.md", "h.svg"]);
  rmSync(folder, { recursive: true });
});
