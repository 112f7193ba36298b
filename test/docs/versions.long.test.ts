import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { docs } from "specwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startSite } from "../../scripts/serve/site.ts";
import { type Browser, startBrowser } from "../support/browser.ts";
import { findNeed } from "../support/needs.ts";

const chromium = findNeed("chromium");
const folder = mkdtempSync(join(tmpdir(), "specwright-versions-"));

/** A document. Its version 2 has a hostile name in it, and no `GET /notes/{id}`. */
function writeVersion(version: string, paths: object): string {
  const path = join(folder, `${version}.json`);
  const info = { title: "Notes </script><b>", version };
  writeFileSync(path, JSON.stringify({ openapi: "3.1.0", info, paths }));
  return path;
}

const list = {
  get: {
    operationId: "listNotes",
    summary: "List notes",
    responses: { 200: { description: "Notes." } },
  },
};
const read = {
  parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
  get: {
    operationId: "readNote",
    summary: "Read a note",
    responses: { 200: { description: "A note." } },
  },
};

describe.skipIf(chromium === undefined)("a reference of several versions in a browser", () => {
  let browser: Browser;
  let page: Page;
  const faults: string[] = [];
  const out = join(folder, "site");

  beforeAll(async () => {
    for (const [version, paths] of [
      ["1.9.0", { "/notes": list, "/notes/{id}": read }],
      ["1.10.0", { "/notes": { get: { ...list.get, operationId: "findNotes" } } }],
    ] as const) {
      await docs({ document: writeVersion(version, paths), out, versions: true, folder });
    }
    browser = await startBrowser(chromium ?? "");
    page = await browser.context.newPage();
    page.on("pageerror", (error) => faults.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error") {
        faults.push(message.text());
      }
    });
  });

  afterAll(async () => {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test("opens the newest version, and the picker of an old page offers a version that came later", async () => {
    const server = await startSite({ docsFolder: out });
    try {
      // The operation had another name in 1.9.0.
      await page.goto(`${server.address}/docs/latest/operations/list-notes.html`);
      await page.waitForURL("**/docs/latest/operations/find-notes.html");
      await page.goto(`${server.address}/docs/#operation/findNotes`);
      await page.waitForURL("**/docs/latest/operations/find-notes.html");
      await page.getByRole("heading", { name: "List notes" }).first().waitFor();
      await page.goto(`${server.address}/docs/`);
      await page.waitForURL("**/docs/latest/index.html");
      const picker = page.getByLabel("Version");
      expect(await picker.locator("option").allTextContents()).toEqual([
        "1.10.0 (latest)",
        "1.9.0",
      ]);
      await picker.selectOption("1.9.0");
      await page.waitForURL(/\/1\.9\.0\/index\.html/);
      await page.getByRole("link", { name: "Read a note" }).first().waitFor();
      await page.getByRole("link", { name: "Latest: 1.10.0" }).click();
      await page.waitForURL(/\/latest\/index\.html/);
      await page.getByRole("link", { name: "What changed" }).click();
      await page.getByRole("heading", { name: "Breaking" }).waitFor();
      expect(await page.locator("main").textContent()).toContain("GET /notes/{id}");
    } finally {
      server.close();
    }
  });

  test("works from the disk too, and nothing of the documents runs", async () => {
    await page.goto(pathToFileURL(join(out, "1.9.0/changes.html")).href);
    expect(await page.getByLabel("Version").inputValue()).toBe("1.9.0");
    expect(await page.locator("main").textContent()).toContain("the first version");
    await page.setViewportSize({ width: 400, height: 800 });
    const overflow = "document.documentElement.scrollWidth - innerWidth";
    expect(await page.evaluate(overflow)).toBeLessThanOrEqual(0);
    await page.goto(pathToFileURL(join(out, "versions.html")).href);
    expect(await page.locator("h1").textContent()).toBe("Notes </script><b>");
    expect(await page.locator("tbody tr").count()).toBe(2);
    expect(faults).toEqual([]);
  });

  test("the feed is XML with the texts of the documents", async () => {
    await page.goto(pathToFileURL(join(out, "versions.html")).href);
    const feed = readFileSync(join(out, "feed.xml"), "utf8");
    const found = await page.evaluate<Record<string, unknown>>(`(() => {
      const feed = new DOMParser().parseFromString(${JSON.stringify(feed)}, "application/xml");
      const list = (selector) => [...feed.querySelectorAll(selector)].map((each) => each.textContent);
      return {
        root: feed.documentElement.namespaceURI + " " + feed.documentElement.localName,
        titles: list("title"),
        ids: new Set(list("id")).size,
        text: new DOMParser().parseFromString(list("content")[0], "text/html").querySelector("ul").textContent,
      };
    })()`);
    expect(found).toEqual({
      root: "http://www.w3.org/2005/Atom feed",
      titles: [
        "Notes </script><b>: what changed",
        "Notes </script><b> 1.10.0",
        "Notes </script><b> 1.9.0",
      ],
      ids: 3,
      text: expect.stringContaining("findNotes"),
    });
  });

  test("the page of an old version has not changed", async () => {
    const before = readFileSync(join(out, "1.9.0/index.html"), "utf8");
    await docs({ document: join(folder, "1.10.0.json"), out, versions: true, folder });
    expect(readFileSync(join(out, "1.9.0/index.html"), "utf8")).toBe(before);
  });
});
