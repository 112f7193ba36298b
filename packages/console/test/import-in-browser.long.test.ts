import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findNeed } from "../../../test/support/needs.ts";
import { type OpenedConsole, openConsole } from "./open-console.ts";

const chromium = findNeed("chromium");

const hostile = '<img src=x onerror="document.title=1">';

const done = { 200: { description: "Done." } };

/** A document of which one operation cannot become a tool, with text that would be a script. */
const document = JSON.stringify({
  openapi: "3.1.0",
  info: {
    title: `Robots ${hostile}`,
    version: "1",
    description: `# Robots\n\nA **list** of [robots](https://robots.example), and ${hostile}`,
  },
  servers: [{ url: "https://robots.example" }],
  paths: {
    "/robots": { get: { operationId: "listRobots", summary: hostile, responses: done } },
    "/robots/{id}": { get: { operationId: "getRobot", summary: "Get", responses: done } },
  },
});

describe.skipIf(chromium === undefined)("imports and files in a browser", () => {
  let opened: OpenedConsole;
  let { world, page, open, inspect, expectText } = {} as OpenedConsole;
  let server: Server;
  let origin: string;

  beforeAll(async () => {
    server = createServer((request, response) => {
      response.writeHead(request.url === "/openapi.json" ? 200 : 404).end(document);
    });
    await new Promise<void>((listening) => {
      server.listen(0, "127.0.0.1", listening);
    });
    // A server that listens on a port has an address of this form.
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    opened = await openConsole(chromium ?? "");
    ({ world, page, open, inspect, expectText } = opened);
    await opened.signIn(world.keys.project);
  });
  afterAll(async () => {
    await opened?.close();
    server?.close();
  });

  test("a file that is not a document is refused with its problems, and what was typed stays", async () => {
    await open("/tools");
    await page.getByRole("link", { name: "Import" }).click();
    await page.getByLabel("Document, in JSON or YAML").setInputFiles({
      name: "My Robots.yaml",
      mimeType: "application/yaml",
      buffer: Buffer.from("no: document"),
    });
    expect(await page.getByLabel("Slug of the toolkit").inputValue()).toBe("my_robots");
    await page.getByLabel("Slug of the toolkit").fill("robots");
    await page.getByRole("button", { name: "Import" }).click();
    await page.getByRole("alert").waitFor();
    await inspect("import-refused");
    expect(await page.getByLabel("Slug of the toolkit").inputValue()).toBe("robots");
  });

  test("a document becomes tools, with a report of what could not, as text", async () => {
    await page.getByLabel("Document, in JSON or YAML").setInputFiles({
      name: "robots.json",
      mimeType: "application/json",
      buffer: Buffer.from(document),
    });
    await page.getByRole("button", { name: "Import" }).click();
    await page.getByRole("heading", { name: /Robots <img/ }).waitFor();
    await page.getByRole("region", { name: "Not a tool" }).getByText("GET /robots/{id}").waitFor();
    await inspect("import-report");
    expect(await page.title()).toBe("Import a toolkit · Console");
    await page.getByRole("link", { name: "Open the toolkit" }).click();
    // The description is in Markdown, and shows as text without its marks.
    await expectText("A list of robots, and");
    expect(await page.locator("main").innerText()).not.toMatch(/\*\*|\]\(/);
    expect(await page.title()).toContain("Robots");
    // The operation has its summary as a name.
    await page.getByRole("link", { name: "<img src=x" }).waitFor();
    await page.getByRole("button", { name: "Delete" }).click();
    await expectText("its document in all versions, and its tools");
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.waitForURL(/\/tools$/);
    await page.getByRole("link", { name: /Robots/ }).waitFor({ state: "detached" });
  });

  test("a document is imported by its address, which a page could not read itself", async () => {
    await page.getByRole("link", { name: "Import" }).click();
    await page.getByText("Address", { exact: true }).click();
    await page.getByLabel("Address of the document").fill(`${origin}/missing.json`);
    await page.getByRole("button", { name: "Import" }).click();
    await expectText("it answered 404");
    await page.getByLabel("Address of the document").fill(`${origin}/openapi.json`);
    await page.getByLabel("Slug of the toolkit").fill("robots");
    await page.getByRole("button", { name: "Import" }).click();
    await page.getByRole("link", { name: "Open the toolkit" }).waitFor();
    await inspect("import-address");
  });

  test("a file is uploaded in the form of a tool, listed, downloaded and deleted", async () => {
    await open("/files");
    await expectText("There are no files yet");
    await inspect("files-empty");
    await open("/tools/shop/SHOP_ADD_PHOTO");
    await page.getByRole("button", { name: "Run the tool" }).click();
    await expectText("Choose a file");
    const bytes = Buffer.from("the bytes of a photo");
    await page.getByLabel("photo", { exact: true }).setInputFiles({
      name: `${hostile.replaceAll("/", "")}.png`,
      mimeType: "image/png",
      buffer: bytes,
    });
    await expectText("is uploaded");
    await inspect("tool-file");
    await page.getByRole("button", { name: "Run the tool" }).click();
    await page.getByText("Failed", { exact: true }).waitFor();
    await open("/files");
    await page.getByText(`${hostile}.png`, { exact: true }).waitFor();
    await expectText("20 bytes");
    await inspect("files");
    const begun = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download" }).click();
    const stream = await (await begun).createReadStream();
    expect(await text(stream)).toBe(bytes.toString());
    await page.getByRole("button", { name: "Delete" }).click();
    await expectText("its key, so tools cannot take it any more");
    await inspect("file-delete");
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await expectText("There are no files yet");
    expect((await world.platform.files.listFiles()).total_items).toBe(0);
    await page.getByRole("searchbox").fill("shop_add_photo");
    await expectText("No file is of this tool");
  });

  test("nothing failed unseen, and no other host was asked", () => {
    expect(opened.faults).toEqual([]);
  });
});
