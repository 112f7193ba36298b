import { describe, expect, test } from "vitest";
import { startBrowser } from "../../../../test/support/browser.ts";
import { findNeed } from "../../../../test/support/needs.ts";
import { findAccessibilityProblems } from "./accessibility.ts";
import { useBrowser } from "./browser-at-work.ts";
import { agreeWithoutReturn, logIn, openPage, refuse, signIn } from "./sign-in.ts";

const chromium = findNeed("chromium");

describe.skipIf(chromium === undefined)("in Chromium", () => {
  const suite = useBrowser(chromium ?? "");
  const { createLink, read, shows, tokenCalls } = suite;

  test("a user agrees, tools act with the token, refreshes rotate it, and a deletion revokes it", async () => {
    const { platform, server } = suite.deployment;
    const link = await createLink(suite.application.url);
    const id = link.connected_account_id;
    expect((await read(id)).status).toBe("INITIATED");
    await signIn(suite.page, link.redirect_url);
    expect(suite.page.url()).toBe(
      `${suite.application.url}&status=success&connected_account_id=${id}`,
    );
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
    // If the application refuses a token before it expires, the token is renewed during the call.
    await server.forget(String(server.apiCalls.at(-1)?.authorization).replace("Bearer ", ""));
    const before = tokenCalls();
    expect(await execute()).toMatchObject({ successful: true });
    expect(tokenCalls()).toBe(before + 1);
    expect(server.withdrawn).toEqual([]);
    await platform.connectedAccounts.deleteConnectedAccount({ nanoid: id });
    await expect.poll(() => server.revoked).toContain("refresh_token");
  });

  test("a user who refuses is sent on with an error, the page says how to continue, and the user can try again", async () => {
    const link = await createLink(suite.application.url);
    const before = tokenCalls();
    await refuse(suite.page, link.redirect_url);
    expect(suite.page.url()).toContain("status=failed");
    expect(tokenCalls()).toBe(before);
    const account = await read(link.connected_account_id);
    expect(account).toMatchObject({
      status: "FAILED",
      state: { val: { error: "access_denied", error_description: expect.any(String) } },
    });
    const { redirect_url: shown } = await createLink();
    await refuse(suite.page, shown);
    await shows("Harbour was not connected");
    expect(await suite.page.locator("main").innerText()).toContain("ask for a new link");
    expect(await findAccessibilityProblems(suite.page)).toEqual([]);
    await suite.page.goto(shown);
    await shows("Harbour was not connected");
    const again = await suite.deployment.platform.connectedAccounts.refreshConnectedAccount({
      nanoid: account.id,
    });
    expect(again.status).toBe("FAILED");
    await signIn(suite.page, again.redirect_url ?? "");
    expect(suite.page.url()).toContain("status=success");
    expect((await read(account.id)).status).toBe("ACTIVE");
  });

  test("a user who declines before the sign-in is sent back with an error, and no token is requested", async () => {
    const link = await createLink(suite.application.url);
    const before = tokenCalls();
    await suite.page.goto(link.redirect_url);
    await suite.page.getByRole("button", { name: "Decline" }).click();
    await shows("Welcome back");
    expect(suite.page.url()).toContain("status=failed");
    expect((await read(link.connected_account_id)).status).toBe("FAILED");
    const { redirect_url: shown } = await createLink();
    await suite.page.goto(shown);
    await suite.page.getByRole("button", { name: "Decline" }).click();
    await shows("You declined");
    expect(await findAccessibilityProblems(suite.page)).toEqual([]);
    await suite.page.goto(shown);
    await shows("Harbour was not connected");
    expect(tokenCalls()).toBe(before);
  });

  test("a provider that is out of order makes the account FAILED with the provider's words", async () => {
    const link = await createLink();
    suite.deployment.server.breakDown(true);
    try {
      await suite.page.goto(link.redirect_url);
      await suite.page.getByRole("button", { name: "Continue to Harbour" }).click();
    } finally {
      suite.deployment.server.breakDown(false);
    }
    await shows("Harbour was not connected");
    expect(await read(link.connected_account_id)).toMatchObject({
      status: "FAILED",
      status_reason: "The provider is out of order.",
      state: { val: { error: "server_error" } },
    });
  });

  test("a sign-in that another browser ends is refused without a token call, and this one can still end it", async () => {
    const link = await createLink();
    const other = await startBrowser(chromium ?? "");
    try {
      const before = tokenCalls();
      await logIn(suite.page, link.redirect_url);
      const answer = await agreeWithoutReturn(suite.page);
      const foreign = await openPage(other.context);
      await foreign.goto(answer);
      await shows("This sign-in began in another browser", foreign);
      expect(await findAccessibilityProblems(foreign)).toEqual([]);
      expect(tokenCalls()).toBe(before);
      await suite.page.goto(answer);
      await shows("Harbour is connected");
    } finally {
      await other.close();
    }
  });

  test("nothing needs JavaScript", async () => {
    const plain = await startBrowser(chromium ?? "", { javaScriptEnabled: false });
    try {
      const link = await createLink(suite.application.url);
      const other = await openPage(plain.context);
      await signIn(other, link.redirect_url);
      expect(other.url()).toContain("status=success");
      expect((await read(link.connected_account_id)).status).toBe("ACTIVE");
    } finally {
      await plain.close();
    }
  });

  test("the log contains neither tokens nor secrets from addresses", () => {
    const text = suite.deployment.log.join("");
    expect(text).not.toMatch(/lk_[\w-]{20}|state=|code=|canary|Bearer /);
    expect(text).not.toContain("unexpected");
  });
});
