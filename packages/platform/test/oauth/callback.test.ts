import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callbackAddress } from "../../src/oauth/callback-address.ts";
import {
  type AuthorizationServer,
  client,
  startAuthorizationServer,
} from "./authorization-server.ts";
import { createConfig, type Deployment, inDeployment, startDeployment } from "./deployment.ts";
import { agreeOver, browse, connectOver, depart, returnFrom } from "./http-sign-in.ts";
import { oauthToolkit } from "./toolkit.ts";

/** What an answer to the callback is: its status and the page's heading. */
async function shown(answer: Promise<Response>): Promise<string> {
  const response = await answer;
  const title = /<h1>([^<]*)<\/h1>/.exec(await response.text())?.[1];
  return `${response.status} ${title ?? response.headers.get("location") ?? ""}`;
}

const invalid = "400 This sign-in cannot be completed";
const elsewhere = "403 This sign-in began in another browser";

describe("the callback", () => {
  let deployment: Deployment;
  let second: AuthorizationServer;
  let config: string;

  beforeAll(async () => {
    second = await startAuthorizationServer();
    deployment = await startDeployment({}, () => [oauthToolkit(second.url, "wharf")]);
    second.register(callbackAddress(deployment.serving.platform.baseUrl, "wharf"));
    config = await createConfig(deployment.platform, "OAUTH2");
  });
  afterAll(async () => {
    await deployment.close();
    await second.close();
  });

  const createLink = async (auth_config_id = config, platform = deployment.platform) =>
    await platform.connectedAccounts.createLink({ body: { auth_config_id, user_id: "ada" } });
  const fetchStatus = async (nanoid: string): Promise<string> =>
    (await deployment.platform.connectedAccounts.getConnectedAccount({ nanoid })).status;
  const changed = (url: URL, change: Record<string, string | undefined>): URL => {
    const copy = new URL(url);
    for (const [name, value] of Object.entries(change)) {
      if (value === undefined) {
        copy.searchParams.delete(name);
      } else {
        copy.searchParams.set(name, value);
      }
    }
    return copy;
  };
  const calls = (): number => deployment.server.tokenCalls.length + second.tokenCalls.length;

  test("two connections in two tabs of one browser are both completed, in the order of their return", async () => {
    const links = [await createLink(), await createLink()];
    // A browser keeps one cookie a name (RFC 6265, section 5.3), and sends all of them.
    const jar = new Map<string, string>();
    const callbacks: URL[] = [];
    for (const { redirect_url } of links) {
      const { authorization, cookie } = await depart(redirect_url);
      jar.set(cookie.slice(0, cookie.indexOf("=")), cookie);
      callbacks.push(await agreeOver(authorization));
    }
    for (const callback of callbacks) {
      const answer = browse(callback, { cookie: [...jar.values()].join("; ") });
      expect(await shown(answer)).toBe("200 Harbour is connected");
    }
    for (const { connected_account_id } of links) {
      expect(await fetchStatus(connected_account_id)).toBe("ACTIVE");
    }
  });

  test("HEAD does nothing: neither a link checker's nor the browser's own uses the code up", async () => {
    const { redirect_url: link, connected_account_id: id } = await createLink();
    const { callback, cookie } = await returnFrom(link);
    const before = calls();
    for (const headers of [{}, { cookie }]) {
      const answer = await fetch(callback, { method: "HEAD", headers, redirect: "manual" });
      expect([answer.status, answer.headers.get("location")]).toEqual([200, null]);
      expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
    }
    expect(calls()).toBe(before);
    expect(await fetchStatus(id)).toBe("INITIATED");
    expect(await shown(browse(callback, { cookie }))).toBe("200 Harbour is connected");
  });

  test("a state that is wrong, missing, empty or sent twice makes no token call, and the user can still go on", async () => {
    const { redirect_url: link, connected_account_id: id } = await createLink();
    const { callback, cookie } = await returnFrom(link);
    const before = calls();
    const state = callback.searchParams.get("state") ?? "";
    const twisted = `${state.startsWith("a") ? "b" : "a"}${state.slice(1)}`;
    for (const wrong of [twisted, state.slice(1), `${state}a`, "", undefined]) {
      const answer = browse(changed(callback, { state: wrong }), { cookie });
      expect(await shown(answer)).toBe(invalid);
    }
    const twice = await browse(`${callback.href}&state=${twisted}`, { cookie });
    expect(twice.status).toBe(400);
    expect(calls()).toBe(before);
    expect(await fetchStatus(id)).toBe("INITIATED");
    expect(await shown(browse(callback, { cookie }))).toBe("200 Harbour is connected");
    expect(await fetchStatus(id)).toBe("ACTIVE");
  });

  test("an iss that is wrong or missing makes no token call, and the user can still go on", async () => {
    const { redirect_url: link, connected_account_id: id } = await createLink();
    const { callback, cookie } = await returnFrom(link);
    const iss = callback.searchParams.get("iss");
    expect(iss).toBe(deployment.server.url);
    const before = calls();
    for (const wrong of [
      undefined,
      "https://evil.example",
      `${iss}/`,
      second.url,
      iss?.toUpperCase(),
    ]) {
      expect(await shown(browse(changed(callback, { iss: wrong }), { cookie }))).toBe(invalid);
    }
    expect(calls()).toBe(before);
    expect(await shown(browse(callback, { cookie }))).toBe("200 Harbour is connected");
    expect(await fetchStatus(id)).toBe("ACTIVE");
  });

  test("an answer that comes back a second time makes no second token call and changes nothing", async () => {
    const { redirect_url: link, connected_account_id: id } = await createLink();
    const { callback, cookie } = await returnFrom(link);
    const before = calls();
    const both = await Promise.all([1, 2].map(() => shown(browse(callback, { cookie }))));
    expect(both.toSorted()).toEqual(["200 Harbour is connected", invalid]);
    expect(await shown(browse(callback, { cookie }))).toBe(invalid);
    const refused = changed(callback, { code: undefined, error: "access_denied" });
    expect(await shown(browse(refused, { cookie }))).toBe(invalid);
    expect(calls()).toBe(before + 1);
    expect(await fetchStatus(id)).toBe("ACTIVE");
  });

  test("another browser, without the cookie or with that of another sign-in, makes no token call", async () => {
    const { redirect_url: link, connected_account_id: id } = await createLink();
    const { callback, cookie } = await returnFrom(link);
    const other = await depart((await createLink()).redirect_url);
    const before = calls();
    const refusal = changed(callback, { code: undefined, error: "access_denied" });
    for (const url of [callback, refusal]) {
      for (const wrong of ["", "platform_link=", other.cookie, `x=1; ${other.cookie}`]) {
        expect(await shown(browse(url, { cookie: wrong }))).toBe(elsewhere);
      }
      expect(await shown(browse(url))).toBe(elsewhere);
    }
    expect(calls()).toBe(before);
    expect(await fetchStatus(id)).toBe("INITIATED");
    expect(await shown(browse(callback, { cookie }))).toBe("200 Harbour is connected");
  });

  test("an answer for another project's connection is refused to the browser of this one", async () => {
    const made = await deployment.owner.projects.createProject({
      body: { name: "other", should_create_api_key: true },
    });
    const other = deployment.clientWith(made.api_key ?? "");
    const theirs = await createLink(await createConfig(other, "OAUTH2"), other);
    const mine = await depart((await createLink()).redirect_url);
    const { callback } = await returnFrom(theirs.redirect_url);
    const before = calls();
    expect(await shown(browse(callback, { cookie: mine.cookie }))).toBe(elsewhere);
    // Their state in my answer, or mine in theirs: each state is for its own browser.
    const state = mine.authorization.searchParams.get("state") ?? "";
    const mixed = changed(callback, { state });
    expect(await shown(browse(mixed, {}))).toBe(elsewhere);
    expect(calls()).toBe(before);
    const theirId = { nanoid: theirs.connected_account_id };
    expect((await other.connectedAccounts.getConnectedAccount(theirId)).status).toBe("INITIATED");
  });

  test("an answer after ten minutes, or for an account that was switched off or deleted, makes no token call", async () => {
    const before = calls();
    const { connectedAccounts } = deployment.platform;
    const ends: readonly ((id: string) => Promise<unknown>)[] = [
      (id) =>
        inDeployment(deployment, ({ trx }) =>
          trx
            .updateTable("connected_accounts")
            .set({ waits_until: new Date(0) })
            .where("id", "=", id)
            .execute(),
        ),
      (nanoid) => connectedAccounts.setConnectedAccountStatus({ nanoid, body: { enabled: false } }),
      (nanoid) => connectedAccounts.deleteConnectedAccount({ nanoid }),
    ];
    for (const end of ends) {
      const { redirect_url: link, connected_account_id: id } = await createLink();
      const { callback, cookie } = await returnFrom(link);
      await end(id);
      expect(await shown(browse(callback, { cookie }))).toBe(invalid);
    }
    expect(calls()).toBe(before);
  });

  test("a code of another server never reaches this one (RFC 9207, mix-up)", async () => {
    const harbour = await depart((await createLink()).redirect_url);
    const wharf = await depart(
      (await createLink(await createConfig(deployment.platform, "OAUTH2", { slug: "wharf" })))
        .redirect_url,
    );
    const theirs = await agreeOver(wharf.authorization);
    const before = calls();
    // The attacker leads the answer of the other server into the sign-in that the user began here.
    const state = harbour.authorization.searchParams.get("state") ?? "";
    const mixed = changed(theirs, { state });
    expect(await shown(browse(mixed, { cookie: harbour.cookie }))).toBe(invalid);
    expect(calls()).toBe(before);
  });

  test("a code of another sign-in at the same server is refused there by PKCE, and connects nobody", async () => {
    const victim = await createLink();
    const attacker = await returnFrom((await createLink()).redirect_url);
    const { authorization, cookie } = await depart(victim.redirect_url);
    const before = calls();
    const injected = changed(attacker.callback, {
      state: authorization.searchParams.get("state") ?? "",
    });
    expect(await shown(browse(injected, { cookie }))).toBe("200 Harbour was not connected");
    expect(calls()).toBe(before + 1);
    const account = await deployment.platform.connectedAccounts.getConnectedAccount({
      nanoid: victim.connected_account_id,
    });
    expect(account).toMatchObject({ status: "FAILED", state: { val: { error: "invalid_grant" } } });
  });

  test("the redirect address is exactly the registered one, whatever Host says, and no other path takes answers", async () => {
    const { redirect_url: link } = await createLink();
    const base = deployment.serving.platform.baseUrl;
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
    // A Host that is not ours is refused, or has no influence.
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
      // Another server's address, and the one of all toolkits: the answer was mixed up (RFC 9700, section 4.4).
      ["/api/v3/toolkits/auth/callback/wharf", 400],
      ["/api/v3/toolkits/auth/callback", 400],
    ] as const) {
      const other = new URL(callback);
      other.pathname = path;
      expect([path, (await browse(other, { cookie })).status]).toEqual([path, status]);
    }
    expect((await browse(callback, { cookie, form: {} })).status).toBe(405);
    expect(calls()).toBe(before);
    expect(await shown(browse(callback, { cookie }))).toBe("200 Harbour is connected");
    const sent = deployment.server.tokenCalls.at(-1);
    expect(sent?.get("redirect_uri")).toBe(`${base}/api/v3/toolkits/auth/callback/harbour`);
    expect(sent?.get("code_verifier")).toMatch(/^[\w-]{43}$/);
  });

  test("a client that was registered before toolkits had redirect addresses goes on with the one of all toolkits", async () => {
    const { server, platform, serving } = deployment;
    const shared = callbackAddress(serving.platform.baseUrl);
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
    expect(await shown(browse(mixed, { cookie }))).toBe(invalid);
    expect(calls()).toBe(before);
    expect(await shown(browse(callback, { cookie }))).toBe("200 Harbour is connected");
    expect(server.tokenCalls.at(-1)?.get("redirect_uri")).toBe(shared);
    await expect(create("https://evil.example.com/")).rejects.toMatchObject({
      status: 400,
      body: { error: { slug: "AuthConfig_CredentialsInvalid" } },
    });
    // As auth configs from before the migration are stored.
    await inDeployment(deployment, ({ trx }) =>
      trx
        .updateTable("auth_configs")
        .set({ has_own_redirect: false })
        .where("id", "=", config)
        .execute(),
    );
    const { authorization } = await depart((await createLink()).redirect_url);
    expect(authorization.searchParams.get("redirect_uri")).toBe(shared);
    await inDeployment(deployment, ({ trx }) =>
      trx
        .updateTable("auth_configs")
        .set({ has_own_redirect: true })
        .where("id", "=", config)
        .execute(),
    );
  });

  test("a server that cannot be reached for the tokens makes the account FAILED, and the user can try again", async () => {
    const { server, platform } = deployment;
    const { redirect_url: link, connected_account_id: nanoid } = await createLink();
    const { callback, cookie } = await returnFrom(link);
    server.hold({ before: () => Promise.reject(new Error("gone")) });
    expect(await shown(browse(callback, { cookie }))).toBe("200 Harbour was not connected");
    server.hold({});
    expect(await platform.connectedAccounts.getConnectedAccount({ nanoid })).toMatchObject({
      status: "FAILED",
      state: { val: { error: "temporarily_unavailable" } },
    });
    const again = await platform.connectedAccounts.refreshConnectedAccount({ nanoid });
    expect(await shown(connectOver(again.redirect_url ?? ""))).toBe("200 Harbour is connected");
    expect(await fetchStatus(nanoid)).toBe("ACTIVE");
  });
});
