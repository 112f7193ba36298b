import { execFile } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Site, startSite } from "../../scripts/serve/site.ts";
import { resolveInRoot } from "../../scripts/support/paths.ts";
import { type Browser, startBrowser } from "../support/browser.ts";
import { findNeed } from "../support/needs.ts";
import { buildLargeDocument, hostileDocument } from "./documents.ts";

// A Markdown renderer that does not remove HTML. This version does not have type declarations.
const { marked } = createRequire(import.meta.url)("marked") as {
  readonly marked: (text: string, options: object) => string;
};
const bin = resolveInRoot("packages/specwright/bin/specwright.js");
const chromium = findNeed("chromium");
const corpus = findNeed("corpus");

const folder = mkdtempSync(join(tmpdir(), "specwright-docs-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function runSpecwright(...args: readonly string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const all = ["-C", "source", bin, ...args];
    execFile(process.execPath, all, { cwd: resolveInRoot("") }, (error, out, err) =>
      resolve({ code: Number(error?.code ?? 0), output: out + err }),
    );
  });
}

/** Builds the reference of a document by the command. */
async function makeReference(name: string, document: string): Promise<string> {
  const out = join(folder, name);
  const { code, output } = await runSpecwright("docs", document, "--out", out);
  expect(code, output).toBe(0);
  return out;
}

function writeDocument(name: string, document: unknown): string {
  const path = join(folder, `${name}.json`);
  writeFileSync(path, JSON.stringify(document));
  return path;
}

describe.skipIf(chromium === undefined)("a reference in a browser", () => {
  let browser: Browser;
  let page: Page;
  let faults: string[] = [];
  let foreign: string[] = [];

  beforeAll(async () => {
    browser = await startBrowser(chromium ?? "");
    page = await browser.context.newPage();
    page.on("console", (message) => {
      if (message.type() === "error") {
        faults.push(message.text());
      }
    });
    page.on("pageerror", (error) => faults.push(error.message));
    page.on("dialog", (dialog) => {
      faults.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    browser.context.on("request", (request) => {
      const url = new URL(request.url());
      const isOwn = url.hostname === "127.0.0.1" || !/^(?:https?|wss?):$/.test(url.protocol);
      if (!isOwn) {
        foreign.push(url.href);
      }
    });
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  afterAll(async () => {
    await browser.close();
  });

  async function runServed<T>(out: string, visit: (address: string) => Promise<T>): Promise<T> {
    const site: Site = await startSite({ docsFolder: out });
    faults = [];
    foreign = [];
    try {
      return await visit(`${site.address}/docs`);
    } finally {
      await page.goto("about:blank");
      site.close();
    }
  }

  test.skipIf(corpus === undefined)(
    "shows museum.yaml, from a host and from the disk",
    async () => {
      const out = await makeReference("museum", join(corpus ?? "", "museum.yaml"));
      await runServed(out, async (address) => {
        await page.goto(`${address}/#operation/buyMuseumTickets`);
        const operation = page.locator('[id="tag/Tickets/operation/buyMuseumTickets"]');
        await operation.getByText("ticketDate", { exact: true }).first().waitFor();
        expect(await page.title()).toBe("Redocly Museum API");
        // The address without the tag leads to the operation.
        await page.waitForURL(/#tag\/Tickets\/operation\/buyMuseumTickets$/);
        await operation.getByText("Client", { exact: true }).first().click();
        await operation.getByText("createTransport").first().waitFor();
        await page.getByPlaceholder("Search...").fill("opening hours");
        const results = page.locator('[role="search"] [data-role="search:results"]');
        await results.getByText("Get museum hours").first().waitFor();
      });
      expect([faults, foreign]).toEqual([[], []]);
      await page.goto(pathToFileURL(join(out, "index.html")).href);
      await page.getByRole("heading", { name: "Get museum hours" }).first().waitFor();
      expect([faults, foreign]).toEqual([[], []]);
    },
  );

  test("runs nothing of a document, and asks nobody for anything", async () => {
    const out = await makeReference("hostile", writeDocument("hostile", hostileDocument));
    await runServed(out, async (address) => {
      await page.goto(`${address}/`);
      await page.getByText("harmless end").first().waitFor({ state: "attached" });
      await page.getByPlaceholder("Search...").fill("hostile");
      for (const tab of await page.getByRole("tab").all()) {
        await tab.click({ force: true, timeout: 1000 }).catch(() => {});
      }
      for (const link of await page.locator("main a").all()) {
        expect((await link.getAttribute("href")) ?? "").toMatch(
          /^(?:https?:\/\/|mailto:|#|[\w./-]*$)/,
        );
      }
      expect(await page.locator("[onerror], [onclick], iframe, object, embed").count()).toBe(0);
      expect(await page.evaluate("globalThis.hacked")).toBeUndefined();
    });
    expect(foreign).toEqual([]);
    // Two messages are expected: the policy reports handlers that Redoc's sanitizer parses before it removes them, and
    // the image in the attack does not exist.
    const unexpected = /^(?!Executing inline event handler|Failed to load resource.* 404)/;
    expect(faults.filter((fault) => unexpected.test(fault))).toEqual([]);
  });

  test("has plain pages that run nothing where a host renders them without sanitizing", async () => {
    const out = join(folder, "hostile");
    const paths = readdirSync(out, { recursive: true, encoding: "utf8" });
    const texts = paths.filter((path) => /\.(?:md|txt)$/.test(path));
    expect(texts.length).toBeGreaterThan(4);
    for (const path of texts) {
      const text = readFileSync(join(out, path), "utf8");
      await page.setContent(marked(text, { gfm: true, headerIds: false, mangle: false }));
      expect(await page.evaluate("globalThis.hacked"), path).toBeUndefined();
      const tags = "script, img, svg, iframe, style, [onerror], [onclick], a[href^='javascript' i]";
      const found = await page.locator(tags).evaluateAll((all) => all.map(String));
      expect(found, path).toEqual([]);
    }
  });

  test("gives a large document an overview with a search, and a page for each tag", async () => {
    const out = await makeReference("large", writeDocument("large", buildLargeDocument(400)));
    await runServed(out, async (address) => {
      await page.goto(`${address}/`);
      await page.getByPlaceholder("Search...").fill("get thing 399");
      expect(await page.locator("li:visible").count()).toBe(1);
      await page.locator("li:visible a").click();
      await page.locator('[id="tag/odd/operation/getThing399"]').first().waitFor();
      expect(await page.locator('[id="tag/odd/operation/getThing1"]').count()).toBe(0);
      await page.getByText("All operations").click();
      await page.goto(`${address}/#operation/getThing2`);
      await page.locator('[id="tag/even/operation/getThing2"]').first().waitFor();
      await page.goto(`${address}/introduction.html`);
      await page.getByText("What it is about.").first().waitFor();
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(`${address}/`);
      const overflow = "document.documentElement.scrollWidth - window.innerWidth";
      expect(await page.evaluate(overflow)).toBeLessThanOrEqual(0);
    });
    expect([faults, foreign]).toEqual([[], []]);
  });
});

describe("specwright docs", () => {
  const small = { openapi: "3.0.3", info: { title: "Small", version: "1" }, paths: {} };

  test("writes only what changed, and nothing when the document is wrong", async () => {
    const document = writeDocument("small", small);
    const out = await makeReference("small", document);
    const { output } = await runSpecwright("docs", document, "--out", out, "--json");
    expect(JSON.parse(output)).toMatchObject({ ok: true, outputs: [{ isUpToDate: true }] });
    const before = readFileSync(join(out, "openapi.json"), "utf8");
    writeDocument("small", { ...small, components: { schemas: { A: { $ref: "#/nowhere" } } } });
    const wrong = await runSpecwright("docs", document, "--out", out);
    expect(wrong.code).toBe(1);
    expect(wrong.output).toContain("#/nowhere");
    expect(readFileSync(join(out, "openapi.json"), "utf8")).toBe(before);
  });

  test("leaves folders alone that are not its own", async () => {
    const out = join(folder, "foreign");
    mkdirSync(out);
    writeFileSync(join(out, "index.html"), "mine");
    const { code, output } = await runSpecwright("docs", writeDocument("own", small), "--out", out);
    expect([code, readdirSync(out)]).toEqual([1, ["index.html"]]);
    expect(output).toContain("that specwright did not write");
    expect(await runSpecwright("docs", writeDocument("own", small))).toMatchObject({ code: 2 });
  });

  test("says how to install redoc where it is missing, and refuses one that it does not know", async () => {
    const away = mkdtempSync(join(folder, "away-"));
    const run = (): Promise<string> =>
      new Promise((resolve) => {
        const args = ["-C", "source", bin, "docs", writeDocument("away", small), "--out", "out"];
        execFile(process.execPath, args, { cwd: away }, (_, out, err) => resolve(out + err));
      });
    expect(await run()).toContain("npm install --save-dev redoc@2.5.4");
    const redoc = join(away, "node_modules/redoc");
    mkdirSync(join(redoc, "bundles"), { recursive: true });
    writeFileSync(join(redoc, "package.json"), '{"version":"9.0.0"}');
    writeFileSync(join(redoc, "bundles/redoc.standalone.js"), "fetch('https://cdn.example.com')");
    expect(await run()).toContain("does not know redoc 9.0.0");
    expect(existsSync(join(away, "out"))).toBe(false);
  });
});
