import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { buildDocs } from "../../scripts/docs/build.ts";
import { type Site, startSite } from "../../scripts/serve/site.ts";
import { listOperations } from "../../scripts/support/document.ts";
import { type Browser, startBrowser } from "../support/browser.ts";
import { bundleTheDocument } from "../support/document.ts";
import { findNeed } from "../support/needs.ts";

const chromium = findNeed("chromium");
const screenshots = process.env.SCREENSHOTS;

let folder: string;
let server: Site;
let address: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "specwright-docs-"));
  await buildDocs(join(folder, "site"));
  server = await startSite({ docsFolder: join(folder, "site") });
  address = server.address;
});

afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true, force: true });
});

describe("the site", () => {
  test("serves the document for download, as YAML and as JSON", async () => {
    // Redocly's bundle: the two bundle alike.
    const { document } = await bundleTheDocument();
    expect(await (await fetch(`${address}/docs/openapi.json`)).json()).toEqual(document);
    const yaml = await (await fetch(`${address}/docs/openapi.yaml`)).text();
    expect(parse(yaml)).toEqual(document);
  });

  test("has a line in llms.txt for every operation, whose link leads to its page", async () => {
    const { document } = await bundleTheDocument();
    const index = await (await fetch(`${address}/docs/llms.txt`)).text();
    for (const { method, path, operation } of listOperations(document)) {
      const line = index
        .split("\n")
        .find((one) => one.includes(`\`${method.toUpperCase()} ${path}\``));
      const link = /\]\(([^)]+)\)/.exec(line ?? "")?.[1];
      expect(link, `${operation.operationId} is not in llms.txt`).toBeDefined();
      const page = await fetch(`${address}/docs/${link}`);
      expect(page.status).toBe(200);
      expect(await page.text()).toContain(operation.summary);
    }
  });

  test("lists every error in its table", async () => {
    const introduction = await readFile(join(folder, "site/introduction.md"), "utf8");
    const { document } = await bundleTheDocument();
    const slugs = Object.keys(document.components.examples ?? {}).filter((name) =>
      /^[A-Z][A-Za-z]*_[A-Z]/.test(name),
    );
    expect(slugs.length).toBeGreaterThan(80);
    expect(slugs.filter((slug) => !introduction.includes(`\`${slug}\``))).toEqual([]);
  });

  test("does not leave its folder", async () => {
    const answer = await fetch(`${address}/docs/..%2f..%2f..%2fetc/passwd`);
    expect(answer.status).toBe(404);
  });
});

describe.skipIf(chromium === undefined)("the reference in a browser", () => {
  let browser: Browser;
  let page: Page;
  const faults: string[] = [];
  const foreign: string[] = [];

  beforeAll(async () => {
    browser = await startBrowser(chromium ?? "");
    page = await browser.context.newPage();
    page.on("console", (message) => {
      if (message.type() === "error") {
        faults.push(message.text());
      }
    });
    page.on("pageerror", (error) => faults.push(error.message));
    browser.context.on("request", (request) => {
      const url = request.url();
      if (!url.startsWith(address) && !url.startsWith("data:") && !url.startsWith("blob:")) {
        foreign.push(url);
      }
    });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${address}/docs/`);
    await page.getByRole("heading", { name: "List toolkits" }).first().waitFor({ timeout: 60_000 });
  });

  afterAll(async () => {
    await browser.close();
  });

  test("shows an operation with its parameters, answers and a curl sample", async () => {
    const operation = page.locator('[id="tag/toolkits/operation/listToolkits"]');
    await operation.scrollIntoViewIfNeeded();
    await operation.getByText("managed_by", { exact: true }).first().waitFor();
    await operation.getByText("/api/v3/toolkits").first().waitFor();
    expect(await operation.textContent()).toContain("curl");
    await shoot("operation-wide");
  });

  test("finds an operation by its words", async () => {
    await page.getByPlaceholder("Search...").fill("rotate secret");
    const result = page
      .locator('[role="search"] [data-role="search:results"]')
      .getByText("Rotate", { exact: false })
      .first();
    await result.waitFor({ timeout: 20_000 });
    await shoot("search-wide");
    await page.getByPlaceholder("Search...").fill("");
  });

  test("fits a narrow screen without scrolling sideways", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${address}/docs/#tag/toolkits/operation/listToolkits`);
    await page.getByRole("heading", { name: "List toolkits" }).first().waitFor();
    await shoot("operation-narrow");
    const overflow = await page.evaluate(
      "document.documentElement.scrollWidth - window.innerWidth",
    );
    expect(overflow).toBeLessThanOrEqual(0);
  });

  test("shows the whole address of the support on a narrow screen", async () => {
    await page.setViewportSize({ width: 375, height: 800 });
    await page.goto(`${address}/docs/`);
    await page.locator(".api-info h1").waitFor();
    // Redoc hides the separators of these lines by cutting off 15 pixels at the left.
    const cut =
      await page.evaluate(`[...document.querySelectorAll(".api-info a")].flatMap((link) => {
      const left = document.querySelector(".api-info h1").getBoundingClientRect().left;
      return [...link.getClientRects()].filter((line) => line.left < left).map(() => link.href);
    })`);
    expect(cut).toEqual([]);
  });

  test("makes no console error and asks no other host for anything", () => {
    expect(faults).toEqual([]);
    expect(foreign).toEqual([]);
  });

  async function shoot(name: string): Promise<void> {
    if (screenshots) {
      await page.screenshot({ path: join(screenshots, `${name}.png`) });
    }
  }
});
