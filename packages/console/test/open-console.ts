import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { resolveInRoot } from "../../../scripts/support/paths.ts";
import { type Browser, startBrowser } from "../../../test/support/browser.ts";
import { findFreePort } from "../../../test/support/free-port.ts";
import { patience } from "../../../test/support/patience.ts";
import { chooseAmount } from "../../../test/support/samples.ts";
import { startWorld, type World } from "../../platform/test/e2e/world.ts";
import { buildConsole } from "../build/build-console.ts";

/** A folder for pictures of each page in four variants, to be looked at. */
const pictures = process.env.SCREENSHOTS;

const allVariants: readonly (readonly [number, number, "dark" | "light"])[] = [
  [1600, 900, "light"],
  [400, 800, "dark"],
  [1600, 900, "dark"],
  [400, 800, "light"],
];

/** The console of a service with two small toolkits, in a browser that asks no other host. */
export interface OpenedConsole {
  readonly world: World;
  readonly browser: Browser;
  readonly page: Page;
  /** What went wrong without being seen on a page. */
  readonly faults: string[];
  /** The scripts that were loaded, with their bytes after gzip. */
  readonly loaded: ReadonlyMap<string, number>;
  /** Goes to a page, as `/logs`. */
  open(path: string): Promise<void>;
  /** Waits until a text shows. */
  expectText(text: string): Promise<void>;
  /** Signs in with a key, and waits for the first page. */
  signIn(key: string): Promise<void>;
  /** Signs out by the menu, which is open, and waits for the page of the sign-in. */
  signOut(): Promise<void>;
  /** Checks a page with axe and takes pictures of it: with `npm test` in the next variant, in the long run in all. */
  inspect(name: string): Promise<void>;
  close(): Promise<void>;
}

/** Builds the console, starts the service with further toolkits, and opens a browser. */
export async function openConsole(
  chromium: string,
  toolkits: readonly string[] = [],
): Promise<OpenedConsole> {
  await buildConsole();
  const port = await findFreePort();
  const world = await startWorld({
    environment: { PORT: String(port), PLATFORM_MANAGED_AUTH: "{}" },
    writeToolkits: () => writeExample(port, toolkits),
  });
  const browser = await startBrowser(chromium);
  // Also of the pages that it opens itself.
  browser.context.setDefaultTimeout(patience.timeout);
  const page = await browser.context.newPage();
  const faults: string[] = [];
  const loaded = new Map<string, number>();
  watch({ page, world, faults, loaded });
  let checked = 0;
  const open = async (path: string): Promise<void> => {
    await page.goto(`${world.url}/console${path}`);
  };
  return {
    world,
    browser,
    page,
    faults,
    loaded,
    open,
    expectText: async (text) => {
      await page.getByText(text).first().waitFor();
    },
    signIn: async (key) => {
      await open("/sign-in");
      await page.getByLabel("Key", { exact: true }).fill(key);
      await page.keyboard.press("Enter");
      await page.waitForURL(/\/console\/?$/);
    },
    signOut: async () => {
      await page.getByRole("button", { name: "Sign out" }).click();
      // The page before may have a label with the word in it, and stays until the sign-in is there.
      await page.getByLabel("Key", { exact: true }).waitFor();
    },
    inspect: async (name) => {
      const next = allVariants.slice(checked % 4, (checked % 4) + 1);
      checked += 1;
      const variants = chooseAmount(next, allVariants);
      await inspectPage(page, name, pictures === undefined ? variants : allVariants);
    },
    close: async () => {
      await browser.close();
      await world.close();
    },
  };
}

function watch({
  page,
  world,
  faults,
  loaded,
}: Pick<OpenedConsole, "faults" | "page" | "world"> & {
  readonly loaded: Map<string, number>;
}): void {
  page.on("console", (message) => {
    // Chromium reports each answer that is not 2xx, which tests ask for.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource")) {
      faults.push(message.text());
    }
  });
  page.on("pageerror", (error) => faults.push(`${error.message} at ${page.url()}`));
  page.on("request", (request) => {
    const { host } = new URL(request.url());
    if (host !== new URL(world.url).host && !/^(?:data|blob):/.test(request.url())) {
      faults.push(`asked another host: ${request.url()}`);
    }
  });
  page.on("response", async (response) => {
    if (response.url().endsWith(".js")) {
      const body = await response.body().catch(() => Buffer.alloc(0));
      loaded.set(response.url(), gzipSync(body).length);
    }
  });
}

async function inspectPage(
  page: Page,
  name: string,
  variants: readonly (readonly [number, number, "dark" | "light"])[],
): Promise<void> {
  for (const [width, height, colorScheme] of variants) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    if (pictures !== undefined) {
      await page.screenshot({ path: join(pictures, `${name}-${width}-${colorScheme}.png`) });
    }
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
    const found = violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(", ")}`,
    );
    expect(found, `${name}, ${width}, ${colorScheme}`).toEqual([]);
    const [shown, all] = await page.evaluate<[number, number]>(
      "[document.documentElement.clientWidth, document.documentElement.scrollWidth]",
    );
    expect(all, `${name} scrolls to the side at ${width}`).toBeLessThanOrEqual(shown);
  }
  await page.setViewportSize({ width: 1600, height: 900 });
}

/** The example, a shop and further ones, so that a start is fast, at the port that the service will have. */
function writeExample(port: number, others: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), "platform-console-toolkits-"));
  const text = readFileSync(
    resolveInRoot("packages/platform/toolkits/example/example.yaml"),
    "utf8",
  );
  writeFileSync(join(folder, "example.yaml"), text.replace(":3000/", `:${port}/`));
  writeFileSync(join(folder, "shop.yaml"), writeShop(port));
  for (const [index, text] of others.entries()) {
    writeFileSync(join(folder, `other-${index}.yaml`), text);
  }
  return folder;
}

/** A tool whose arguments have every kind of field. Its application is not there: every call is answered with 404. */
function writeShop(port: number): string {
  const text = { type: "string" };
  const order = {
    type: "object",
    required: ["customer", "items"],
    properties: {
      note: { ...text, description: "A note for the kitchen.\nIt may have several lines." },
      size: { ...text, enum: ["small", "large"], default: "small" },
      gift: { type: "boolean", description: "Wraps it." },
      tip: { type: "number", minimum: 0 },
      customer: {
        type: "object",
        description: "Who orders.",
        required: ["name"],
        properties: { name: text, age: { type: "integer" } },
      },
      items: {
        type: "array",
        description: "What is ordered.",
        items: {
          type: "object",
          required: ["product"],
          properties: { product: text, count: { type: "integer", default: 1 } },
        },
      },
      labels: { type: "object", description: "Labels of your own.", additionalProperties: text },
    },
  };
  return JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Shop", description: "Orders of a small shop.", version: "20251120_00" },
    servers: [{ url: `http://127.0.0.1:${port}/shop` }],
    "x-platform-toolkit": {
      slug: "shop",
      legacy_id: "6e7a9c1d-2f4b-4d6e-8a0c-3b5d7f9e1a2d",
      app_url: null,
      categories: ["developer-tools"],
      created_at: "2025-11-20T08:00:00.000Z",
      updated_at: "2025-11-20T08:00:00.000Z",
      errors: ["/error/message"],
      auth: [],
    },
    security: [],
    tags: [{ name: "orders" }],
    paths: {
      "/orders": {
        get: {
          operationId: "listOrders",
          summary: "List orders",
          description: "Lists orders.",
          tags: ["orders"],
          "x-platform-trigger": {
            type: "poll",
            slug: "SHOP_ORDER_ADDED",
            name: "Order added",
            description: "Fires when somebody orders.",
            config: {
              type: "object",
              properties: { size: { ...text, enum: ["small", "large"] } },
              required: ["size"],
              additionalProperties: false,
            },
            payload: {
              type: "object",
              properties: { product: { ...text, examples: ["tea"] }, count: { type: "integer" } },
            },
            poll: {
              items: "/items",
              identity: ["/id"],
              time: { pointer: "/at" },
              data: { product: "/product", count: "/count" },
            },
          },
          responses: { 200: { description: "The orders." } },
        },
        post: {
          operationId: "createOrder",
          summary: "Create order",
          description: "Orders something.",
          tags: ["orders"],
          requestBody: { required: true, content: { "application/json": { schema: order } } },
          responses: { 201: { description: "Ordered." } },
        },
      },
      "/photos": {
        post: {
          operationId: "addPhoto",
          summary: "Add photo",
          description: "Adds a photo of the shop.",
          tags: ["orders"],
          requestBody: {
            required: true,
            content: {
              "multipart/form-data": {
                schema: {
                  type: "object",
                  required: ["photo"],
                  properties: { photo: { ...text, format: "binary" }, title: text },
                },
              },
            },
          },
          responses: { 201: { description: "Added." } },
        },
      },
    },
  });
}
