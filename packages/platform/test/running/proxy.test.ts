import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type ConnectProxy,
  startConnectProxy,
} from "../../src/base/egress/testing/connect-proxy.ts";
import { client, goodKey } from "../e2e/application.ts";
import { browse } from "../e2e/suites/hosted-pages.ts";
import { startWorld, type World } from "../e2e/world.ts";

const key = "Bearer proxy-canary-0123456789";
let world: World;
let proxy: ConnectProxy;
beforeAll(async () => {
  proxy = await startConnectProxy(key);
  world = await startWorld();
});
afterAll(async () => {
  await world.close();
  await proxy.close();
});

const proxyConfig = () => ({ proxy_url: proxy.url, proxy_auth_key: key });

test("calls of an account go through the proxy of its auth config, and no others do", async () => {
  const { auth_config } = await world.platform.authConfigs.createAuthConfig({
    body: {
      toolkit: { slug: "acme" },
      auth_config: { type: "use_custom_auth", authScheme: "API_KEY", proxy_config: proxyConfig() },
    },
  });
  const { id } = await world.platform.connectedAccounts.createConnectedAccount({
    body: {
      auth_config: { id: auth_config.id },
      connection: {
        user_id: "proxied",
        state: { authScheme: "API_KEY", val: { status: "INITIALIZING", generic_api_key: goodKey } },
      },
      validate_credentials: true,
    },
  });
  const authority = new URL(world.application.url).host;
  expect(proxy.seen).toEqual([{ authority, authorization: key }]);
  const execution = await world.platform.tools.executeTool({
    tool_slug: "ACME_GET_THING",
    body: { version: "latest", arguments: {}, connected_account_id: id },
  });
  expect(execution.successful).toBe(true);
  const raw = await world.platform.tools.proxyRequest({
    body: { endpoint: "/thing", method: "GET", connected_account_id: id },
  });
  expect(raw.status).toBe(200);
  expect(proxy.seen).toHaveLength(3);
  await world.platform.tools.executeTool({
    tool_slug: "HACKERNEWS_GET_ITEM",
    body: { version: "latest", arguments: { id: 8863 } },
  });
  expect(proxy.seen).toHaveLength(3);
  await world.platform.authConfigs.updateAuthConfig({
    nanoid: auth_config.id,
    body: { proxy_config: { proxy_url: "http://127.0.0.1:2" } },
  });
  await expect(
    world.platform.tools.executeTool({
      tool_slug: "ACME_GET_THING",
      body: { version: "latest", arguments: {}, connected_account_id: id },
    }),
  ).rejects.toMatchObject({ status: 502 });
  expect(world.log.join("")).not.toContain("canary");
});

test("codes are exchanged, tokens refreshed and revoked through it", async () => {
  const { auth_config } = await world.platform.authConfigs.createAuthConfig({
    body: {
      toolkit: { slug: "acme" },
      auth_config: {
        type: "use_custom_auth",
        authScheme: "OAUTH2",
        credentials: { client_id: client.id, client_secret: client.secret },
        proxy_config: proxyConfig(),
      },
    },
  });
  const made = await world.platform.connectedAccounts.createConnectedAccount({
    body: {
      auth_config: { id: auth_config.id },
      connection: { user_id: "granted" },
      validate_credentials: false,
    },
  });
  proxy.seen.splice(0);
  const led = await browse(world, made.redirect_url ?? "", { form: {} });
  const cookie = led.headers.get("set-cookie")?.split(";")[0] ?? "";
  const provider = await fetch(led.headers.get("location") ?? "", { redirect: "manual" });
  const callback = provider.headers.get("location") ?? "";
  expect((await browse(world, callback, { headers: { cookie } })).status).toBe(200);
  expect(proxy.seen).toHaveLength(1);
  await world.platform.connectedAccounts.refreshConnectedAccount({ nanoid: made.id });
  expect(proxy.seen).toHaveLength(2);
  await world.platform.connectedAccounts.deleteConnectedAccount({ nanoid: made.id });
  // One request each for the refresh token and the access token.
  await expect.poll(() => proxy.seen.length).toBe(4);
});
