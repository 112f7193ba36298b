import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findNeed } from "../../../test/support/needs.ts";
import { type OpenedConsole, openConsole } from "./open-console.ts";

const chromium = findNeed("chromium");

describe.skipIf(chromium === undefined)("the start in a browser, without a network", () => {
  let opened: OpenedConsole;
  let { world, browser, page, open, inspect, expectText } = {} as OpenedConsole;

  beforeAll(async () => {
    opened = await openConsole(chromium ?? "");
    ({ world, browser, page, open, inspect, expectText } = opened);
    await opened.signIn(world.keys.project);
  });
  afterAll(() => opened?.close());

  test("the three steps complete themselves as they happen", async () => {
    await open("/");
    await expectText("0 of 3 done");
    await page.getByRole("button", { name: "Connect Example" }).waitFor();
    await inspect("start");
    const bytes = [...opened.loaded.values()].reduce((sum, size) => sum + size, 0);
    console.info(`sign-in and start: ${bytes} bytes of scripts after gzip`);
    expect(bytes).toBeLessThan(200_000);
    const next = browser.context.waitForEvent("page");
    await page.getByRole("button", { name: "Connect Example" }).click();
    const tab = await next;
    await tab.getByLabel("Example key").fill("example-ada");
    await tab.getByRole("button", { name: "Connect" }).click();
    await expectText("me is connected to example.");
    await tab.close();
    await page.getByRole("button", { name: "Say hello" }).click();
    await expectText("2 of 3 done");
    await page.getByRole("button", { name: "Make an address" }).click();
    await page.getByText("claude mcp add").waitFor();
    await inspect("start-agent");
    const command = await page.getByText("claude mcp add").innerText();
    const address = new URL(command.split(" ").at(-1) ?? "");
    const answer = await callMcp(`${world.url}${address.pathname}${address.search}`);
    expect(answer).toContain("Hello, Ada");
    await expectText("Everything works");
    await inspect("start-done");
  });

  test("nothing failed unseen, and no other host was asked", () => {
    expect(opened.faults).toEqual([]);
  });
});

/** What an agent sends: the meta tool that runs a tool. */
async function callMcp(url: string): Promise<string> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: {
        name: "PLATFORM_MULTI_EXECUTE_TOOL",
        arguments: { tools: [{ tool_slug: "EXAMPLE_SAY_HELLO", arguments: { name: "Ada" } }] },
      },
    }),
  });
  return await response.text();
}
