import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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
import { circularDocument } from "./documents.ts";
import { findBrokenLinks } from "./find-broken-links.ts";

const chromium = findNeed("chromium");
const corpus = findNeed("corpus");
const folder = mkdtempSync(join(tmpdir(), "specwright-six-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const circular = join(folder, "circular.json");
writeFileSync(circular, JSON.stringify(circularDocument));
const documents: readonly (readonly [name: string, path: string])[] = [
  ["circular", circular],
  ["own", resolveInRoot("spec/openapi.yaml")],
  ...(corpus === undefined
    ? []
    : ([
        ["museum", "museum.yaml"],
        ["train-travel", "train-travel.yaml"],
        ["digitalocean", "digitalocean/DigitalOcean-public.v2.yaml"],
        ["github", "github.json"],
      ].map(([name = "", path = ""]) => [name, join(corpus, path)]) as [string, string][])),
];

/** The pages of each kind: all in one folder are printed by one template. */
function groupPages(site: string): ReadonlyMap<string, readonly string[]> {
  const pages = readdirSync(site, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".html"))
    .sort();
  return Map.groupBy(pages, (path) =>
    path.includes("/") && !path.endsWith("/index.html") ? path.replace(/\/.*/u, "") : path,
  );
}

describe.each(documents)("the reference of %s", (name, document) => {
  const site = join(folder, name);
  let pages: readonly string[] = [];
  /** The smallest and the largest page of each kind. */
  let some: readonly string[] = [];
  let served: Site;
  let browser: Browser | undefined;
  let page: Page;
  const faults: string[] = [];
  const read = (path: string): string => readFileSync(join(site, path), "utf8");

  beforeAll(async () => {
    await docs({ document, out: site, url: "https://reference.example.com/docs/" });
    const kinds = [...groupPages(site).values()];
    pages = kinds.flat();
    some = kinds.flatMap((each) => {
      const bySize = each.toSorted((a, b) => read(a).length - read(b).length);
      return [...new Set([bySize[0] ?? "", bySize.at(-1) ?? ""])];
    });
    served = await startSite({ docsFolder: site });
    browser = chromium === undefined ? undefined : await startBrowser(chromium);
    if (browser !== undefined) {
      page = await browser.context.newPage();
      page.on("console", (message) => {
        if (message.type() === "error") {
          faults.push(message.text());
        }
      });
      page.on("pageerror", (error) => faults.push(error.message));
    }
  });
  afterAll(async () => {
    await browser?.close();
    served.close();
  });

  test("has no link or address that leads nowhere", () => {
    expect(findBrokenLinks(site, pages)).toEqual([]);
  });

  test("has a title, a description and a canonical address of its own on every page, and at most 150 kB", () => {
    const heads = pages.map((path) => {
      const text = read(path);
      const found = [
        /<title>[^<]+<\/title>/u,
        /<meta name="description" content="[^"]+">/u,
        /<link rel="canonical" href="[^"]+">/u,
      ].map((pattern) => pattern.exec(text)?.[0]);
      return { path, found, isLarge: Buffer.byteLength(text) > 150_000 };
    });
    const reached = heads.filter(({ path }) => path !== "404.html");
    expect(reached.filter(({ found }) => found.includes(undefined))).toEqual([]);
    expect(heads.filter(({ isLarge }) => isLarge)).toEqual([]);
    const titles = Map.groupBy(reached, ({ found }) => found[2]);
    expect([...titles.values()].filter(({ length }) => length > 1)).toEqual([]);
  });

  test("is valid HTML", async () => {
    const validator = new HtmlValidate({ root: true, extends: ["html-validate:standard"] });
    const step = Math.ceil(pages.length / 100);
    const chosen = new Set([...some, ...pages.filter((_, at) => at % step === 0)]);
    const faults: string[] = [];
    for (const path of chosen) {
      const { results } = await validator.validateString(read(path));
      faults.push(
        ...results.flatMap(({ messages }) =>
          messages.map(({ message, line }) => `${path}:${line} ${message}`),
        ),
      );
    }
    expect(faults).toEqual([]);
  });

  describe.skipIf(chromium === undefined)("in a browser", () => {
    const open = (path: string): Promise<unknown> => page.goto(`${served.address}/docs/${path}`);

    test.each([
      ["light", 1400],
      ["dark", 1400],
      ["light", 420],
    ] as const)(
      "axe finds nothing (%s, %i pixels), and nothing is wider than the window",
      async (colorScheme, width) => {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 900 });
        const found: string[] = [];
        for (const path of some) {
          await open(path);
          await keepPicture(page, `${name}-${path.replaceAll("/", "-")}-${width}-${colorScheme}`);
          const wider = await page.evaluate<number>(
            "document.documentElement.scrollWidth - innerWidth",
          );
          if (wider > 0) {
            found.push(`${path}: ${wider} pixels are outside the window`);
          }
          const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
          found.push(
            ...violations.map(({ id, nodes }) => `${path}: ${id} ${nodes[0]?.html.slice(0, 300)}`),
          );
        }
        expect(found).toEqual([]);
        expect(faults).toEqual([]);
      },
    );

    test("has at most 3,000 elements on a page", async () => {
      for (const path of some) {
        await open(path);
        const count = await page.evaluate<number>("document.querySelectorAll('*').length");
        expect(count, path).toBeLessThanOrEqual(3000);
      }
    });

    test("shows without JavaScript what it shows with it", async () => {
      const plain = await startBrowser(chromium ?? "", { javaScriptEnabled: false });
      const still = await plain.context.newPage();
      for (const path of some) {
        await open(path);
        const heading = await page.locator("main h1").first().innerText();
        await still.goto(`${served.address}/docs/${path}`);
        expect(await still.locator("main h1").first().innerText(), path).toBe(heading);
        // Scripts may add buttons. They may not add text to read.
        const texts = await Promise.all(
          [still, page].map((each) => each.locator("main").evaluate<string, unknown>(readText)),
        );
        expect(texts[0], path).toBe(texts[1]);
      }
      await plain.close();
    });
  });
});

/** The text of a page, without what its form says. It runs in the browser, whose types this project does not have. */
const readText = `(main) => {
  const copy = main.cloneNode(true);
  for (const part of copy.querySelectorAll("button, output, form")) part.remove();
  return copy.textContent.replace(/\\s+/gu, " ").trim();
}`;

/** Keeps a picture for a person to look at, if a folder is named for it. */
async function keepPicture(page: Page, name: string): Promise<void> {
  const to = process.env.SCREENSHOTS_TO;
  if (to !== undefined) {
    mkdirSync(to, { recursive: true });
    await page.screenshot({ path: join(to, `${name}.png`) });
  }
}
