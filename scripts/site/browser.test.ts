import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { serveFile } from "../../packages/specwright/src/commands/serving/serve-file.ts";
import { type Browser, startBrowser } from "../../test/support/browser.ts";
import { findNeed } from "../../test/support/needs.ts";
import { buildSite } from "./build-site.ts";

const chromium = findNeed("chromium");
const folder = mkdtempSync(join(tmpdir(), "site-"));
afterAll(() => rmSync(folder, { recursive: true }));

describe.skipIf(chromium === undefined)("the site below a path of a host", () => {
  let browser: Browser;
  let url: string;
  const server = createServer(async (request, response) => {
    await serveFile(folder, (request.url ?? "").replace("/any/path/", ""), request, response);
  });
  beforeAll(async () => {
    await buildSite(folder, { withReference: true });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    // A server that listens on a port has an address of this form.
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/any/path/`;
    browser = await startBrowser(chromium ?? "");
  });
  afterAll(async () => {
    await browser?.close();
    server.closeAllConnections();
    server.close();
  });

  test("the search finds a section by parts of words with errors, with the keyboard alone, and leads to it", async () => {
    const page = await browser.context.newPage();
    await page.goto(`${url}platform/concepts.html`);
    await page.keyboard.press("/");
    await page.getByRole("combobox").fill("wihtout excep");
    await page.getByRole("option").first().filter({ hasText: "Without exceptions" }).waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(`${url}guide/errors.html#without-exceptions`);
    // The guides and the reference are searched together, from both.
    await page.keyboard.press("/");
    await page.getByRole("combobox").fill("exectue tool");
    await page.getByRole("option").first().filter({ hasText: "Execute a tool" }).waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(`${url}reference/operations/execute-tool.html`);
    await page.keyboard.press("/");
    await page.getByRole("combobox").fill("without exceptions");
    await page.getByRole("option").first().filter({ hasText: "Without exceptions" }).waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(`${url}guide/errors.html#without-exceptions`);
    await page.close();
  });

  test("pages fit into 400 pixels, their pictures are shown, and nothing breaks the content policy", async () => {
    const page = await browser.context.newPage();
    const problems: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error") {
        problems.push(message.text());
      }
    });
    await page.setViewportSize({ width: 400, height: 800 });
    for (const path of ["index", "operations", "platform/concepts", "guide/comparison"]) {
      await page.goto(`${url}${path}.html`);
      // The types of this project do not have the DOM.
      const found = await page.evaluate(`({
        width: document.documentElement.scrollWidth,
        hidden: [...document.images].filter((image) => image.naturalWidth === 0).length,
      })`);
      expect(found, path).toEqual({ width: 400, hidden: 0 });
      await page.getByRole("button", { name: "Search" }).waitFor();
    }
    expect(problems).toEqual([]);
    await page.close();
  });
});
