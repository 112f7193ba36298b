import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Browser, startBrowser } from "../../../../test/support/browser.ts";
import { need } from "../../../../test/support/needs.ts";
import { accessibilityProblems } from "./accessibility.ts";
import { keyToolkit, triedToolkit } from "./browser-toolkits.ts";
import { createConfig, type Deployment, inDeployment, startDeployment } from "./deployment.ts";
import {
  agree,
  agreeWithoutReturn,
  type CustomerApplication,
  logIn,
  openPage,
  refuse,
  signIn,
  startCustomerApplication,
} from "./sign-in.ts";

const chromium = need("chromium");
const screenshots = process.env.SCREENSHOTS;

describe.skipIf(chromium === undefined)("in Chromium", () => {
  let deployment: Deployment;
  let browser: Browser;
  let application: CustomerApplication;
  let page: Page;
  let config: string;

  beforeAll(async () => {
    [deployment, browser, application] = await Promise.all([
      startDeployment({}, (provider) => [
        keyToolkit,
        triedToolkit("beacon", `${provider}/api`),
        // A port that no server may have (RFC 6335, section 8.1.2).
        triedToolkit("wreck", "http://127.0.0.1:0"),
      ]),
      startBrowser(chromium ?? ""),
      startCustomerApplication(),
    ]);
    config = await createConfig(deployment.platform, "OAUTH2");
    page = await openPage(browser.context);
  });
  afterAll(async () => {
    await browser.close();
    await deployment.close();
    await application.close();
  });

  const createLink = async (callback_url?: string, auth_config_id = config) =>
    await deployment.platform.connectedAccounts.createLink({
      body: { auth_config_id, user_id: "ada", ...(callback_url && { callback_url }) },
    });
  const read = async (nanoid: string) =>
    await deployment.platform.connectedAccounts.getConnectedAccount({ nanoid });
  /** The page that has this heading, once it is there. */
  const shows = async (name: string, at: Page = page): Promise<void> =>
    await at.getByRole("heading", { name, exact: true }).waitFor({ timeout: 20_000 });
  const tokenCalls = (): number => deployment.server.tokenCalls.length;

  test("a user agrees, tools act with the token, refreshes rotate it, and a deletion revokes it", async () => {
    const { platform, server } = deployment;
    const link = await createLink(application.url);
    const id = link.connected_account_id;
    expect((await read(id)).status).toBe("INITIATED");
    await signIn(page, link.redirect_url);
    expect(page.url()).toBe(`${application.url}&status=success&connected_account_id=${id}`);
    await shows("Welcome back");
    expect((await read(id)).status).toBe("ACTIVE");
    const execute = () =>
      platform.tools.executeTool({
        tool_slug: "HARBOUR_GET_BERTH",
        body: { version: "latest", arguments: {}, connected_account_id: id },
      });
    expect(await execute()).toMatchObject({ successful: true, data: { ok: true } });
    const used = server.apiCalls.at(-1)?.authorization;
    const refreshed = await platform.connectedAccounts.refreshConnectedAccount({ nanoid: id });
    expect(refreshed).toEqual({ id, status: "ACTIVE", redirect_url: null });
    await platform.connectedAccounts.refreshConnectedAccount({ nanoid: id });
    const sent = server.tokenCalls.slice(-2).map((form) => form.get("refresh_token"));
    expect(new Set(sent).size).toBe(2);
    expect(await execute()).toMatchObject({ successful: true });
    expect(server.apiCalls.at(-1)?.authorization).not.toBe(used);
    // A token that the application refuses before its time is renewed on the way.
    await server.forget(String(server.apiCalls.at(-1)?.authorization).replace("Bearer ", ""));
    const before = tokenCalls();
    expect(await execute()).toMatchObject({ successful: true });
    expect(tokenCalls()).toBe(before + 1);
    expect(server.withdrawn).toEqual([]);
    await platform.connectedAccounts.deleteConnectedAccount({ nanoid: id });
    await expect.poll(() => server.revoked).toContain("refresh_token");
  });

  test("without a callback address the user sees that it is done, and the used link says so too", async () => {
    const { redirect_url: link } = await createLink();
    await signIn(page, link);
    await shows("Harbour is connected");
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.goto(link);
    await shows("Harbour is connected");
  });

  test("a link that was completed in another window says that it was used", async () => {
    const { redirect_url: link } = await createLink();
    const second = await openPage(browser.context);
    await second.goto(link);
    await signIn(page, link);
    await second.getByRole("button", { name: "Continue to Harbour" }).click();
    await shows("This link was used already", second);
    expect(await second.locator("main").innerText()).toContain("ask for a new link");
    expect(await accessibilityProblems(second)).toEqual([]);
    await second.close();
  });

  test("a user who refuses is sent on with that, the page says how to go on, and can try again", async () => {
    const link = await createLink(application.url);
    const before = tokenCalls();
    await refuse(page, link.redirect_url);
    expect(page.url()).toContain("status=failed");
    expect(tokenCalls()).toBe(before);
    const account = await read(link.connected_account_id);
    expect(account).toMatchObject({
      status: "FAILED",
      state: { val: { error: "access_denied", error_description: expect.any(String) } },
    });
    const { redirect_url: shown } = await createLink();
    await refuse(page, shown);
    await shows("Harbour was not connected");
    expect(await page.locator("main").innerText()).toContain("ask for a new link");
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.goto(shown);
    await shows("Harbour was not connected");
    const again = await deployment.platform.connectedAccounts.refreshConnectedAccount({
      nanoid: account.id,
    });
    expect(again.status).toBe("FAILED");
    await signIn(page, again.redirect_url ?? "");
    expect(page.url()).toContain("status=success");
    expect((await read(account.id)).status).toBe("ACTIVE");
  });

  test("a user who declines before the sign-in is sent back with that, and no token is asked for", async () => {
    const link = await createLink(application.url);
    const before = tokenCalls();
    await page.goto(link.redirect_url);
    await page.getByRole("button", { name: "Decline" }).click();
    await shows("Welcome back");
    expect(page.url()).toContain("status=failed");
    expect((await read(link.connected_account_id)).status).toBe("FAILED");
    const { redirect_url: shown } = await createLink();
    await page.goto(shown);
    await page.getByRole("button", { name: "Decline" }).click();
    await shows("You declined");
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.goto(shown);
    await shows("Harbour was not connected");
    expect(tokenCalls()).toBe(before);
  });

  test("a provider that is out of order makes the account FAILED with its words", async () => {
    const link = await createLink();
    deployment.server.breakDown(true);
    try {
      await page.goto(link.redirect_url);
      await page.getByRole("button", { name: "Continue to Harbour" }).click();
    } finally {
      deployment.server.breakDown(false);
    }
    await shows("Harbour was not connected");
    expect(await read(link.connected_account_id)).toMatchObject({
      status: "FAILED",
      status_reason: "The provider is out of order.",
      state: { val: { error: "server_error" } },
    });
  });

  test("a link that has ended says so, before the sign-in and after it", async () => {
    const expire = (id: string): Promise<void> =>
      inDeployment(deployment, async ({ trx }) => {
        const past = new Date(0);
        const link = trx.updateTable("link_tokens").set({ expires_at: past });
        const [{ id: linkId } = { id: "" }] = await link
          .where("connected_account_id", "=", id)
          .returning("id")
          .execute();
        const states = trx.updateTable("oauth_states").set({ expires_at: past });
        await states.where("link_id", "=", linkId).execute();
      });
    const early = await createLink();
    await expire(early.connected_account_id);
    const answer = await page.goto(early.redirect_url);
    expect(answer?.status()).toBe(404);
    await shows("This link has ended");
    expect(await page.locator("main").innerText()).toContain("Ask for a new one");
    const late = await createLink();
    const before = tokenCalls();
    await logIn(page, late.redirect_url);
    await expire(late.connected_account_id);
    await agree(page);
    await shows("This sign-in cannot be completed");
    expect(tokenCalls()).toBe(before);
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test("a sign-in that another browser ends is refused without a token call, and this one can still end it", async () => {
    const link = await createLink();
    const other = await startBrowser(chromium ?? "");
    try {
      const before = tokenCalls();
      await logIn(page, link.redirect_url);
      const answer = await agreeWithoutReturn(page);
      const foreign = await openPage(other.context);
      await foreign.goto(answer);
      await shows("This sign-in began in another browser", foreign);
      expect(await accessibilityProblems(foreign)).toEqual([]);
      expect(tokenCalls()).toBe(before);
      await page.goto(answer);
      await shows("Harbour is connected");
    } finally {
      await other.close();
    }
  });

  test("the pages can be read and used at every width, in light and dark, and with the keyboard alone", async () => {
    const { platform } = deployment;
    const keys = await platform.authConfigs.createAuthConfig({
      body: {
        toolkit: { slug: "lighthouse" },
        auth_config: { type: "use_custom_auth", authScheme: "API_KEY", credentials: {} },
      },
    });
    const finished = async (config: string): Promise<string> => {
      const { redirect_url: link } = await createLink(undefined, config);
      await page.goto(link);
      await page.getByLabel("Secret key").fill("canary-key-2");
      await page.getByRole("button", { name: "Connect" }).click();
      await shows("Lighthouse is connected");
      return link;
    };
    const links = {
      consent: (await createLink()).redirect_url,
      error: `${deployment.url}/link/`,
      end: await finished(keys.auth_config.id),
      fields: (await createLink(undefined, keys.auth_config.id)).redirect_url,
    };
    for (const [name, link] of Object.entries(links)) {
      for (const width of [320, 1280]) {
        for (const colorScheme of ["light", "dark"] as const) {
          await page.setViewportSize({ width, height: 720 });
          await page.emulateMedia({ colorScheme });
          await page.goto(link);
          expect([name, width, colorScheme, await accessibilityProblems(page)]).toEqual([
            name,
            width,
            colorScheme,
            [],
          ]);
          if (screenshots !== undefined) {
            const path = join(screenshots, `link-${name}-${width}-${colorScheme}.png`);
            await page.screenshot({ path });
          }
        }
      }
    }
    await page.keyboard.press("Tab");
    expect(await page.locator(":focus").getAttribute("name")).toBe("generic_api_key");
    expect(
      await page.locator(":focus").evaluate("(field) => getComputedStyle(field).outlineStyle"),
    ).not.toBe("none");
    await page.keyboard.press("Tab");
    await page.keyboard.type("eu");
    // The browser itself keeps an empty required field back; the server has to say the same when it does not.
    await page.locator("form").evaluate((form) => form.setAttribute("novalidate", ""));
    await page.keyboard.press("Enter");
    expect(await page.getByRole("alert").innerText()).toContain("Secret key: Fill in this field.");
    expect(await accessibilityProblems(page)).toEqual([]);
    if (screenshots !== undefined) {
      await page.screenshot({ path: join(screenshots, "link-problem.png") });
    }
    expect(await page.getByLabel("Region (optional)").inputValue()).toBe("eu");
    await page.getByRole("alert").getByRole("link").click();
    await page.keyboard.type("canary-key-1");
    await page.keyboard.press("Enter");
    await shows("Lighthouse is connected");
  });

  test("a refused token, and one that cannot be checked, come back with the reason and the choice", async () => {
    const createTried = async (slug: string): Promise<string> => {
      const { auth_config } = await deployment.platform.authConfigs.createAuthConfig({
        body: {
          toolkit: { slug },
          auth_config: { type: "use_custom_auth", authScheme: "BEARER_TOKEN", credentials: {} },
        },
      });
      return (await createLink(application.url, auth_config.id)).redirect_url;
    };
    const fill = async (button: string): Promise<void> => {
      await page.getByLabel("Token").fill("canary-token-3");
      await page.getByLabel("Pier (optional)").fill("west");
      await page.getByRole("button", { name: button }).click();
    };
    await page.setViewportSize({ width: 320, height: 720 });
    await page.goto(await createTried("beacon"));
    await fill("Connect");
    expect(await page.getByRole("alert").innerText()).toContain("beacon did not accept this");
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await page.getByLabel("Pier (optional)").inputValue()).toBe("west");
    expect(await page.getByLabel("Token").inputValue()).toBe("");
    await page.goto(await createTried("wreck"));
    await fill("Connect");
    expect(await page.getByRole("alert").innerText()).toContain("wreck did not answer");
    expect(await accessibilityProblems(page)).toEqual([]);
    await fill("Try again");
    await page.getByRole("alert").waitFor();
    await fill("Connect without checking");
    await shows("Welcome back");
    expect(page.url()).toContain("status=success");
  });

  test("nothing needs JavaScript", async () => {
    const plain = await startBrowser(chromium ?? "", { javaScriptEnabled: false });
    try {
      const link = await createLink(application.url);
      const other = await openPage(plain.context);
      await signIn(other, link.redirect_url);
      expect(other.url()).toContain("status=success");
      expect((await read(link.connected_account_id)).status).toBe("ACTIVE");
    } finally {
      await plain.close();
    }
  });

  test("the log holds neither a token nor what the addresses hold", () => {
    const text = deployment.log.join("");
    expect(text).not.toMatch(/lk_|state=|code=|canary|Bearer /);
    expect(text).not.toContain("unexpected");
  });
});
