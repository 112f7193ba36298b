import type { Page } from "playwright-core";

/** A page of the console that `docs/console.md` shows. */
export interface ShownPage {
  /** The name of the picture: `docs/console/<name>.png`. */
  readonly name: string;
  /** The address below `/console`. */
  readonly path: string;
  /** A text that shows when the page is whole. */
  readonly text: string;
  readonly scheme?: "dark";
  /** What somebody does on the page before the picture is taken. */
  readonly act?: (page: Page) => Promise<void>;
}

/** The pages in the order of `docs/console.md`. Another page is another entry, and a picture there. */
export const shownPages: readonly ShownPage[] = [
  { name: "start", path: "/", text: "You are signed in to" },
  { name: "overview", path: "/overview", text: "The application could not be read" },
  { name: "tools", path: "/tools", text: "Orders of a small shop." },
  {
    name: "tool",
    path: "/tools/example/EXAMPLE_SAY_HELLO",
    text: "The same call",
    act: async (page) => {
      await page.getByLabel("name", { exact: true }).fill("Ada");
      await page.getByRole("button", { name: "Run the tool" }).click();
      await page.getByText("Succeeded").waitFor();
    },
  },
  {
    name: "import",
    path: "/tools/import",
    text: "Slug of the toolkit",
    act: async (page) => {
      await page.getByLabel("Document, in JSON or YAML").setInputFiles({
        name: "robots.json",
        mimeType: "application/json",
        buffer: Buffer.from(JSON.stringify(robots)),
      });
      await page.getByRole("button", { name: "Import" }).click();
      await page.getByText("Not a tool").waitFor();
    },
  },
  { name: "accounts", path: "/accounts", text: "ada@example.com" },
  { name: "triggers", path: "/triggers/types/SHOP_ORDER_ADDED", text: "Sample payload" },
  { name: "logs", path: "/logs", text: "SHOP_CREATE_ORDER", scheme: "dark" },
  { name: "webhooks", path: "/webhooks", text: "Send a test event" },
  {
    name: "agents",
    path: "/agents",
    text: "Support tools",
    act: async (page) => {
      await page.getByRole("link", { name: "Support tools" }).click();
      await page.getByText("claude mcp add").waitFor();
    },
  },
  { name: "sessions", path: "/agents/sessions", text: "grace@example.com" },
  { name: "files", path: "/files", text: "menu.pdf" },
  { name: "settings", path: "/settings", text: "Name on link pages" },
];

/** A document of which one operation cannot become a tool. */
const robots = {
  openapi: "3.1.0",
  info: { title: "Robots", version: "1" },
  servers: [{ url: "https://robots.example" }],
  paths: {
    "/robots": {
      get: { operationId: "listRobots", summary: "List", responses: { 200: { description: "" } } },
    },
    "/robots/{id}": {
      get: { operationId: "getRobot", summary: "Get", responses: { 200: { description: "" } } },
    },
  },
};
