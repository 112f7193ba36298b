import { afterAll, beforeAll, expect, test } from "vitest";
import { client } from "../application.ts";
import { acme } from "../documents.ts";
import { preferJson } from "../send-example.ts";
import type { World } from "../world.ts";
import { catchRefusal } from "../world.ts";
import { connect, createConfig } from "./accounts.ts";
import { browse } from "./hosted-pages.ts";

/** The same toolkit as a project's own. */
const importedSlug = "crew";

/**
 * OAuth 2 from the first call to the revocation.
 *
 * @param redirect the redirect address with which clients were registered: `own` is their toolkit's, `shared` that of
 *   all toolkits, `imported` that of a toolkit that the project imported
 */
export function testOauth(world: () => World, redirect: "own" | "shared" | "imported"): void {
  const slug = redirect === "imported" ? importedSlug : "acme";
  if (redirect === "imported") {
    beforeAll(async () => {
      const document = acme(world().application.url)
        .replaceAll("acme", importedSlug)
        .replaceAll("ACME", importedSlug.toUpperCase());
      await world().platform.toolkits.importToolkit({ body: { slug, document } });
    });
    afterAll(async () => {
      await world().platform.toolkits.deleteToolkit({ slug });
    });
  }
  const start = async (user_id: string, callback_url?: string) => {
    const { platform } = world();
    const config = await platform.authConfigs.createAuthConfig({
      body: {
        toolkit: { slug },
        auth_config:
          redirect === "imported"
            ? {
                type: "use_custom_auth",
                authScheme: "OAUTH2",
                credentials: { client_id: client.id, client_secret: client.secret },
              }
            : { type: "use_platform_managed_auth" },
      },
    });
    const { project } = await platform.auth.getSessionInfo();
    await world().serving.platform.database.transactInProject(project?.id ?? "", (trx) =>
      trx
        .updateTable("auth_configs")
        .set({ has_own_redirect: redirect !== "shared" })
        .where("id", "=", config.auth_config.id)
        .execute(),
    );
    const made = await platform.connectedAccounts.createConnectedAccount({
      body: {
        auth_config: { id: config.auth_config.id },
        connection: { user_id, ...(callback_url && { callback_url }) },
        validate_credentials: false,
      },
    });
    expect(made.connectionData.val.status).toBe("INITIATED");
    return { id: made.id, page: made.redirect_url ?? "" };
  };
  /** Goes to the application and back to the callback, with the cookie that the browser received. */
  const signIn = async (page: string) => {
    const led = await browse(world(), page, { form: {} });
    expect(led.status).toBe(303);
    const cookie = led.headers.get("set-cookie") ?? "";
    expect(cookie).toMatch(
      /; Path=\/api\/v3\/toolkits\/auth\/callback; Max-Age=600; HttpOnly; SameSite=Lax$/,
    );
    const back = await fetch(led.headers.get("location") ?? "", { redirect: "manual" });
    return { callback: back.headers.get("location") ?? "", cookie: cookie.split(";")[0] ?? "" };
  };
  const countTokenCalls = (): number =>
    world().application.seen.filter(({ path }) => path === "/token").length;

  test("a user signs in, tools act with the token, and it is refreshed and revoked", async () => {
    const { platform, application } = world();
    const { id, page } = await start("oauth-user", "https://app.example.com/done");
    expect(await (await browse(world(), page)).text()).toContain("Continue to Acme");
    const { callback, cookie } = await signIn(page);
    const done = await browse(world(), callback, { headers: { cookie } });
    expect([done.status, done.headers.get("location")]).toEqual([
      303,
      `https://app.example.com/done?status=success&connected_account_id=${id}`,
    ]);
    const executed = await platform.tools.executeTool({
      tool_slug: `${slug.toUpperCase()}_GET_THING`,
      body: { version: "latest", arguments: {}, user_id: "oauth-user" },
    });
    expect(executed.successful).toBe(true);
    const before = countTokenCalls();
    const refreshed = await platform.connectedAccounts.refreshConnectedAccount({ nanoid: id });
    expect(refreshed).toEqual({ id, status: "ACTIVE", redirect_url: null });
    expect(countTokenCalls()).toBe(before + 1);
    await platform.connectedAccounts.deleteConnectedAccount({ nanoid: id });
    await expect
      .poll(() => application.seen.filter(({ path }) => path === "/revoke").length)
      .toBeGreaterThan(0);
  });

  test("an answer without the cookie, with another state, or for the second time makes no token call", async () => {
    const { id, page } = await start("careful");
    const { callback, cookie } = await signIn(page);
    const before = countTokenCalls();
    expect((await browse(world(), callback)).status).toBe(403);
    expect(
      (await browse(world(), callback, { headers: { cookie: "platform_link=x" } })).status,
    ).toBe(403);
    const reported = await browse(world(), callback, { headers: { accept: preferJson } });
    expect(await reported.json()).toMatchObject({
      error: { status: 403, slug: "ConnectedAccount_BrowserMismatch" },
    });
    const other = new URL(callback);
    other.searchParams.set("state", "made-up");
    expect((await browse(world(), other.href, { headers: { cookie } })).status).toBe(400);
    const elsewhere = new URL(callback);
    elsewhere.searchParams.set("iss", "https://evil.example");
    expect((await browse(world(), elsewhere.href, { headers: { cookie } })).status).toBe(400);
    expect(countTokenCalls()).toBe(before);
    const done = await browse(world(), callback, { headers: { cookie } });
    expect([done.status, await done.text()]).toEqual([
      200,
      expect.stringContaining("Acme is connected"),
    ]);
    const twice = await browse(world(), callback, { headers: { cookie, accept: preferJson } });
    expect(await twice.json()).toMatchObject({
      error: { status: 400, slug: "ConnectedAccount_StateInvalid" },
    });
    expect(countTokenCalls()).toBe(before + 1);
    const account = await world().platform.connectedAccounts.getConnectedAccount({ nanoid: id });
    expect(account.status).toBe("ACTIVE");
  });

  test("a user who refuses makes the account FAILED, and a new grant makes it ACTIVE", async () => {
    const { platform } = world();
    const { id, page } = await start("hesitant", "https://app.example.com/done");
    const { callback, cookie } = await signIn(page);
    const refused = new URL(callback);
    refused.searchParams.delete("code");
    refused.searchParams.set("error", "access_denied");
    const failed = await browse(world(), refused.href, { headers: { cookie } });
    expect(failed.headers.get("location")).toContain("status=failed");
    const read = await platform.connectedAccounts.getConnectedAccount({ nanoid: id });
    expect(read).toMatchObject({ status: "FAILED", state: { val: { error: "access_denied" } } });
    // The address may also be given in the query instead of the body.
    const asked = await platform.connectedAccounts.refreshConnectedAccount({
      nanoid: id,
      redirect_url: "https://app.example.com/refreshed",
    });
    expect(asked.status).toBe("FAILED");
    const again = await signIn(asked.redirect_url ?? "");
    const done = await browse(world(), again.callback, { headers: { cookie: again.cookie } });
    expect(done.headers.get("location")).toBe(
      `https://app.example.com/refreshed?status=success&connected_account_id=${id}`,
    );
  });

  test("a refresh that cannot be made is refused with the reason, and one that is refused asks the user", async () => {
    const { platform, application } = world();
    const { id, page } = await start("refresher");
    const { callback, cookie } = await signIn(page);
    await browse(world(), callback, { headers: { cookie } });
    const refresh = (body: { redirect_url?: string; validate_credentials: boolean }) =>
      platform.connectedAccounts.refreshConnectedAccount({ nanoid: id, body });
    application.forget();
    const asked = await refresh({ validate_credentials: false });
    expect(asked).toMatchObject({ id, redirect_url: expect.stringContaining("/link/lk_") });
    const wrong = refresh({ redirect_url: "http://evil.example/", validate_credentials: false });
    expect(await catchRefusal(wrong)).toBe("400 ConnectedAccount_CallbackUrlInvalid");
    const read = await platform.connectedAccounts.getConnectedAccount({ nanoid: id });
    await platform.authConfigs.setAuthConfigStatus({
      nanoid: read.auth_config.id,
      status: "DISABLED",
    });
    expect(await catchRefusal(refresh({ validate_credentials: false }))).toBe(
      "422 ConnectedAccount_AuthConfigDisabled",
    );
    const disabled = await browse(world(), asked.redirect_url ?? "", { form: {} });
    expect(disabled.status).toBe(422);
  });

  test("a client whose credentials the application refuses cannot be refreshed", async () => {
    const config = await createConfig(world(), "S2S_OAUTH2");
    const val = { client_id: "client-2", client_secret: "client-secret-canary-2" };
    const id = await connect(world(), config, "S2S_OAUTH2", val);
    const { connectedAccounts } = world().platform;
    expect(await catchRefusal(connectedAccounts.refreshConnectedAccount({ nanoid: id }))).toBe(
      "400 ConnectedAccount_CredentialsRejected",
    );
  });

  test("an account that still waits cannot be refreshed", async () => {
    const { id } = await start("waiting");
    const refresh = world().platform.connectedAccounts.refreshConnectedAccount({ nanoid: id });
    expect(await catchRefusal(refresh)).toBe("422 ConnectedAccount_StatusForbids");
  });
}
