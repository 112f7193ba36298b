import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { findNeed } from "../../../test/support/needs.ts";
import { hashSha256 } from "../../platform/src/base/secrets/hash.ts";
import { createConsoleLink } from "../../platform/src/domain/keys/console-sessions.ts";
import { type OpenedConsole, openConsole } from "./open-console.ts";

const chromium = findNeed("chromium");

/** Text of a caller that would be a script, if a page took it as HTML. */
const hostile = '<img src=x onerror="document.title=1"><script>document.title=2</script>';

describe.skipIf(chromium === undefined)("the console in a browser", () => {
  let opened: OpenedConsole;
  let { world, browser, page, open, inspect, expectText } = {} as OpenedConsole;

  beforeAll(async () => {
    opened = await openConsole(chromium ?? "");
    ({ world, browser, page, open, inspect, expectText } = opened);
  });
  afterAll(() => opened?.close());

  const execute = (text: string): Promise<unknown> =>
    world.platform.tools.executeTool({
      tool_slug: "EXAMPLE_SAY_HELLO",
      body: { user_id: "ada@example.com", arguments: { name: text } },
    });

  test("a page without a session is the sign-in, which says what is wrong with a key", async () => {
    await open("/logs?tool=EXAMPLE_SAY_HELLO");
    await page.getByLabel("Key").fill("no key");
    await page.keyboard.press("Enter");
    await expectText("A key begins with ak_ or oak_. Paste the whole key.");
    await page.getByLabel("Key").fill(`ak_${"x".repeat(32)}`);
    await page.keyboard.press("Enter");
    await expectText("This key is not valid.");
    await inspect("sign-in");
    expect([...opened.loaded.values()].reduce((sum, size) => sum + size, 0)).toBeLessThan(200_000);
  });

  test("a key signs in, and leads to the page that was asked for; no script can read the session", async () => {
    await page.getByLabel("Key").fill(world.keys.project);
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/console\/logs\?tool=EXAMPLE_SAY_HELLO$/);
    await expectText("No execution matches these filters");
    expect(await page.evaluate("document.cookie")).toBe("");
    const kept = await page.evaluate<string>(
      "JSON.stringify([{ ...localStorage }, { ...sessionStorage }])",
    );
    expect(kept).not.toMatch(/ak_|cs_/);
    await page.getByRole("button", { name: "Clear" }).click();
    await expectText("Nothing was executed yet");
    await inspect("logs-empty");
  });

  test("an execution shows without a reload, and its texts are texts", async () => {
    await execute(hostile);
    await page.getByRole("link", { name: "EXAMPLE_SAY_HELLO" }).waitFor();
    await inspect("logs");
    await page.getByRole("link", { name: "EXAMPLE_SAY_HELLO" }).click();
    await expectText("document.title=1");
    await expectText("ada@example.com");
    await expect.poll(() => page.title()).toBe("EXAMPLE_SAY_HELLO · Console");
    await inspect("log");
    await expect.poll(() => page.getByRole("button", { name: "Copy request id" }).count()).toBe(1);
  });

  test("filters are in the address, and the way back takes them away", async () => {
    await open("/logs");
    await page.getByRole("link", { name: "EXAMPLE_SAY_HELLO" }).waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("EXAMPLE_GET_ACCOUNT");
    await page.keyboard.press("Enter");
    await page.waitForURL(/logs\?tool=EXAMPLE_GET_ACCOUNT$/);
    await expectText("No execution matches these filters");
    await page.getByLabel("Result").selectOption("failed");
    await page.waitForURL(/tool=EXAMPLE_GET_ACCOUNT&result=failed$/);
    await page.reload();
    await expect
      .poll(() => page.getByLabel("Tool", { exact: true }).inputValue())
      .toBe("EXAMPLE_GET_ACCOUNT");
    await page.getByRole("button", { name: "Clear" }).click();
    await page.getByRole("link", { name: "EXAMPLE_SAY_HELLO" }).waitFor();
  });

  test("keys lead to pages, and Esc out of a field", async () => {
    await page.keyboard.press("/");
    await page.keyboard.type("gt");
    expect(await page.getByLabel("Tool", { exact: true }).inputValue()).toBe("gt");
    await page.getByLabel("Tool", { exact: true }).fill("");
    await page.keyboard.press("Escape");
    /** Presses both keys. Between them a busy machine may take longer than the console waits for the second one. */
    const goBy = (key: string) =>
      expect.poll(async () => {
        await page.keyboard.press("g");
        await page.keyboard.press(key);
        return page.url();
      });
    await goBy("t").toMatch(/\/console\/tools$/);
    await goBy("w").toMatch(/\/console\/webhooks$/);
    await goBy("s").toMatch(/\/console\/?$/);
    await expectText("You are signed in to");
    await inspect("start");
    await open("/nothing/here");
    await expectText("The console has no page at this address");
  });

  test("an entry that the project does not have, and a service that is not reached, are explained", async () => {
    await open("/logs/log_000000000000");
    await expectText("The project has no execution with this id");
    await open("/logs");
    await page.getByRole("link", { name: "EXAMPLE_SAY_HELLO" }).waitFor();
    await browser.context.setOffline(true);
    onTestFinished(() => browser.context.setOffline(false));
    await expectText("The service does not answer.");
    expect(await page.getByRole("link", { name: "EXAMPLE_SAY_HELLO" }).count()).toBe(1);
    await inspect("logs-offline");
    await browser.context.setOffline(false);
    await page.getByText("The service does not answer.").waitFor({ state: "detached" });
  });

  test("an error has advice and the id of its request", async () => {
    const path = "**/api/v3/logs/tool_execution";
    const body = {
      error: {
        message: "The service failed.",
        code: 10500,
        slug: "Server_Unexpected",
        status: 500,
        request_id: "req_Tn4Yb7Qe2Wk9",
        suggested_fix: "Report it with the request id.",
      },
    };
    await page.route(path, (route) =>
      route.fulfill({ status: 500, json: body, headers: { "x-request-id": "req_Tn4Yb7Qe2Wk9" } }),
    );
    await open("/logs?user=nobody");
    await expectText("Report it with the request id.");
    await expectText("req_Tn4Yb7Qe2Wk9");
    await inspect("logs-error");
    await page.unroute(path);
  });

  test("a chosen colour scheme stays, whatever the system's is", async () => {
    await open("/");
    await page.emulateMedia({ colorScheme: "light" });
    await page.getByRole("button", { name: "Project key" }).click();
    await inspect("menu");
    await page.emulateMedia({ colorScheme: "light" });
    await page.getByLabel("Dark").check({ force: true });
    await page.reload();
    await expectText("You are signed in to");
    const background = await page.evaluate<string>(
      "getComputedStyle(document.documentElement).colorScheme",
    );
    expect(background).toBe("dark");
    await page.getByRole("button", { name: "Project key" }).click();
    await page.getByLabel("System").check({ force: true });
    await page.keyboard.press("Escape");
  });

  test("a sign-out ends the session, and an organization key chooses a project, whose page then shows", async () => {
    await open("/logs");
    await page.getByRole("button", { name: "Project key" }).click();
    await opened.signOut();
    await page.getByLabel("Key", { exact: true }).fill(world.keys.owner);
    await page.keyboard.press("Enter");
    const choice = page.getByRole("heading", { name: "Choose a project" });
    await choice.waitFor();
    await open("/logs");
    await choice.waitFor();
    await page.getByRole("button", { name: "Open default" }).waitFor();
    await inspect("projects-choose");
    await page.getByRole("button", { name: "Open default" }).click();
    await page.getByRole("link", { name: "EXAMPLE_SAY_HELLO" }).waitFor();
    await page.getByRole("button", { name: "Project: default" }).click();
    await inspect("project-menu");
    await page.getByRole("button", { name: "other", exact: true }).click();
    await expectText("Nothing was executed yet");
    await page.reload();
    await expectText("Nothing was executed yet");
    await page.getByRole("button", { name: "Project: other" }).waitFor();
  });

  test("a page that the service refuses says why", async () => {
    const path = "**/api/v3/logs/tool_execution";
    const error = { slug: "Auth_ProjectKeyRequired", status: 403, code: 10403, message: "x" };
    await page.route(path, (route) => route.fulfill({ status: 403, json: { error } }));
    await open("/logs?user=refused");
    await expectText("This page needs a project");
    await inspect("logs-refused");
    await page.unroute(path);
  });

  test("a link signs in once, and leaves the address", async () => {
    const link = await createConsoleLink(world.serving.platform, hashSha256(world.keys.project));
    const address = link.replace(/^https?:\/\/[^/]+/, world.url);
    await page.goto("about:blank");
    await page.goto(address);
    await expectText("You are signed in to");
    expect(page.url()).not.toContain("#");
    await page.goto("about:blank");
    await page.goto(address);
    await expectText("This link does not work any more.");
  });

  test("nothing failed unseen, and no other host was asked", () => {
    expect(opened.faults).toEqual([]);
  });
});
