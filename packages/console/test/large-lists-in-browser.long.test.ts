import type { Request } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findNeed } from "../../../test/support/needs.ts";
import { fillLogs } from "../../platform/test/console/fill-activity.ts";
import { type OpenedConsole, openConsole } from "./open-console.ts";

const chromium = findNeed("chromium");

/** Executions of the project. */
const many = 100_000;

/** Pages of fifty rows that a list may have. */
const pages = 20;

const isOfLogs = (request: Request): boolean => request.url().endsWith("/logs/tool_execution");

/** How long the page holds up the browser at once while it scrolls through all rows, in milliseconds. */
const measureScroll = `new Promise((resolve) => {
  let last = performance.now();
  let longest = 0;
  let steps = 0;
  const step = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    steps += 1;
    window.scrollBy(0, 2_000);
    if (steps < 60) requestAnimationFrame(step);
    else resolve(longest);
  };
  requestAnimationFrame(step);
})`;

describe.skipIf(chromium === undefined)("a list of 100,000 executions in a browser", () => {
  let opened: OpenedConsole;
  let { world, page, open, expectText } = {} as OpenedConsole;

  beforeAll(async () => {
    opened = await openConsole(chromium ?? "");
    ({ world, page, open, expectText } = opened);
    await fillLogs(world, many);
    await opened.signIn(world.keys.project);
  });
  afterAll(() => opened?.close());

  const rows = () => page.locator("tbody tr");
  const readHeap = async (): Promise<number> => {
    const session = await page.context().newCDPSession(page);
    await session.send("HeapProfiler.collectGarbage");
    const { usedSize } = await session.send("Runtime.getHeapUsage");
    await session.detach();
    return Math.round(usedSize / 1_000_000);
  };

  test("shows its first rows, and is live as long as few pages of it show", async () => {
    const began = performance.now();
    await open("/logs");
    await rows().first().waitFor();
    console.info(`the first rows showed after ${Math.round(performance.now() - began)} ms`);
    await expectText("Live, every 4 s");
    const before = await readHeap();
    const beganPaging = performance.now();
    for (let count = 2; count <= pages; count += 1) {
      await page.getByRole("button", { name: "Load older executions" }).click();
      await rows()
        .nth(count * 50 - 1)
        .waitFor();
    }
    const took = (performance.now() - beganPaging) / (pages - 1);
    const heap = await readHeap();
    console.info(`a further page showed after ${Math.round(took)} ms`);
    console.info(`the heap had ${before} MB, and ${heap} MB with ${pages * 50} rows`);
    await expectText("Not live, because so many rows show");
    const request = page.waitForRequest(isOfLogs, { timeout: 9_000 }).then(() => "asked");
    expect(await request.catch(() => "not asked")).toBe("not asked");
    await page.evaluate("window.scrollTo(0, 0)");
    const longest = await page.evaluate<number>(measureScroll);
    console.info(`the longest frame of a scroll through all rows took ${Math.round(longest)} ms`);
  });

  test("shows the executions before a full list as a list of their own, and the newest again", async () => {
    const last = await rows().last().locator("a").getAttribute("href");
    await page.getByRole("link", { name: "Show the executions before these" }).click();
    await page.waitForURL(/until=/);
    await page.locator(`tbody a[href="${last}"]`).waitFor();
    expect(await rows().first().locator("a").getAttribute("href")).toBe(last);
    await opened.inspect("logs-before");
    for (let count = 2; count <= 4; count += 1) {
      await page.getByRole("button", { name: "Load older executions" }).click();
      await rows()
        .nth(count * 50 - 1)
        .waitFor();
    }
    await page.getByRole("button", { name: "Show the newest" }).last().click();
    await rows().nth(50).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Clear" }).click();
    await page.getByRole("button", { name: "Show the newest" }).click();
    await page.locator('tbody a[href$="log_many00000001"]').waitFor();
    await expectText("Live, every 4 s");
    await page.waitForRequest(isOfLogs);
    expect(opened.faults).toEqual([]);
  });
});
