import { request } from "node:http";
import { describe, expect, test } from "vitest";
import { buildCallbackAddress } from "../../src/applications/oauth/callback-address.ts";
import { client } from "./authorization-server.ts";
import { changeQuery, describePage, elsewhere, invalid, useCallback } from "./callback-at-work.ts";
import { createConfig, runInDeployment } from "./deployment.ts";
import { agreeOver, browse, departToProvider, returnFrom } from "./http-sign-in.ts";

describe("an answer that belongs elsewhere", () => {
  const suite = useCallback();
  const { calls, createLink, fetchStatus } = suite;

  test("another browser, without the cookie or with that of another sign-in, makes no token call", async () => {
    const { redirect_url: link, connected_account_id: id } = await createLink();
    const { callback, cookie } = await returnFrom(link);
    const other = await departToProvider((await createLink()).redirect_url);
    const before = calls();
    const refusal = changeQuery(callback, { code: undefined, error: "access_denied" });
    for (const url of [callback, refusal]) {
      for (const wrong of ["", "platform_link=", other.cookie, `x=1; ${other.cookie}`]) {
        expect(await describePage(browse(url, { cookie: wrong }))).toBe(elsewhere);
      }
      expect(await describePage(browse(url))).toBe(elsewhere);
    }
    expect(calls()).toBe(before);
    expect(await fetchStatus(id)).toBe("INITIATED");
    expect(await describePage(browse(callback, { cookie }))).toBe("200 Harbour is connected");
  });

  test("an answer for another project's connection is refused to the browser of this one", async () => {
    const made = await suite.deployment.owner.projects.createProject({
      body: { name: "other", should_create_api_key: true },
    });
    const other = suite.deployment.clientWith(made.api_key ?? "");
    const theirs = await createLink(await createConfig(other, "OAUTH2"), other);
    const mine = await departToProvider((await createLink()).redirect_url);
    const { callback } = await returnFrom(theirs.redirect_url);
    const before = calls();
    expect(await describePage(browse(callback, { cookie: mine.cookie }))).toBe(elsewhere);
    // The other user's state in my response, or mine in theirs. Each state belongs to its own browser.
    const state = mine.authorization.searchParams.get("state") ?? "";
    const mixed = changeQuery(callback, { state });
    expect(await describePage(browse(mixed, {}))).toBe(elsewhere);
    expect(calls()).toBe(before);
    const theirId = { nanoid: theirs.connected_account_id };
    expect((await other.connectedAccounts.getConnectedAccount(theirId)).status).toBe("INITIATED");
  });

  test("a code of another server never reaches this one (RFC 9207, mix-up)", async () => {
    const harbour = await departToProvider((await createLink()).redirect_url);
    const wharf = await departToProvider(
      (await createLink(await createConfig(suite.deployment.platform, "OAUTH2", { slug: "wharf" })))
        .redirect_url,
    );
    const theirs = await agreeOver(wharf.authorization);
    const before = calls();
    // The attacker sends the other server's response into the sign-in that the user began here.
    const state = harbour.authorization.searchParams.get("state") ?? "";
    const mixed = changeQuery(theirs, { state });
    expect(await describePage(browse(mixed, { cookie: harbour.cookie }))).toBe(invalid);
    expect(calls()).toBe(before);
  });

  test("a code of another sign-in at the same server is refused there by PKCE, and connects nobody", async () => {
    const victim = await createLink();
    const attacker = await returnFrom((await createLink()).redirect_url);
    const { authorization, cookie } = await departToProvider(victim.redirect_url);
    const before = calls();
    const injected = changeQuery(attacker.callback, {
      state: authorization.searchParams.get("state") ?? "",
    });
    expect(await describePage(browse(injected, { cookie }))).toBe("200 Harbour was not connected");
    expect(calls()).toBe(before + 1);
    const account = await suite.deployment.platform.connectedAccounts.getConnectedAccount({
      nanoid: victim.connected_account_id,
    });
    expect(account).toMatchObject({ status: "FAILED", state: { val: { error: "invalid_grant" } } });
  });

  test("the redirect address is exactly the registered one, whatever Host says, and no other path takes answers", async () => {
    const { redirect_url: link } = await createLink();
    const base = suite.deployment.serving.platform.baseUrl;
    const location = await new Promise<string>((resolve, reject) => {
      const { port, pathname } = new URL(link);
      const sent = request(
        {
          host: "127.0.0.1",
          port,
          path: pathname,
          method: "POST",
          headers: { host: "evil.example" },
        },
        (response) => resolve(response.resume().headers.location ?? ""),
      );
      sent.on("error", reject).end();
    });
    // A foreign Host header is refused, or has no influence.
    if (location !== "") {
      expect(new URL(location).searchParams.get("redirect_uri")).toBe(
        `${base}/api/v3/toolkits/auth/callback/harbour`,
      );
    }
    const { callback, cookie } = await returnFrom(link);
    const before = calls();
    for (const [path, status] of [
      ["/api/v3/toolkits/auth/callback/", 404],
      ["/api/v3/toolkits/auth/Callback/harbour", 404],
      // The address of another server, and the address of all toolkits: the response was mixed up (RFC 9700, section
      // 4.4).
      ["/api/v3/toolkits/auth/callback/wharf", 400],
      ["/api/v3/toolkits/auth/callback", 400],
    ] as const) {
      const other = new URL(callback);
      other.pathname = path;
      expect([path, (await browse(other, { cookie })).status]).toEqual([path, status]);
    }
    expect((await browse(callback, { cookie, form: {} })).status).toBe(405);
    expect(calls()).toBe(before);
    expect(await describePage(browse(callback, { cookie }))).toBe("200 Harbour is connected");
    const sent = suite.deployment.server.tokenCalls.at(-1);
    expect(sent?.get("redirect_uri")).toBe(`${base}/api/v3/toolkits/auth/callback/harbour`);
    expect(sent?.get("code_verifier")).toMatch(/^[\w-]{43}$/);
  });

  test("a client that was registered before toolkits had redirect addresses keeps using the one of all toolkits", async () => {
    const { server, platform, serving } = suite.deployment;
    const shared = buildCallbackAddress(serving.platform.baseUrl);
    const create = (oauth_redirect_uri: string) =>
      platform.authConfigs.createAuthConfig({
        body: {
          toolkit: { slug: "harbour" },
          auth_config: {
            type: "use_custom_auth",
            authScheme: "OAUTH2",
            credentials: {
              client_id: client.id,
              client_secret: client.secret,
              oauth_redirect_uri,
            },
          },
        },
      });
    const { redirect_url } = await createLink((await create(shared)).auth_config.id);
    const { callback, cookie } = await returnFrom(redirect_url);
    expect(callback.origin + callback.pathname).toBe(shared);
    const before = calls();
    const mixed = new URL(callback);
    mixed.pathname += "/harbour";
    expect(await describePage(browse(mixed, { cookie }))).toBe(invalid);
    expect(calls()).toBe(before);
    expect(await describePage(browse(callback, { cookie }))).toBe("200 Harbour is connected");
    expect(server.tokenCalls.at(-1)?.get("redirect_uri")).toBe(shared);
    await expect(create("https://evil.example.com/")).rejects.toMatchObject({
      status: 400,
      body: { error: { slug: "AuthConfig_CredentialsInvalid" } },
    });
    // Auth configs from before the migration are stored like this.
    await runInDeployment(suite.deployment, ({ trx }) =>
      trx
        .updateTable("auth_configs")
        .set({ has_own_redirect: false })
        .where("id", "=", suite.config)
        .execute(),
    );
    const { authorization } = await departToProvider((await createLink()).redirect_url);
    expect(authorization.searchParams.get("redirect_uri")).toBe(shared);
    await runInDeployment(suite.deployment, ({ trx }) =>
      trx
        .updateTable("auth_configs")
        .set({ has_own_redirect: true })
        .where("id", "=", suite.config)
        .execute(),
    );
  });
});
