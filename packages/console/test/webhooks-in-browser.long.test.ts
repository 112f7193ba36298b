import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findFreePort } from "../../../test/support/free-port.ts";
import { findNeed } from "../../../test/support/needs.ts";
import { type OpenedConsole, openConsole } from "./open-console.ts";

const chromium = findNeed("chromium");

describe.skipIf(chromium === undefined)("webhooks in a browser", () => {
  let opened: OpenedConsole;
  let { world, page, open, inspect, expectText } = {} as OpenedConsole;
  let receiver: Server;
  let address: string;
  /** Whether the receiver accepts what it gets. */
  let isMended = false;

  beforeAll(async () => {
    const port = await findFreePort();
    address = `http://127.0.0.1:${port}/hooks`;
    receiver = createServer((request, response) => {
      request.resume();
      response
        .writeHead(isMended ? 204 : 500)
        .end(isMended ? undefined : "<b>The shelf is full</b>");
    });
    await new Promise<void>((listening) => {
      receiver.listen(port, "127.0.0.1", listening);
    });
    opened = await openConsole(chromium ?? "");
    ({ world, page, open, inspect, expectText } = opened);
    await opened.signIn(world.keys.project);
  });
  afterAll(async () => {
    await opened?.close();
    receiver?.close();
  });

  test("a subscription shows its secret once, and an address that is refused stays in the form", async () => {
    await open("/webhooks");
    await page.getByLabel("Address").fill("http://192.0.2.1/hooks");
    await page.getByRole("button", { name: "Send events there" }).click();
    await page.getByRole("alert").waitFor();
    await inspect("webhooks-refused");
    expect(await page.getByLabel("Address").inputValue()).toBe("http://192.0.2.1/hooks");
    await page.getByLabel("Address").fill(address);
    await page.getByRole("button", { name: "Send events there" }).click();
    await page.getByText(/^whsec_/).waitFor();
    await page.getByRole("button", { name: "Python" }).click();
    await expectText("from standardwebhooks.webhooks import Webhook");
    await inspect("webhooks-secret");
    await page.getByRole("button", { name: "I have it" }).click();
    await expectText("No event was sent yet");
  });

  test("a failing delivery is found, mended and replayed", async () => {
    await page.getByRole("button", { name: "Send a test event" }).click();
    await page.locator("summary").filter({ hasText: "500" }).click();
    await expectText("<b>The shelf is full</b>");
    await expectText("The next attempt is at");
    await inspect("webhooks-failing");
    isMended = true;
    await page.getByRole("button", { name: "Replay", exact: true }).click();
    await page.locator("summary").filter({ hasText: "Delivered" }).first().waitFor();
    await inspect("webhooks");
    await page.getByRole("button", { name: "Delete" }).click();
    await expectText("all its deliveries");
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Send events there" }).waitFor();
  });

  test("nothing failed unseen, and no other host was asked", () => {
    expect(opened.faults).toEqual([]);
  });
});
