import { beforeAll, describe, expect, test } from "vitest";
import { createDomainFixture, type DomainFixture } from "../../testing/domain-fixture.ts";
import { testDatabases } from "../../testing/test-database.ts";
import { openAuthConfig } from "./auth-config-secrets.ts";
import { createAuthConfig, type NewAuthConfig } from "./create-auth-config.ts";
import { getAuthConfig, readAuthConfig } from "./read-auth-configs.ts";
import { updateAuthConfig } from "./update-auth-config.ts";

const secret = "canary-secret-4f1d2c7b9e8a";

describe.each(testDatabases())("on $name", ({ open }) => {
  let fixture: DomainFixture;
  beforeAll(async () => {
    fixture = await createDomainFixture(open);
  });
  const run: DomainFixture["run"] = (work) => fixture.run(work);
  const create = (slug: string, auth_config?: NewAuthConfig["auth_config"]): Promise<string> =>
    run(async (scope) => {
      const input = { toolkit: { slug }, ...(auth_config === undefined ? {} : { auth_config }) };
      return (await createAuthConfig(scope, input)).auth_config.id;
    });
  const ownClient = {
    type: "use_custom_auth",
    authScheme: "OAUTH2",
    credentials: {
      client_id: "Iv1.8a61f9b3",
      client_secret: secret,
      scopes: "repo, read:user repo",
    },
  } as const;

  test("credentials are merged key by key, and have to stay complete", async () => {
    const id = await create("github", ownClient);
    const credentialsOf = (): Promise<unknown> =>
      run(
        async (scope) => (await openAuthConfig(scope, await readAuthConfig(scope, id))).credentials,
      );
    await run((scope) =>
      updateAuthConfig(scope, id, {
        name: "renamed",
        credentials: { client_secret: "cana...", scopes: ["read:org"] },
      }),
    );
    expect(await credentialsOf()).toEqual({
      client_id: "Iv1.8a61f9b3",
      client_secret: secret,
      scopes: ["read:org"],
    });
    await run((scope) => updateAuthConfig(scope, id, { credentials: { scopes: [] } }));
    expect(await credentialsOf()).toEqual({ client_id: "Iv1.8a61f9b3", client_secret: secret });
    await expect(
      run((scope) => updateAuthConfig(scope, id, { credentials: { client_secret: "" } })),
    ).rejects.toMatchObject({
      slug: "AuthConfig_CredentialsInvalid",
      errors: ["body.credentials.client_secret: required"],
    });
    expect(await credentialsOf()).toEqual({ client_id: "Iv1.8a61f9b3", client_secret: secret });
    expect((await run((scope) => getAuthConfig(scope, id))).name).toBe("renamed");
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
    const proxyOf = (): Promise<unknown> =>
      run(async (scope) => (await getAuthConfig(scope, id)).proxy_config);
    expect(await proxyOf()).toEqual({
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
    expect(await proxyOf()).toBeUndefined();
  });
});
