import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type BuiltSite, buildSite } from "./build-site.ts";
import { readSiteSources } from "./read-pages.ts";

const folder = mkdtempSync(join(tmpdir(), "site-"));
let built: BuiltSite;
beforeAll(async () => {
  built = await buildSite(join(folder, "site"), { withReference: false });
});
afterAll(() => rmSync(folder, { recursive: true }));

const read = (path: string): string => readFileSync(join(folder, "site", path), "utf8");

test("every page of both guides is in the site and in its navigation, and no link leads nowhere", () => {
  const { pages } = readSiteSources();
  const guides = [...pages.values()].filter(({ file }) => /^docs\/(guide|platform)\//.test(file));
  expect(guides.length).toBeGreaterThan(40);
  expect(built.pages).toBe(pages.size);
  const page = read("guide/errors.html");
  const missing = guides.filter(
    ({ path }) =>
      !page.includes(`href="${path.replace(/^guide\//, "")}"`) &&
      !page.includes(`href="../${path}"`),
  );
  expect(missing.map(({ file }) => file)).toEqual([]);
});

test("links are relative, so that the site works at any path", () => {
  const page = read("platform/concepts.html");
  expect(page).toContain('<link rel="stylesheet" href="../site.css">');
  expect(page).toContain('<img src="images/call.svg"');
  expect(page).toContain('aria-current="page">Concepts</a>');
  expect(existsSync(join(folder, "site/platform/images/call.svg"))).toBe(true);
  expect(page).not.toMatch(/ (?:href|src)="\//);
});

test("a file of code is a text that a browser shows", () => {
  expect(read("operations.html")).toContain('href="source/deploy/caddy/Caddyfile.txt"');
});

test("the index of the search has the sections of pages", () => {
  const entries: readonly Partial<Record<string, unknown>>[] = runInNewContext(
    `${read("search-index.js")}; searchEntries`,
  );
  const found = entries.find(({ p, a }) => p === "guide/errors" && a === "without-exceptions");
  expect(found).toMatchObject({ t: "Without exceptions", g: "Errors" });
  expect(found?.x).toContain("openapi-fetch");
});

test("a link to a page or a heading that does not exist fails the build, and names the page", async () => {
  const { pages, files } = readSiteSources();
  const markdown = "# A\n\n[1](operations.md#no) [2](operations.md#alerts) [3](no.md)";
  const page = { file: "docs/a.md", path: "a.html", title: "A", markdown };
  const sources = { pages: new Map([...pages, ["docs/a.md", page]]), files };
  const out = join(folder, "broken");
  await expect(buildSite(out, { withReference: false, sources })).rejects.toThrow(
    "Links of the site lead nowhere:\na.html: operations.html#no\na.html: no.md",
  );
  expect(existsSync(out)).toBe(false);
});

test("a page with several parts lists them beside its text", () => {
  const [, list = ""] = read("guide/reference-docs.html").split('<aside class="contents"');
  expect(list).toContain('<li><a href="#guides">Guides</a></li>');
  const one = [...readSiteSources().pages.values()].find(
    ({ path }) => (read(path).match(/<h2 id=/g)?.length ?? 0) < 2,
  );
  expect(one).toBeDefined();
  expect(read(one?.path ?? "")).not.toContain("On this page");
});
