import { describe, expect, test } from "vitest";
import { useDomainFixture } from "../../../testing/domain-fixture.ts";
import { ownClient, ownClientSecret as secret } from "../../../testing/own-client.ts";
import { testDatabases } from "../../../testing/test-database.ts";
import { openAuthConfig } from "./auth-config-secrets.ts";
import { getAuthConfig, readAuthConfig } from "./read-auth-configs.ts";
import { updateAuthConfig } from "./update-auth-config.ts";

describe.each(testDatabases())("on $name", ({ open }) => {
  const { run, createAuthConfig: create } = useDomainFixture(open);

  test("credentials are merged key by key, and have to stay complete", async () => {
    const id = await create("github", ownClient);
    const readCredentials = (): Promise<unknown> =>
      run(
        async (scope) => (await openAuthConfig(scope, await readAuthConfig(scope, id))).credentials,
      );
    await run((scope) =>
      updateAuthConfig(scope, id, {
        name: "renamed",
        credentials: { client_secret: "cana...", scopes: ["read:org"] },
      }),
    );
    expect(await readCredentials()).toEqual({
      client_id: "Iv1.8a61f9b3",
      client_secret: secret,
      scopes: ["read:org"],
    });
    await run((scope) => updateAuthConfig(scope, id, { credentials: { scopes: [] } }));
    expect(await readCredentials()).toEqual({ client_id: "Iv1.8a61f9b3", client_secret: secret });
    await expect(
      run((scope) => updateAuthConfig(scope, id, { credentials: { client_secret: "" } })),
    ).rejects.toMatchObject({
      slug: "AuthConfig_CredentialsInvalid",
      errors: ["body.credentials.client_secret: required"],
    });
    expect(await readCredentials()).toEqual({ client_id: "Iv1.8a61f9b3", client_secret: secret });
    expect((await run((scope) => getAuthConfig(scope, id))).name).toBe("renamed");
  });

  test("the redirect address can be read and changed, but only to one of the service's", async () => {
    const id = await create("github", ownClient);
    const readRedirectAddress = async (): Promise<unknown> =>
      (await run((scope) => getAuthConfig(scope, id))).credentials?.oauth_redirect_uri;
    const changeRedirectAddress = (oauth_redirect_uri: string): Promise<void> =>
      run((scope) => updateAuthConfig(scope, id, { credentials: { oauth_redirect_uri } }));
    const own = await readRedirectAddress();
    expect(own).toMatch(/^https?:.*\/api\/v3\/toolkits\/auth\/callback\/github$/);
    const shared = String(own).replace(/\/github$/, "");
    await changeRedirectAddress(shared);
    expect(await readRedirectAddress()).toBe(shared);
    await run((scope) => updateAuthConfig(scope, id, { credentials: { scopes: ["repo"] } }));
    expect(await readRedirectAddress()).toBe(shared);
    await expect(changeRedirectAddress("https://elsewhere.example.com/")).rejects.toMatchObject({
      slug: "AuthConfig_CredentialsInvalid",
      errors: [`body.credentials.oauth_redirect_uri: must be ${own} or ${shared}`],
    });
    await changeRedirectAddress("");
    expect(await readRedirectAddress()).toBe(own);
    const { credentials } = await run(async (scope) =>
      openAuthConfig(scope, await readAuthConfig(scope, id)),
    );
    expect(credentials).not.toHaveProperty("oauth_redirect_uri");
    const managed = await create("github");
    await expect(
      run((scope) =>
        updateAuthConfig(scope, managed, { credentials: { oauth_redirect_uri: shared } }),
      ),
    ).rejects.toMatchObject({ slug: "AuthConfig_CredentialsInvalid" });
  });

  test("a managed auth config takes scopes and nothing else", async () => {
    const id = await create("github");
    await run((scope) => updateAuthConfig(scope, id, { credentials: { scopes: "a b" } }));
    expect((await run((scope) => getAuthConfig(scope, id))).credentials).toEqual({
      scopes: ["a", "b"],
    });
    for (const changes of [
      { credentials: { client_id: "x" } },
      { shared_credentials: { x: "y" } },
      { proxy_config: { proxy_url: "http://proxy" } },
    ]) {
      await expect(run((scope) => updateAuthConfig(scope, id, changes))).rejects.toMatchObject({
        slug: "AuthConfig_CredentialsInvalid",
      });
    }
  });

  test("a proxy is replaced, keeps its key when its mask comes back, and is removed by null", async () => {
    const id = await create("stripe", {
      type: "use_custom_auth",
      authScheme: "API_KEY",
      proxy_config: {
        proxy_url: "http://forward.example.com",
        proxy_auth_key: "proxy-key-0123456789",
      },
    });
    const readProxy = (): Promise<unknown> =>
      run(async (scope) => (await getAuthConfig(scope, id)).proxy_config);
    expect(await readProxy()).toEqual({
      proxy_url: "http://forward.example.com",
      proxy_auth_key: "prox...",
    });
    await run((scope) =>
      updateAuthConfig(scope, id, {
        proxy_config: { proxy_url: "http://other.example.com", proxy_auth_key: "prox..." },
      }),
    );
    const opened = await run(async (scope) =>
      openAuthConfig(scope, await readAuthConfig(scope, id)),
    );
    expect(opened.proxy_config).toEqual({
      proxy_url: "http://other.example.com",
      proxy_auth_key: "proxy-key-0123456789",
    });
    await run((scope) => updateAuthConfig(scope, id, { proxy_config: null }));
    expect(await readProxy()).toBeUndefined();
  });
});
