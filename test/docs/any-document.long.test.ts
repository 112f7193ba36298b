import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { marked } from "marked";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Site, startSite } from "../../scripts/serve/site.ts";
import { resolveInRoot } from "../../scripts/support/paths.ts";
import { type Browser, startBrowser } from "../support/browser.ts";
import { findNeed } from "../support/needs.ts";
import { buildLargeDocument, hostileDocument } from "./documents.ts";

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
        // The address of an operation without its page leads to it.
        await page.waitForURL("**/operations/buy-museum-tickets.html");
        await page.getByText("ticketDate", { exact: true }).first().waitFor();
        expect(await page.title()).toBe("Buy museum tickets · Redocly Museum API");
        await page.getByText("Client", { exact: true }).first().click();
        await page.getByText("createTransport").first().waitFor();
        await page.keyboard.press("/");
        await page.getByRole("combobox").fill("museum hours");
        await page.getByRole("option", { name: "Get museum hours" }).first().waitFor();
      });
      expect([faults, foreign]).toEqual([[], []]);
      await page.goto(pathToFileURL(join(out, "index.html")).href);
      await page.getByRole("link", { name: "Get museum hours" }).first().click();
      await page.getByRole("heading", { name: "Get museum hours" }).first().waitFor();
      expect([faults, foreign]).toEqual([[], []]);
    },
  );

  test("runs nothing of a document, and asks nobody for anything", async () => {
    const out = await makeReference("hostile", writeDocument("hostile", hostileDocument));
    await runServed(out, async (address) => {
      for (const path of readdirSync(out, { recursive: true, encoding: "utf8" })) {
        if (path.endsWith(".html")) {
          await page.goto(`${address}/${path}`);
          for (const link of await page.locator("main a").all()) {
            expect((await link.getAttribute("href")) ?? "", path).toMatch(
              /^(?:https?:\/\/|mailto:|#|[\w./~%-]*(?:#[^:]*)?$)/,
            );
          }
          const active = "[onerror], [onclick], [onload], iframe, object, embed, main script";
          expect(await page.locator(active).count(), path).toBe(0);
          expect(await page.evaluate("globalThis.hacked"), path).toBeUndefined();
        }
      }
      await page.goto(`${address}/index.html`);
      await page.keyboard.press("/");
      await page.getByRole("combobox").fill("harmless end");
      await page.getByRole("option", { name: "harmless end" }).first().waitFor();
      expect(await page.evaluate("globalThis.hacked")).toBeUndefined();
    });
    expect([faults, foreign]).toEqual([[], []]);
  });

  test("has plain pages that run nothing where a host renders them without sanitizing", async () => {
    const out = join(folder, "hostile");
    const paths = readdirSync(out, { recursive: true, encoding: "utf8" });
    const texts = paths.filter((path) => /\.(?:md|txt)$/.test(path));
    expect(texts.length).toBeGreaterThan(4);
    for (const path of texts) {
      const text = readFileSync(join(out, path), "utf8");
      // It does not remove HTML.
      await page.setContent(await marked.parse(text, { gfm: true }));
      expect(await page.evaluate("globalThis.hacked"), path).toBeUndefined();
      const tags = "script, img, svg, iframe, style, [onerror], [onclick], a[href^='javascript' i]";
      const found = await page.locator(tags).evaluateAll((all) => all.map(String));
      expect(found, path).toEqual([]);
    }
  });

  test("a large document has a page for each tag and operation, and a navigation of the open section", async () => {
    const out = await makeReference("large", writeDocument("large", buildLargeDocument(400)));
    await runServed(out, async (address) => {
      await page.goto(`${address}/`);
      await page.keyboard.press("/");
      await page.getByRole("combobox").fill("get thing 399");
      await page.getByRole("option", { name: "Get thing 399" }).first().click();
      await page.waitForURL("**/operations/get-thing399.html");
      const navigation = page.getByRole("navigation", { name: "Reference" });
      expect(
        await navigation.getByRole("link", { name: "Get thing 1 ", exact: false }).count(),
      ).toBeGreaterThan(0);
      expect(await navigation.getByRole("link", { name: /^Get thing 2\b/ }).count()).toBe(0);
      await page.goto(`${address}/#operation/getThing2`);
      await page.waitForURL("**/operations/get-thing2.html");
      await page.goto(`${address}/tags/even.html`);
      await page.getByRole("link", { name: "Get thing 398" }).first().waitFor();
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto(`${address}/`);
      await page.getByText("What it is about.").first().waitFor();
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
});
