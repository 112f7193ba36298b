import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { type Browser, startBrowser } from "../support/browser.ts";
import { findNeed } from "../support/needs.ts";
import { petsDocument } from "./support/document.ts";
import { type PetsServer, startPetsServer } from "./support/pets-server.ts";
import { createQueryProject } from "./support/project.ts";

const chromium = findNeed("chromium");

describe.skipIf(chromium === undefined)("queries in a browser, with React", () => {
  let browser: Browser;
  let script: string;
  let server: PetsServer;
  let page: Page;

  beforeAll(async () => {
    browser = await startBrowser(chromium ?? "");
    script = await createQueryProject("browser", petsDocument, ["app.tsx"]).bundle("app.tsx");
  });
  afterAll(() => browser?.close());

  beforeEach(async () => {
    server = await startPetsServer(script);
    onTestFinished(server.close);
    page = await browser.context.newPage();
    onTestFinished(() => page.close());
    await page.goto(server.url);
  });
  const show = (name: string): Promise<void> => page.locator(`#show-${name}`).click();
  const waitForText = (id: string, text: string): Promise<unknown> =>
    page.locator(`#${id}`, { hasText: new RegExp(`^${text}$`) }).waitFor();

  test("a list is shown, read on by its cursor, and read again from its first page after a mutation", async () => {
    await show("pets");
    await waitForText("pets", "Ada, Bo");
    await page.getByText("More").click();
    await waitForText("pets", "Ada, Bo, Cy");
    expect(await page.getByText("More").isDisabled()).toBe(true);
    await page.getByText("Add").click();
    await waitForText("pets", "Rex, Ada, Bo, Cy");
    expect(server.requests).toEqual([
      "GET /pets?limit=2",
      "GET /pets?limit=2&cursor=2",
      "POST /pets",
      "GET /pets?limit=2",
      "GET /pets?limit=2&cursor=2",
    ]);
  });

  test("a component suspends until its query has an answer", async () => {
    await show("pet");
    await waitForText("fallback", "waiting");
    server.answerPet();
    await waitForText("pet", "Ada");
  });

  test("the error of a query has the status and the body of its answer", async () => {
    await show("missing");
    await waitForText("missing", "404: No such pet.");
  });

  test("a request is cancelled when no component shows its query any more", async () => {
    await show("visits");
    await waitForText("visits", "pending");
    await expect.poll(() => server.requests).toEqual(["GET /pets/slow/visits?page=1"]);
    await show("nothing");
    await server.left;
  });

  test("the items of a stream are shown as they arrive", async () => {
    await show("watch");
    await waitForText("watch", "Ada");
    server.endEvents();
    await waitForText("watch", "Ada, Bo");
  });
});
