import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findNeed } from "../../../test/support/needs.ts";
import {
  type AuthorizationServer,
  client,
  startAuthorizationServer,
} from "../../platform/test/oauth/authorization-server.ts";
import { oauthToolkit } from "../../platform/test/oauth/toolkit.ts";
import { type OpenedConsole, openConsole } from "./open-console.ts";

const chromium = findNeed("chromium");

describe.skipIf(chromium === undefined)("stories in a browser", () => {
  let opened: OpenedConsole;
  let { world, browser, page, open, inspect, expectText } = {} as OpenedConsole;
  let provider: AuthorizationServer;

  beforeAll(async () => {
    provider = await startAuthorizationServer();
    opened = await openConsole(chromium ?? "", [oauthToolkit(provider.url)]);
    ({ world, browser, page, open, inspect, expectText } = opened);
    await opened.signIn(world.keys.project);
    await expectText("You are signed in to");
  });
  afterAll(async () => {
    await opened?.close();
    await provider?.close();
  });

  /** The tab that a click opens. It loads from loopback alone: the provider's own pages ask another host for a font. */
  const openTab = async (click: () => Promise<void>): Promise<Page> => {
    const next = browser.context.waitForEvent("page");
    await click();
    const tab = await next;
    await tab.route(
      ({ hostname }) => hostname !== "127.0.0.1" && hostname !== "localhost",
      (route) => route.abort(),
    );
    return tab;
  };

  test("an account is connected by OAuth, with the redirect address that the page shows, and a tool runs with it", async () => {
    await open("/accounts/connect/harbour");
    await page.getByLabel("Sign-in").selectOption({ label: "New: OAuth" });
    await inspect("connect-oauth");
    const redirect = await page.getByText("/toolkits/auth/callback/").innerText();
    provider.register(redirect);
    await page.getByLabel("Client ID").fill(client.id);
    await page.getByLabel("Client secret").fill(client.secret);
    await page.getByLabel("User", { exact: true }).fill("ada@example.com");
    const tab = await openTab(() => page.getByRole("button", { name: "Connect Harbour" }).click());
    await tab.getByRole("button", { name: "Continue to Harbour" }).click();
    await tab.locator("input[name=login]").fill("ada");
    await tab.locator("input[name=password]").fill("any");
    await tab.getByRole("button", { name: "Sign-in" }).click();
    await tab.getByRole("button", { name: "Continue", exact: true }).click();
    await expectText("Harbour is connected");
    await tab.close();
    await open("/tools/harbour/HARBOUR_GET_BERTH");
    await page.getByRole("button", { name: "Run the tool" }).click();
    await expect
      .poll(() => page.getByLabel("Outcome").innerText(), { timeout: 15_000 })
      .toContain("Succeeded");
    expect(provider.apiCalls.at(-1)?.admitted).toBe(true);
  });

  test("an account whose access was withdrawn shows as expired without a reload, and is connected again with two clicks", async () => {
    const id = (await world.platform.connectedAccounts.listConnectedAccounts()).items[0]?.id ?? "";
    await open("/accounts");
    await page.getByText("Active", { exact: true }).nth(1).waitFor();
    await provider.withdrawLast();
    await world.platform.connectedAccounts
      .refreshConnectedAccount({ nanoid: id })
      .catch(() => undefined);
    // The status is also a choice of the filter.
    await page.getByText("Expired", { exact: true }).nth(1).waitFor({ timeout: 15_000 });
    await inspect("accounts-expired");
    const tab = await openTab(() => page.getByRole("button", { name: "Reconnect" }).click());
    await tab.getByRole("button", { name: "Continue to Harbour" }).click();
    // The rest is the provider's: it knows the user, and asks for consent.
    await tab.getByRole("button", { name: "Continue", exact: true }).click();
    await page.getByText("Active", { exact: true }).nth(1).waitFor({ timeout: 15_000 });
    await tab.close();
    expect(
      (await world.platform.connectedAccounts.getConnectedAccount({ nanoid: id })).status,
    ).toBe("ACTIVE");
  });

  test("a rotated key ends the session, the page says so, and nothing that was typed is lost", async () => {
    const { id, api_key } = await world.owner.projects.createProject({
      body: { name: "rotated", should_create_api_key: true },
    });
    await opened.signIn(api_key ?? "");
    await expectText("You are signed in to");
    await open("/webhooks");
    await page.getByLabel("Address").fill("http://127.0.0.1:9/half-typed");
    const { api_key: renewed } = await world.owner.projects.regenerateApiKey({ nano_id: id });
    const dialog = page.getByRole("dialog", { name: "The session has ended" });
    await dialog.waitFor({ timeout: 15_000 });
    await inspect("session-over");
    await page.keyboard.press("Escape");
    await dialog.getByLabel("Key").fill(api_key ?? "");
    await page.keyboard.press("Enter");
    await dialog.getByText("This key is not valid.").waitFor();
    await dialog.getByLabel("Key").fill(renewed.key);
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "detached" });
    expect(await page.getByLabel("Address").inputValue()).toBe("http://127.0.0.1:9/half-typed");
    await page.getByRole("button", { name: "Send events there" }).click();
    await page.getByText(/^whsec_/).waitFor();
    const kept = await page.evaluate<string>(
      "JSON.stringify([{ ...localStorage }, { ...sessionStorage }])",
    );
    expect(kept).not.toMatch(/ak_|cs_|whsec_/);
  });

  test("a session that ends while something is sent says so too, and a key of another project shows nothing of this one", async () => {
    const { api_key } = await world.owner.projects.createProject({
      body: { name: "elsewhere", should_create_api_key: true },
    });
    await open("/settings");
    await page.getByLabel("Name on link pages").fill("only of rotated");
    // Nothing is asked by itself, so that what is sent is the first to be refused.
    await page.route("**/api/v3/**", (route) =>
      route.request().method() === "GET" && !route.request().url().endsWith("/console/session")
        ? route.abort()
        : route.continue(),
    );
    const { id } = (await world.owner.projects.listProjects()).data.find(
      ({ name }) => name === "rotated",
    ) ?? { id: "" };
    const { api_keys } = await world.owner.projects.getProject({ nano_id: id });
    await world.owner.projects.deleteProjectKey({ nano_id: id, key_id: api_keys[0]?.id ?? "" });
    await page.getByRole("button", { name: "Save" }).click();
    const dialog = page.getByRole("dialog", { name: "The session has ended" });
    await dialog.waitFor({ timeout: 15_000 });
    await page.unroute("**/api/v3/**");
    expect(await page.getByLabel("Name on link pages").inputValue()).toBe("only of rotated");
    await dialog.getByLabel("Key").fill(api_key ?? "");
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "detached" });
    await page.getByText("elsewhere").first().waitFor();
    await expect
      .poll(() => page.getByLabel("Name on link pages").inputValue(), { timeout: 15_000 })
      .toBe("");
    await open("/webhooks");
    await page.getByRole("button", { name: "Send events there" }).waitFor();
    expect(await page.content()).not.toContain("half-typed");
  });

  test("nothing of one project shows in another one, in two tabs, after a change, and when an answer comes late", async () => {
    const make = async (name: string) => {
      const { id, api_key } = await world.owner.projects.createProject({
        body: { name, should_create_api_key: true },
      });
      const run = (text: string) =>
        world.clientWith(api_key ?? "").tools.executeTool({
          tool_slug: "EXAMPLE_SAY_HELLO",
          body: { user_id: text, arguments: { name: text } },
        });
      await run(`secret-of-${name}`);
      return { id, run };
    };
    const red = await make("red");
    const blue = await make("blue");
    await opened.signIn(world.keys.owner);
    await page.getByRole("heading", { name: "Choose a project" }).waitFor();
    await page.getByRole("button", { name: "Open red" }).click();
    await expectText("You are signed in to");
    await open("/logs");
    await expectText("secret-of-red");
    const second = await browser.context.newPage();
    await second.goto(`${world.url}/console/logs`);
    await second.getByRole("button", { name: "Project: red" }).click();
    await second.getByRole("button", { name: "blue", exact: true }).click();
    await second.getByText("secret-of-blue").first().waitFor();
    // Each tab stays in its project, and goes on to be live.
    await red.run("later-of-red");
    await blue.run("later-of-blue");
    await page.getByText("later-of-red").first().waitFor({ timeout: 15_000 });
    await second.getByText("later-of-blue").first().waitFor({ timeout: 15_000 });
    expect(await page.content()).not.toMatch(/(?:secret|later)-of-blue/);
    expect(await second.content()).not.toMatch(/(?:secret|later)-of-red/);
    await second.reload();
    await second.getByText("later-of-blue").first().waitFor();
    await second.close();
    // The answer to a question about the project before comes when the next one is shown.
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let late = 0;
    await page.route("**/api/v3/logs/tool_execution", async (route) => {
      if (route.request().headers()["x-console-project"] === red.id) {
        late += 1;
        await held;
      }
      await route.continue().catch(() => undefined);
    });
    await expect.poll(() => late, { timeout: 15_000 }).toBeGreaterThan(0);
    await page.getByRole("button", { name: "Project: red" }).click();
    await page.getByRole("button", { name: "blue", exact: true }).click();
    release();
    await expectText("secret-of-blue");
    await page.waitForResponse((response) => response.url().endsWith("/logs/tool_execution"));
    expect(await page.content()).not.toMatch(/(?:secret|later)-of-red/);
    await page.unroute("**/api/v3/logs/tool_execution");
    // An id of the other project is one that never existed.
    const client = world.clientWith(world.keys.project);
    await client.tools.executeTool({
      tool_slug: "EXAMPLE_SAY_HELLO",
      body: { user_id: "secret-of-default", arguments: {} },
    });
    const { logs } = await client.logs.listToolExecutionLogs({ body: { limit: 1 } });
    await open(`/logs/${logs[0]?.id}`);
    await expectText("The project has no execution with this id");
  });

  test("a page at another port of this machine, to which browsers send the cookie, changes and reads nothing", async () => {
    const attacker = await startAttacker();
    const cookies = await browser.context.cookies(world.url);
    expect(cookies.filter(({ name }) => name.startsWith("console_session_"))).toMatchObject([
      { httpOnly: true, sameSite: "Strict" },
    ]);
    const evil = await browser.context.newPage();
    const host = new URL(world.url).hostname;
    await evil.goto(`http://${host}:${(attacker.address() as AddressInfo).port}/`);
    const seen: { readonly path: string; readonly cookie: string; readonly status: number }[] = [];
    evil.on("response", async (response) => {
      const headers = await response.request().allHeaders();
      const { pathname } = new URL(response.url());
      seen.push({ path: pathname, cookie: headers.cookie ?? "", status: response.status() });
    });
    const { id } = (await world.owner.projects.listProjects()).data.find(
      ({ name }) => name === "blue",
    ) ?? { id: "" };
    const attack = `(async () => {
      const api = ${JSON.stringify(`${world.url}/api/v3`)};
      const send = (path, init) => fetch(api + path, { credentials: "include", ...init }).then(
        (response) => response.type === "opaque" ? "unreadable" : "read " + response.status,
        () => "blocked",
      );
      const plain = { method: "POST", mode: "no-cors", headers: { "content-type": "text/plain" } };
      return [
        await send("/console/session"),
        await send("/org/owner/project/list"),
        await send("/console/session", { mode: "no-cors" }),
        await send("/org/owner/project/new", { ...plain, body: JSON.stringify({ name: "planted" }) }),
        await send("/org/owner/project/${id}", { method: "DELETE" }),
        await send("/org/project/config", {
          method: "PATCH",
          headers: { "content-type": "application/json", "x-csrf-token": "x", "x-console-project": "${id}" },
          body: JSON.stringify({ display_name: "planted" }),
        }),
        await send("/console/session", { method: "DELETE" }),
      ];
    })()`;
    expect(await evil.evaluate(attack)).toEqual([
      "blocked",
      "blocked",
      "unreadable",
      "unreadable",
      "blocked",
      "blocked",
      "blocked",
    ]);
    // A form needs no permission of the service to be sent.
    await evil.evaluate(`{
      const form = document.createElement("form");
      form.method = "POST";
      form.action = ${JSON.stringify(`${world.url}/api/v3/org/owner/project/new`)};
      form.enctype = "text/plain";
      const input = document.createElement("input");
      input.name = '{"name":"planted","x":"';
      input.value = '"}';
      form.append(input);
      document.body.append(form);
      form.submit();
    }`);
    await evil.waitForURL(/project\/new$/);
    // Browsers sent the cookie, and each request was refused.
    expect(seen.some(({ cookie }) => cookie.includes("console_session_"))).toBe(true);
    expect(seen.filter(({ status }) => status < 400 && status !== 204)).toEqual([]);
    // The console is in no frame.
    await evil.goBack();
    await evil.evaluate(`{
      const frame = document.createElement("iframe");
      frame.src = ${JSON.stringify(`${world.url}/console/settings`)};
      document.body.append(frame);
    }`);
    await expect.poll(() => evil.frames()[1]?.url(), { timeout: 15_000 }).toMatch(/^chrome-error:/);
    await evil.close();
    attacker.close();
    const { data } = await world.owner.projects.listProjects();
    expect(data.map(({ name }) => name)).not.toContain("planted");
    expect(data.map(({ name }) => name)).toContain("blue");
    await open("/settings");
    await page.getByLabel("Name on link pages").waitFor();
    expect(await page.getByLabel("Name on link pages").inputValue()).toBe("");
  });

  test("nothing failed unseen, and no other host was asked", () => {
    expect(opened.faults).toEqual([]);
  });
});

/** A page of somebody else, at another port. */
async function startAttacker(): Promise<Server> {
  const server = createServer((_, response) => {
    response.writeHead(200, { "content-type": "text/html" });
    response.end('<!doctype html><html lang="en"><title>Prizes</title><body></body></html>');
  });
  await new Promise<void>((listening) => {
    server.listen(0, "127.0.0.1", listening);
  });
  return server;
}
