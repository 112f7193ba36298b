import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findNeed } from "../../../test/support/needs.ts";
import {
  breakTriggersAndWebhooks,
  fillActivity,
  fireTriggers,
  forgetTriggers,
  notePolls,
} from "../../platform/test/console/fill-activity.ts";
import { expireAccounts, expireLinks } from "../../platform/test/e2e/expire-accounts.ts";
import { type OpenedConsole, openConsole } from "./open-console.ts";

const chromium = findNeed("chromium");

/** Text of others that would be a script, if a page took it as HTML. */
const hostile = '<img src=x onerror="document.title=1">';

describe.skipIf(chromium === undefined)("overview and triggers in a browser", () => {
  let opened: OpenedConsole;
  let { world, browser, page, open, inspect, expectText } = {} as OpenedConsole;

  beforeAll(async () => {
    opened = await openConsole(chromium ?? "");
    ({ world, browser, page, open, inspect, expectText } = opened);
    await opened.signIn(world.keys.project);
  });
  afterAll(() => opened?.close());

  test("an overview without activity says that everything works, and follows what happens", async () => {
    await open("/overview");
    await expectText("Accounts, triggers and webhooks work.");
    await inspect("overview-empty");
    const began = performance.now();
    await world.platform.tools.executeTool({
      tool_slug: "EXAMPLE_SAY_HELLO",
      body: { user_id: "ada", arguments: { name: "Ada" } },
    });
    await page.getByRole("img", { name: "1 executions, of which 0 failed" }).waitFor();
    console.info(`an execution was counted after ${Math.round(performance.now() - began)} ms`);
  });

  test("counts and plots show a day, and another period is in the address", async () => {
    await fillActivity(world);
    await page.getByRole("img", { name: "1000 executions, of which 58 failed" }).waitFor();
    expect(await page.locator(".uplot canvas").count()).toBe(3);
    await inspect("overview");
    await page.locator(".u-over").first().hover();
    await inspect("overview-pointed");
    await page.getByText("Hour", { exact: true }).click();
    await page.waitForURL(/overview\?period=hour$/);
    await page.getByText("30 days", { exact: true }).click();
    await page.getByRole("img", { name: "1000 executions, of which 58 failed" }).waitFor();
    await page.getByRole("link", { name: "58", exact: true }).click();
    await page.waitForURL(/logs\?result=failed$/);
  });

  test("what needs attention is listed as text, and each action works at once", async () => {
    await world.platform.triggerInstances.upsertTrigger({
      slug: "SHOP_ORDER_ADDED",
      body: { user_id: hostile, trigger_config: { size: "small" } },
    });
    const { id: config } = await createConfig();
    await world.platform.connectedAccounts.createConnectedAccount({
      body: {
        auth_config: { id: config },
        connection: {
          user_id: "ada@example.com",
          state: {
            authScheme: "API_KEY",
            val: { status: "ACTIVE", generic_api_key: "example-ada" },
          },
        },
      },
    });
    await expireAccounts(world, hostile);
    for (const user_id of ["lost", "elsewhere"]) {
      await world.platform.connectedAccounts.createLink({
        body: { auth_config_id: config, user_id },
      });
    }
    await expireLinks(world);
    await breakTriggersAndWebhooks(world);
    await open("/overview");
    await expectText("The application could not be read too often.");
    await expectText("Every attempt failed for five days.");
    await page.getByText(hostile, { exact: true }).waitFor();
    await inspect("overview-attention");
    expect(await page.title()).toBe("Overview · Console");
    const attention = page.getByRole("region", { name: "Needs attention" });
    await attention.getByText("2 links of this period were never used.").waitFor();
    expect(await attention.getByRole("button", { name: "Reconnect" }).count()).toBe(1);
    const triggerItem = attention.getByRole("listitem").filter({ hasText: "SHOP_ORDER_ADDED" });
    await triggerItem.getByRole("button", { name: "Enable" }).click();
    await triggerItem.waitFor({ state: "detached" });
    const listed = await world.platform.triggerInstances.listActiveTriggers();
    expect(listed.items.map(({ user_id }) => user_id)).toEqual([hostile]);
    const subscriptionItem = attention.getByRole("listitem").filter({ hasText: "five days" });
    await subscriptionItem.getByRole("button", { name: "Enable" }).click();
    await subscriptionItem.waitFor({ state: "detached" });
    const next = browser.context.waitForEvent("page");
    await attention.getByRole("button", { name: "Reconnect" }).click();
    const tab = await next;
    await tab.getByLabel("Example key").fill("example-ada");
    await tab.getByRole("button", { name: "Connect" }).click();
    await attention
      .getByRole("listitem")
      .filter({ hasText: "ada@" })
      .waitFor({ state: "detached" });
    await tab.close();
    await expectText("Accounts, triggers and webhooks work.");
  });

  const createConfig = async () => {
    const { auth_config } = await world.platform.authConfigs.createAuthConfig({
      body: {
        toolkit: { slug: "example" },
        auth_config: { type: "use_custom_auth", authScheme: "API_KEY", credentials: {} },
      },
    });
    return auth_config;
  };

  test("a type has its sample, and a trigger is made, shown with its polls, switched and deleted", async () => {
    await open("/triggers?user=nobody");
    await expectText("No trigger matches these filters");
    await page.getByRole("button", { name: "Clear" }).click();
    await page.getByRole("link", { name: "Types" }).click();
    await page.getByRole("link", { name: "Order added" }).waitFor();
    await inspect("trigger-types");
    await page.getByRole("searchbox").fill("nothing like it");
    await expectText("No type matches");
    await page.getByRole("searchbox").fill("somebody orders");
    await page.getByRole("link", { name: "Order added" }).click();
    await expectText('"tea"');
    await page.getByRole("button", { name: "Create the trigger" }).click();
    await expectText("Fill this in");
    await inspect("trigger-type");
    await page.getByLabel("User").fill("grace");
    await page.getByLabel("size").selectOption("large");
    await page.getByRole("button", { name: "Create the trigger" }).click();
    await page.getByRole("link", { name: "Open the trigger" }).click();
    await expectText('"large"');
    await expectText("No event was stored for the receiver yet.");
    await fireTriggers(world);
    const events = page.getByRole("list", { name: "Events" });
    await events.getByText("Delivered").waitFor({ timeout: 15_000 });
    await events.getByText("Failed").waitFor();
    expect(await events.locator("> li").count()).toBe(2);
    await notePolls(world);
    await expectText("Last poll");
    await inspect("trigger");
    await page.getByRole("button", { name: "Disable" }).click();
    await expectText("Somebody disabled it.");
    await page.getByRole("link", { name: "← Triggers" }).click();
    await page.getByText("Disabled", { exact: true }).waitFor();
    await inspect("triggers");
    await page.locator("li").filter({ hasText: "For grace" }).getByRole("link").click();
    await page.getByRole("button", { name: "Enable" }).click();
    await page.getByText("Enabled", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Delete" }).click();
    await expectText("its configuration, and what it has already seen");
    await inspect("trigger-delete");
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.waitForURL(/\/triggers$/);
    await page.locator("li").filter({ hasText: "For grace" }).waitFor({ state: "detached" });
    await open("/triggers/ti_000000000000");
    await expectText("The project has no trigger with this id");
  });

  test("a project without triggers says where to begin, and an organization key what it cannot see", async () => {
    await forgetTriggers(world);
    await open("/triggers");
    await expectText("Nothing listens yet");
    await inspect("triggers-empty");
    await page.getByRole("button", { name: "Project key" }).click();
    await opened.signOut();
    await opened.signIn(world.keys.owner);
    for (const path of ["/overview", "/triggers", "/triggers/types"]) {
      await open(path);
      await page.getByRole("heading", { name: "Choose a project" }).waitFor();
    }
    await inspect("overview-refused");
  });

  test("the first paint of the overview is within a second", async () => {
    await open("/overview");
    const entry = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime";
    // The page's policy forbids what waitForFunction evaluates again and again inside of it.
    const read = () => page.evaluate<number | undefined>(entry);
    await expect.poll(read).toBeGreaterThan(0);
    const paint = (await read()) ?? Number.NaN;
    console.info(`first paint of the overview after ${Math.round(paint)} ms`);
    expect(paint).toBeLessThan(1_000);
  });

  test("nothing failed unseen, and no other host was asked", () => {
    expect(opened.faults).toEqual([]);
  });
});
