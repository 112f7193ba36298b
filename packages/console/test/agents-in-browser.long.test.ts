import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findNeed } from "../../../test/support/needs.ts";
import { type OpenedConsole, openConsole } from "./open-console.ts";

const chromium = findNeed("chromium");

describe.skipIf(chromium === undefined)("agents in a browser", () => {
  let opened: OpenedConsole;
  let { world, page, open, inspect, expectText } = {} as OpenedConsole;

  beforeAll(async () => {
    opened = await openConsole(chromium ?? "");
    ({ world, page, open, inspect, expectText } = opened);
    await opened.signIn(world.keys.project);
    await expectText("You are signed in to");
  });
  afterAll(() => opened?.close());

  const readSetup = (client: string): Promise<string> =>
    page.getByLabel(`the setup of ${client}`, { exact: true }).innerText();

  test("an MCP server is made of chosen toolkits and tools", async () => {
    await page.keyboard.press("g");
    await page.keyboard.press("m");
    await expectText("There is no MCP server yet");
    await inspect("agents-empty");
    await page.getByRole("link", { name: "Make an MCP server" }).first().click();
    await page.getByLabel("Name").fill("Support tools");
    await page.getByRole("checkbox", { name: "Example" }).check();
    await page.getByRole("checkbox", { name: "Shop" }).check();
    await page.getByRole("button", { name: "Choose tools of example" }).click();
    await page.getByRole("checkbox", { name: "Say hello" }).check();
    await expectText("Choose tools of shop too.");
    await inspect("agents-new");
    expect(await page.getByRole("button", { name: "Make the server" }).isDisabled()).toBe(true);
    await page.getByRole("button", { name: "Remove shop" }).click();
    await page.getByRole("button", { name: "Make the server" }).click();
    await page.getByRole("heading", { name: "Support tools" }).waitFor();
    const { items } = await world.platform.mcp.listMcpServers();
    expect(items).toMatchObject([
      { name: "Support tools", toolkits: ["example"], allowed_tools: ["EXAMPLE_SAY_HELLO"] },
    ]);
  });

  test("its commands name the user and the variable that were typed", async () => {
    const user = "o'neil & <script>";
    await page.getByLabel("User", { exact: true }).fill(user);
    await page.getByLabel("Variable with the key").fill("MY_KEY");
    const query = new URLSearchParams({ user_id: user }).toString();
    await expect.poll(() => readSetup("Claude Code"), { timeout: 15_000 }).toContain(query);
    await expect
      .poll(() => readSetup("Claude Code"), { timeout: 15_000 })
      .toContain('--header "x-api-key: $MY_KEY"');
    await inspect("agents-server");
    await page.getByRole("button", { name: "JSON" }).click();
    const { mcpServers } = JSON.parse(await readSetup("JSON"));
    const { url, headers } = mcpServers["support-tools"];
    expect(headers).toEqual({ "x-api-key": `\${MY_KEY}` });
    const answer = await callMcp(url.replace(/^https?:\/\/[^/]+/, world.url), {
      "x-api-key": world.keys.project,
    });
    expect(answer).toContain("EXAMPLE_SAY_HELLO");
    await page.getByLabel("Variable with the key").fill("1;rm");
    await expectText("does not begin with a digit");
  });

  test("where no key is required, the address of a user has a signature, and all of them can be ended", async () => {
    await world.platform.projects.updateProjectConfig({ body: { require_mcp_api_key: false } });
    await page.getByRole("button", { name: "Make the address" }).click({ timeout: 15_000 });
    await page.getByRole("button", { name: "JSON" }).click();
    const read = async (): Promise<string> => {
      const { mcpServers } = JSON.parse(await readSetup("JSON"));
      return mcpServers["support-tools"].url.replace(/^https?:\/\/[^/]+/, world.url);
    };
    const first = await read();
    expect(await callMcp(first)).toContain("EXAMPLE_SAY_HELLO");
    await inspect("agents-signed");
    await page.getByRole("button", { name: "End all addresses" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "End all addresses" }).click();
    await expect.poll(read, { timeout: 15_000 }).not.toBe(first);
    expect(await callMcp(first)).not.toContain("EXAMPLE_SAY_HELLO");
    expect(await callMcp(await read())).toContain("EXAMPLE_SAY_HELLO");
  });

  test("a server is changed on its page, and what was typed stays when it is refused", async () => {
    const { auth_config } = await world.platform.authConfigs.createAuthConfig({
      body: {
        toolkit: { slug: "example" },
        auth_config: { type: "use_custom_auth", authScheme: "API_KEY", credentials: {} },
      },
    });
    const { id } = await world.platform.mcp.createMcpServer({
      body: { name: "Sales tools", auth_config_ids: [auth_config.id] },
    });
    await open(`/agents/${id}`);
    await page.getByRole("button", { name: "Change the server" }).click();
    const name = page.getByLabel("Name", { exact: true });
    expect(await name.inputValue()).toBe("Sales tools");
    await name.fill("support tools");
    await page.getByRole("checkbox", { name: "Shop" }).check();
    await page.getByRole("button", { name: "Choose tools of shop" }).click();
    await page.getByRole("checkbox", { name: "Create order" }).check();
    await expectText("Choose tools of example too.");
    await page.getByRole("button", { name: "Remove example" }).click();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("alert").getByText("name").first().waitFor();
    await inspect("agents-change");
    expect(await name.inputValue()).toBe("support tools");
    expect(await page.getByRole("checkbox", { name: "Create order" }).isChecked()).toBe(true);
    await name.fill("Shop tools");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { name: "Shop tools" }).waitFor();
    await page.getByRole("heading", { name: "Add it to a client" }).waitFor();
    expect(await world.platform.mcp.getMcpServer({ id })).toMatchObject({
      name: "Shop tools",
      toolkits: ["shop"],
      auth_config_ids: [],
      allowed_tools: ["SHOP_CREATE_ORDER"],
      managed_auth_via_platform: true,
    });
    await page.getByRole("button", { name: "Change the server" }).click();
    await name.fill("Not kept");
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("heading", { name: "Shop tools" }).waitFor();
    await world.platform.mcp.deleteMcpServer({ id });
  });

  test("a server shows in the list without a reload, is found by its name, and is deleted", async () => {
    await open("/agents");
    await page.getByRole("link", { name: "Support tools" }).waitFor();
    await world.platform.mcp.createCustomMcpServer({
      body: { name: "From elsewhere", toolkits: ["shop"] },
    });
    await page.getByRole("link", { name: "From elsewhere" }).waitFor({ timeout: 15_000 });
    await inspect("agents");
    await page.getByRole("searchbox").fill("zzz");
    await expectText("No server has this name");
    await page.getByRole("searchbox").fill("support");
    await page.getByRole("link", { name: "From elsewhere" }).waitFor({ state: "detached" });
    await page.getByRole("link", { name: "Support tools" }).click();
    await page.getByRole("button", { name: "Delete the server" }).click();
    await expectText("at which every client is refused");
    await inspect("agents-delete");
    await page.getByRole("dialog").getByRole("button", { name: "Delete the server" }).click();
    await page.waitForURL(/\/agents$/);
    await page.getByRole("link", { name: "From elsewhere" }).waitFor();
    expect(await page.getByRole("link", { name: "Support tools" }).count()).toBe(0);
  });

  test("a session is made, and its meta tools are called by hand", async () => {
    await page.getByRole("link", { name: "Sessions" }).click();
    await expectText("No agent has a session");
    await inspect("sessions-empty");
    await page.getByRole("link", { name: "Make a session" }).first().click();
    await page.getByLabel("User of the agent").fill("ada@example.com");
    await page.getByRole("checkbox", { name: "Example" }).check();
    await inspect("sessions-new");
    await page.getByRole("button", { name: "Make the session" }).click();
    await expectText("You are the model");
    await page.getByLabel("Meta tool").selectOption("PLATFORM_MULTI_EXECUTE_TOOL");
    await page.getByRole("button", { name: "Call it" }).click();
    await expectText("Some arguments are missing or wrong.");
    await page.getByRole("button", { name: "Edit as JSON" }).click();
    const hostile = '<img src=x onerror="document.title=1">';
    const tools = [{ tool_slug: "EXAMPLE_SAY_HELLO", arguments: { name: hostile } }];
    await page.getByLabel("Arguments as JSON").fill(JSON.stringify({ tools }));
    await page.getByRole("button", { name: "Call it" }).click();
    const calls = page.getByRole("list", { name: "Calls" });
    await calls.getByText("Hello, <img").waitFor();
    expect(await page.title()).toBe("ada@example.com · Console");
    await page.getByLabel("Meta tool").selectOption("PLATFORM_GET_TOOL_SCHEMAS");
    await page.getByRole("button", { name: "Add to tool_slugs" }).click();
    await page.getByRole("textbox", { name: "tool_slugs" }).fill("SHOP_CREATE_ORDER");
    await page.getByRole("button", { name: "Call it" }).click();
    await calls.getByText("not_found").first().waitFor();
    await inspect("sessions-playground");
    const { logs } = await world.platform.logs.listToolExecutionLogs({ body: { limit: 1 } });
    expect(logs[0]).toMatchObject({ source: "tool_router", user_id: "ada@example.com" });
  });

  test("all sessions are listed, with their last use and without their addresses, and one is ended", async () => {
    const address = /http:[^']+/.exec(await readSetup("Claude Code"))?.[0] ?? "";
    const url = address.replace(/^https?:\/\/[^/]+/, world.url);
    expect(await callMcp(url)).toContain("PLATFORM_SEARCH_TOOLS");
    const hostile = '<img src=x onerror="document.title=2">';
    const toolkits = { disabled: ["shop"] };
    await world.platform.toolRouter.createSession({ body: { user_id: hostile, toolkits } });
    const other = await world.other.toolRouter.createSession({ body: { user_id: "foreign" } });
    await page.getByRole("link", { name: "← Sessions" }).click();
    const mine = page.getByRole("listitem").filter({ hasText: "ada@example.com" });
    await mine.getByText("Used", { exact: true }).waitFor();
    const theirs = page.getByRole("listitem").filter({ hasText: hostile });
    await theirs.getByText("All toolkits but shop").waitFor();
    await theirs.getByText("not yet").waitFor();
    await inspect("sessions");
    const shown = await page.content();
    expect(shown).not.toContain("trs_");
    expect(shown).not.toContain(other.handle);
    expect(await page.title()).toBe("Agents · Console");
    await page.getByRole("searchbox").fill("ada@example.com");
    await theirs.waitFor({ state: "detached" });
    await mine.getByRole("link", { name: "ada@example.com" }).click();
    await expectText("You are the model");
    await page.getByRole("button", { name: "End", exact: true }).click();
    await expectText("at which the agent is refused");
    await inspect("sessions-end");
    await page.getByRole("dialog").getByRole("button", { name: "End", exact: true }).click();
    await page.waitForURL(/\/agents\/sessions$/);
    await theirs.waitFor();
    await mine.waitFor({ state: "detached" });
    expect(await callMcp(url)).not.toContain("PLATFORM_SEARCH_TOOLS");
    await theirs.getByRole("button", { name: "End", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "End", exact: true }).click();
    await expectText("No agent has a session");
  });

  test("all sessions of a user are ended together, and one of another tab has no address here", async () => {
    const made = await world.platform.toolRouter.createSession({ body: { user_id: "bob" } });
    await world.platform.toolRouter.createSession({ body: { user_id: "bob" } });
    await open(`/agents/sessions/${made.handle}`);
    await expectText("This tab does not have the address of the session");
    await inspect("session-unknown");
    await open("/agents/sessions?user=bob");
    await page.getByRole("button", { name: "End all of this user" }).click();
    await page.getByRole("dialog").getByLabel("Type").fill("bob");
    await inspect("sessions-end-all");
    await page.getByRole("dialog").getByRole("button", { name: "End all of this user" }).click();
    await expectText("This user has no session");
    expect((await world.platform.toolRouter.listSessions()).total_items).toBe(0);
  });

  test("nothing failed unseen, and no other host was asked", () => {
    expect(opened.faults).toEqual([]);
  });
});

/** What a client of MCP asks first: the tools. */
async function callMcp(
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  const response = await fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
  });
  return await response.text();
}
