import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import { HtmlValidate } from "html-validate";
import type { Page } from "playwright-core";
import { docs } from "specwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Site, startSite } from "../../scripts/serve/site.ts";
import { resolveInRoot } from "../../scripts/support/paths.ts";
import { type Browser, startBrowser } from "../support/browser.ts";
import { findNeed } from "../support/needs.ts";
import { hostileDocument } from "./documents.ts";

const chromium = findNeed("chromium");
const folder = mkdtempSync(join(tmpdir(), "specwright-pages-"));
const kinds = [
  "index.html",
  "authentication.html",
  "errors.html",
  "tags/tools.html",
  "operations/execute-tool.html",
  "schemas/index.html",
  "schemas/toolkit.html",
  "schemas/create-auth-config-request.html",
  "webhooks/index.html",
  "guides/first-call.html",
  "404.html",
];

const guide = `# First call

[Execute a tool](operation:executeTool) with [a key](02-keys.md), and read the [toolkit](schema:Toolkit).

## In one command

\`\`\`sh
curl -X POST https://api.example.com/api/v3/tools/execute/HACKERNEWS_GET_USER -H 'x-api-key: ak_a_long_key_that_does_not_fit'
\`\`\`

> [!NOTE]
> Keys belong to a project.

| Header | Is |
|---|---|
| \`x-api-key\` | the key |

### Content

1. One
2. Two
`;

beforeAll(async () => {
  const document = resolveInRoot("spec/openapi.yaml");
  mkdirSync(join(folder, "guides"));
  writeFileSync(join(folder, "guides/01-first-call.md"), guide);
  writeFileSync(
    join(folder, "guides/02-keys.md"),
    "# Keys and a long word: `connected_account_id`\n",
  );
  await docs({ document, out: join(folder, "own"), guides: join(folder, "guides") });
  const hostile = join(folder, "hostile.json");
  writeFileSync(hostile, JSON.stringify(hostileDocument));
  await docs({ document: hostile, out: join(folder, "hostile") });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The pages of a site, relative to its folder. */
function listPages(site: string): readonly string[] {
  return readdirSync(join(folder, site), { recursive: true })
    .map(String)
    .filter((path) => path.endsWith(".html"));
}

describe("the files", () => {
  test.each(["own", "hostile"])("pages of the %s document are valid HTML", async (site) => {
    const validator = new HtmlValidate({ root: true, extends: ["html-validate:standard"] });
    // A page of each kind, and every twentieth of the others, which have the same templates.
    const some = listPages(site).filter((path, at) => kinds.includes(path) || at % 20 === 0);
    for (const path of site === "own" ? some : listPages(site)) {
      const text = readFileSync(join(folder, site, path), "utf8");
      const { results } = await validator.validateString(text);
      const found = results.flatMap(({ messages }) => messages.map(({ message }) => message));
      expect(found, path).toEqual([]);
    }
  });

  test("no page has more than 150 kB", () => {
    const sizes = listPages("own").map((path) => [statSync(join(folder, "own", path)).size, path]);
    expect(sizes.filter(([size]) => Number(size) > 150_000)).toEqual([]);
    expect(sizes.length).toBeGreaterThan(400);
  });
});

describe.skipIf(chromium === undefined)("in a browser", () => {
  let browser: Browser;
  let site: Site;
  let page: Page;
  const faults: string[] = [];
  const foreign: string[] = [];

  beforeAll(async () => {
    site = await startSite({ docsFolder: join(folder, "own") });
    browser = await startBrowser(chromium ?? "");
    page = await browser.context.newPage();
    page.on("console", (message) => {
      if (message.type() === "error") {
        faults.push(message.text());
      }
    });
    page.on("pageerror", (error) => faults.push(error.message));
    page.on("request", (request) => {
      if (!request.url().startsWith(site.address)) {
        foreign.push(request.url());
      }
    });
  });
  afterAll(async () => {
    await browser.close();
    site.close();
  });

  // A test for each page, because a slow machine takes long for all of them.
  test.each(kinds.flatMap((path) => [["light", path] as const, ["dark", path] as const]))(
    "axe finds nothing (%s, %s)",
    async (scheme, path) => {
      await page.emulateMedia({ colorScheme: scheme });
      await page.goto(`${site.address}/docs/${path}`);
      const builder = new AxeBuilder({ page }).setLegacyMode();
      // Only colours differ in the dark.
      const axe = scheme === "dark" ? builder.withRules("color-contrast") : builder;
      const { violations } = await axe.analyze();
      const found = violations.map(
        ({ id, nodes }) =>
          `${id}: ${nodes
            .map(({ html }) => html)
            .slice(0, 3)
            .join(" ")}`,
      );
      expect(found).toEqual([]);
    },
  );

  test("pages fit a narrow screen, and the menu opens by keyboard", async () => {
    await page.setViewportSize({ width: 400, height: 800 });
    for (const path of kinds) {
      await page.goto(`${site.address}/docs/${path}`);
      const overflow = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
      expect(overflow, path).toBeLessThanOrEqual(0);
    }
    await page.goto(`${site.address}/docs/operations/execute-meta-tool.html`);
    // Each name in a table is on one line: the table scrolls, and the page does not.
    const lines = await page.evaluate<number[]>(
      "[...document.querySelectorAll('article .scroll td code')].map((code) => code.getClientRects().length)",
    );
    expect(new Set(lines)).toEqual(new Set([1]));
    expect(
      await page.evaluate("document.documentElement.scrollWidth - innerWidth"),
    ).toBeLessThanOrEqual(0);
    await page.goto(`${site.address}/docs/operations/execute-tool.html`);
    await page.getByRole("button", { name: "Menu" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "Execute a tool POST" }).waitFor();
    await page.setViewportSize({ width: 1400, height: 900 });
  });

  test("the search finds by words with errors and by parts of words, and opens a result by keyboard", async () => {
    await page.goto(`${site.address}/docs/index.html`);
    await page.keyboard.press("/");
    const field = page.getByRole("combobox");
    const first = page.getByRole("option").first();
    for (const [text, title] of [
      ["exectue tool", "Execute a tool"],
      ["otate", "Rotate"],
      ["belnog to a project", "In one command"],
    ] as const) {
      await field.fill(text);
      await first.filter({ hasText: title }).waitFor();
    }
    await field.fill("execute tool");
    await first.filter({ hasText: "Execute a tool" }).waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL("**/operations/execute-tool.html");
  });

  test("older addresses of operations lead to their pages, and a fragment opens what is closed around it", async () => {
    await page.goto(`${site.address}/docs/index.html#operation/executeTool`);
    await page.waitForURL("**/operations/execute-tool.html");
    await page.goto(`${site.address}/docs/operations/execute-tool.html#response-404`);
    await page.locator("#response-404[open]").waitFor();
  });

  test("alternatives are tabs for the keyboard, and an address inside one chooses it", async () => {
    await page.goto(`${site.address}/docs/schemas/create-auth-config-request.html`);
    await page.getByText("Members of auth_config").click();
    const managed = page.getByRole("radio", { name: "use_platform_managed_auth" });
    const custom = page.getByRole("radio", { name: "use_custom_auth" });
    const panels = page.locator(".variants > .panel:visible");
    expect([await managed.isChecked(), await panels.count()]).toEqual([true, 1]);
    await managed.focus();
    await page.keyboard.press("ArrowRight");
    expect([await custom.isChecked(), await panels.count()]).toEqual([true, 1]);
    const id = await panels.locator("li[id]").first().getAttribute("id");
    expect(id).toContain(".choice-2.");
    await page.goto(`${site.address}/docs/index.html`);
    await page.goto(`${site.address}/docs/schemas/create-auth-config-request.html#${id}`);
    await page.locator(`[id="${id}"]`).waitFor();
    expect(await custom.isChecked()).toBe(true);
  });

  test("no page makes a console error or asks another host for anything", () => {
    expect(faults).toEqual([]);
    expect(foreign).toEqual([]);
  });

  test("the form sends the request with its key and shows the answer", async () => {
    await page.route("http://localhost:3000/**", (route) =>
      route.fulfill({
        status: 200,
        headers: { "access-control-allow-origin": "*", "access-control-allow-headers": "*" },
        json: {
          key: route.request().headers()["x-api-key"] ?? "",
          body: route.request().postData(),
        },
      }),
    );
    await page.goto(`${site.address}/docs/operations/execute-tool.html`);
    await page.getByRole("button", { name: "Try it" }).click();
    await page.getByLabel("ProjectKey").fill("ak_test");
    await page.getByRole("button", { name: "Send" }).click();
    const output = page.locator(".try output");
    await output.getByText('"key": "ak_test"').waitFor();
    expect(await output.textContent()).toContain("200");
    expect(
      await page.evaluate("JSON.stringify({ ...localStorage, ...sessionStorage })"),
    ).not.toContain("ak_test");
  });

  test("nothing of a hostile document runs, and pages are complete without JavaScript", async () => {
    const hostile = await startSite({ docsFolder: join(folder, "hostile") });
    for (const path of listPages("hostile")) {
      await page.goto(`${hostile.address}/docs/${path}`);
      expect(await page.evaluate("globalThis.hacked"), path).toBeUndefined();
    }
    hostile.close();
    const plain = await startBrowser(chromium ?? "", { javaScriptEnabled: false });
    const still = await plain.context.newPage();
    await still.goto(`${site.address}/docs/operations/execute-tool.html`);
    for (const text of [
      "Execute a tool",
      "connected_account_id",
      "curl -X POST",
      "ToolExecution_ArgumentsInvalid",
    ]) {
      await still.getByText(text).first().waitFor();
    }
    await still.goto(`${site.address}/docs/schemas/create-auth-config-request.html`);
    await still.getByText("Members of auth_config").click();
    await still.locator("label").getByText("use_custom_auth").click();
    expect(await still.locator(".variants > .panel:visible").count()).toBe(1);
    expect(await still.getByRole("radio", { name: "use_custom_auth" }).isChecked()).toBe(true);
    await plain.close();
  });
});
