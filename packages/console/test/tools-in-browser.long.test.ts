import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findNeed } from "../../../test/support/needs.ts";
import { expireAccounts } from "../../platform/test/e2e/expire-accounts.ts";
import { type OpenedConsole, openConsole } from "./open-console.ts";

const chromium = findNeed("chromium");

describe.skipIf(chromium === undefined)("tools and accounts in a browser", () => {
  let opened: OpenedConsole;
  let { world, browser, page, open, inspect, expectText } = {} as OpenedConsole;

  beforeAll(async () => {
    opened = await openConsole(chromium ?? "");
    ({ world, browser, page, open, inspect, expectText } = opened);
    await opened.signIn(world.keys.project);
  });
  afterAll(() => opened?.close());

  test("a search finds a tool as somebody types, with a typo, and the address has it", async () => {
    await open("/tools");
    await page.getByRole("link", { name: "Example" }).waitFor();
    await inspect("tools");
    await page.keyboard.press("/");
    await page.keyboard.type("say helo");
    await page.getByRole("link", { name: "Say hello" }).waitFor();
    expect(page.url()).toContain("search=say");
    await inspect("tools-search");
    await page.getByRole("searchbox").fill("zzzzqqqq xxxxx");
    await expectText("No toolkit and no tool matches");
    await page.getByRole("button", { name: "Show all toolkits" }).click();
    await page.getByRole("link", { name: "Example" }).click();
    await page.getByRole("link", { name: "Keep greeting" }).waitFor();
    await inspect("toolkit");
  });

  test("a tool runs from its form, and its answer leads to its log", async () => {
    await page.getByRole("link", { name: "Say hello" }).click();
    await inspect("tool");
    const hostile = '<img src=x onerror="document.title=1">';
    await page.getByLabel("name", { exact: true }).fill(hostile);
    await page.keyboard.press("Enter");
    await expectText("Succeeded");
    await expectText("onerror");
    expect(await page.title()).toBe("Say hello · Console");
    await inspect("tool-answer");
    await page.getByLabel("TypeScript").check({ force: true });
    await expectText("platform.tools.executeTool");
    await page.getByRole("link", { name: "Open its log" }).click();
    await page.waitForURL(/\/logs\/log_/);
    await expectText("EXAMPLE_SAY_HELLO");
  });

  test("what was typed stays through an error, another page, and the JSON editor", async () => {
    await open("/tools/example/EXAMPLE_SAY_HELLO");
    await page.getByLabel("name", { exact: true }).fill("x".repeat(101));
    await page.getByRole("button", { name: "Run the tool" }).click();
    await expectText("must have at most 100 characters");
    await inspect("tool-error");
    expect(await page.getByLabel("name", { exact: true }).inputValue()).toHaveLength(101);
    await page.keyboard.press("Escape");
    await page.keyboard.press("g");
    await page.keyboard.press("l");
    await page.waitForURL(/\/logs$/);
    await page.goBack();
    expect(await page.getByLabel("name", { exact: true }).inputValue()).toHaveLength(101);
    await page.getByRole("button", { name: "Edit as JSON" }).click();
    await page.getByLabel("Arguments as JSON").fill('{"name": "Ada');
    await page.getByRole("button", { name: "Edit as JSON" }).click();
    await expectText("This is not JSON");
    await page.getByLabel("Arguments as JSON").fill('{"name": "Ada"}');
    await page.getByRole("button", { name: "Edit as JSON" }).click();
    expect(await page.getByLabel("name", { exact: true }).inputValue()).toBe("Ada");
  });

  test("a form has fields for nested objects and lists, and the code beside it follows", async () => {
    await open("/tools/shop/SHOP_CREATE_ORDER");
    await page.getByRole("button", { name: "Run the tool" }).click();
    await expectText("2 arguments are missing or wrong.");
    await page.getByRole("button", { name: "Add to items" }).click();
    await page.getByLabel("product", { exact: true }).fill("tea");
    await page.getByLabel("count", { exact: true }).fill("two");
    await page.getByRole("textbox", { name: "name" }).fill("Ada");
    await page.getByLabel("size").selectOption("large");
    await page.getByLabel("gift").selectOption("true");
    await page.getByLabel("labels").fill('{"table": "4"}');
    await expectText('"two" is not a whole number');
    await inspect("tool-form");
    await page.getByLabel("count", { exact: true }).fill("2");
    await page.getByText("MCP", { exact: true }).click();
    const code = await page.getByLabel("the call as mcp", { exact: true }).innerText();
    expect(JSON.parse(code).params.arguments).toEqual({
      size: "large",
      gift: true,
      customer: { name: "Ada" },
      items: [{ product: "tea", count: 2 }],
      labels: { table: "4" },
    });
    await page.getByRole("button", { name: "Run the tool" }).click();
    await page.getByText("Failed", { exact: true }).waitFor();
    await inspect("tool-failed");
  });

  test("a tool without an account leads to connecting one, in a new tab, and then runs", async () => {
    await open("/tools/example/EXAMPLE_KEEP_GREETING");
    await expectText("no account is connected yet");
    await page.getByRole("button", { name: "Run the tool" }).click();
    await expectText("Fill this in");
    await page.getByRole("link", { name: "Connect an account" }).click();
    await page.getByLabel("User").fill("ada@example.com");
    await inspect("connect");
    const next = browser.context.waitForEvent("page");
    await page.getByRole("button", { name: "Connect Example" }).click();
    const tab = await next;
    await tab.getByLabel("Example key").fill("example-ada");
    await inspect("connect-waits");
    await tab.getByRole("button", { name: "Connect" }).click();
    await expectText("Example is connected");
    await tab.close();
    await open("/tools/example/EXAMPLE_KEEP_GREETING");
    await page.getByLabel("name", { exact: true }).fill("Ada");
    await page.getByRole("button", { name: "Run the tool" }).click();
    await expectText("Succeeded");
  });

  test("an expired account is connected again with two clicks", async () => {
    await open("/accounts");
    await page.getByRole("link", { name: "ada@example.com" }).waitFor();
    await expireAccounts(world, "The key was refused.");
    await open("/accounts");
    await expectText("The key was refused.");
    await inspect("accounts");
    const next = browser.context.waitForEvent("page");
    await page.getByRole("button", { name: "Reconnect" }).click();
    const tab = await next;
    await tab.getByLabel("Example key").fill("example-ada");
    await tab.getByRole("button", { name: "Connect" }).click();
    await page.getByText("Active", { exact: true }).nth(1).waitFor();
    await tab.close();
    await page.getByLabel("Status").selectOption("Expired");
    await page.waitForURL(/accounts\?status=EXPIRED$/);
    // The rows of the filter before stay until those of this one are there.
    await page.getByText("Active", { exact: true }).nth(1).waitFor({ state: "detached" });
    await page.getByRole("link", { name: "ada@example.com" }).click();
    await expectText("The access has expired");
    await inspect("account-expired");
  });

  test("an account is disabled, enabled and deleted, and the dialog names what is lost", async () => {
    await open("/accounts?status=ACTIVE");
    await page.getByRole("link", { name: "ada@example.com" }).click();
    await page.getByRole("button", { name: "Disable" }).click();
    await expectText("The account is disabled.");
    await page.getByRole("button", { name: "Enable" }).click();
    await page.getByText("Active", { exact: true }).waitFor();
    await inspect("account");
    await page.getByRole("button", { name: "Delete" }).click();
    await expectText("its triggers, and the events that they would have sent");
    await inspect("account-delete");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await page.waitForURL(/\/accounts$/);
    expect((await world.platform.connectedAccounts.listConnectedAccounts()).items).toHaveLength(1);
    await page.getByRole("link", { name: "Auth configs" }).click();
    await expectText("1 connected account");
    await inspect("auth-configs");
    await page.getByRole("button", { name: "Delete" }).click();
    await expectText("1 connected account, with the triggers of each");
    await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
    await expectText("There is no auth config yet");
    await page.getByRole("link", { name: "Connected" }).click();
    await expectText("No account is connected yet");
    await inspect("accounts-empty");
  });

  test("nothing failed unseen, and no other host was asked", () => {
    expect(opened.faults).toEqual([]);
  });
});
