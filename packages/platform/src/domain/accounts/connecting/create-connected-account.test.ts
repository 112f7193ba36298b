import { describe, expect, test } from "vitest";
import { createConnect, accountKey as secret } from "../../../testing/connect.ts";
import { useDomainFixture } from "../../../testing/domain-fixture.ts";
import { testDatabases } from "../../../testing/test-database.ts";
import { updateProjectConfig } from "../../projects/config.ts";
import { getConnectedAccount } from "../connected-accounts/read-connected-accounts.ts";

describe.each(testDatabases())("on $name", ({ open }) => {
  const fixture = useDomainFixture(open);
  const { run, createConfig: config } = fixture;
  const connect = createConnect(fixture);

  test("an account with a key is ACTIVE at once, and its key is masked and sealed", async () => {
    const ac = await config("stripe", { authScheme: "API_KEY" });
    const val = {
      status: "INITIALIZING",
      generic_api_key: secret,
      left: "over",
    };
    await expect(connect(ac, { ...val, redirectUrl: "https://evil" })).rejects.toMatchObject({
      errors: ["body.connection.state.val.redirectUrl: cannot be set by a connection"],
    });
    const account = await connect(ac, val, { user_id: "user-1" });
    expect(account).toEqual({
      id: expect.stringMatching(/^ca_[A-Za-z0-9_-]{12}$/),
      connectionData: {
        authScheme: "API_KEY",
        val: { status: "ACTIVE", generic_api_key: "cana...", left: "..." },
      },
      status: "ACTIVE",
      redirect_url: null,
      redirect_uri: null,
      deprecated: { uuid: expect.any(String), authConfigUuid: expect.any(String) },
    });
    const detail = await run((scope) => getConnectedAccount(scope, account.id));
    expect(detail).toMatchObject({
      user_id: "user-1",
      status: "ACTIVE",
      status_reason: null,
      is_disabled: false,
      state: {
        authScheme: "API_KEY",
        val: { status: "ACTIVE", generic_api_key: "cana...", left: "..." },
      },
      data: { status: "ACTIVE", generic_api_key: "cana...", left: "..." },
      params: { generic_api_key: "cana...", left: "..." },
      test_request_endpoint: "/me",
      deprecated: { labels: [], uuid: account.deprecated.uuid },
      auth_config: { id: ac, is_disabled: false, is_platform_managed: false },
    });
    const rows = await run(({ trx }) => trx.selectFrom("connected_accounts").selectAll().execute());
    expect(JSON.stringify(rows)).not.toContain("canary");
  });

  test("secrets are shown while the project asks for it", async () => {
    const ac = await config("stripe", { authScheme: "API_KEY" });
    const { id } = await connect(ac, { api_key: secret });
    await run((scope) =>
      updateProjectConfig(scope, { mask_secret_keys_in_connected_account: false }),
    );
    const { state } = await run((scope) => getConnectedAccount(scope, id));
    expect(state.val.generic_api_key).toBe(secret);
    await run((scope) =>
      updateProjectConfig(scope, { mask_secret_keys_in_connected_account: true }),
    );
  });

  test("basic, bearer and no credentials connect too; defaults are filled in", async () => {
    const basic = await config("desk", { authScheme: "BASIC" });
    const account = await connect(
      basic,
      { subdomain: "acme", username: "ann", password: secret },
      {},
      "BASIC",
    );
    expect(account.connectionData.val).toEqual({
      status: "ACTIVE",
      subdomain: "acme",
      username: "ann",
      password: "cana...",
      region: "eu",
    });
    const bearer = await config("github", { authScheme: "BEARER_TOKEN" });
    expect((await connect(bearer, { token: secret }, {}, "BEARER_TOKEN")).status).toBe("ACTIVE");
    const none = await config("desk", { authScheme: "NO_AUTH" });
    expect((await connect(none, undefined)).status).toBe("ACTIVE");
  });

  test("missing and wrong fields are named, one by one", async () => {
    const place = "body.connection.state.val";
    const stripe = await config("stripe", { authScheme: "API_KEY" });
    await expect(connect(stripe, { status: "ACTIVE" })).rejects.toMatchObject({
      slug: "ConnectedAccount_CredentialsMissing",
      errors: [`${place}.generic_api_key: required`],
    });
    await expect(connect(stripe, { generic_api_key: 7 })).rejects.toMatchObject({
      slug: "Validation_Failed",
      errors: [`${place}.generic_api_key: must be a string`],
    });
    await expect(connect(stripe, { token: secret }, {}, "BASIC")).rejects.toMatchObject({
      slug: "ConnectedAccount_SchemeMismatch",
    });
    await expect(connect("ac_Unknown12345", {})).rejects.toMatchObject({
      slug: "AuthConfig_NotFound",
    });
    const saml = await config("desk", { authScheme: "SAML" });
    await expect(connect(saml, {}, {}, "SAML")).rejects.toMatchObject({
      slug: "ConnectedAccount_SchemeUnsupported",
    });
    const desk = await config("desk", { authScheme: "BASIC" });
    for (const subdomain of ["evil.example.com", "a/b", "a@b", "a:1", "-a", "a#", "x".repeat(64)]) {
      await expect(connect(desk, { subdomain, username: "u" }, {}, "BASIC")).rejects.toMatchObject({
        slug: "Validation_Failed",
        errors: [`${place}.subdomain: must be a single part of a host name, without dots`],
      });
    }
  });

  test("a host that the user named gets only the user's own credentials", async () => {
    const own = await config("forge", { authScheme: "API_KEY" });
    for (const domain of ["git.example.com", "git.example.com:8443", "https://git.example.com"]) {
      expect((await connect(own, { domain, generic_api_key: secret })).status).toBe("ACTIVE");
    }
    for (const domain of [
      "http://git.example.com",
      "https://u@git.example.com",
      "a b",
      "git.example.com/x?y",
    ]) {
      await expect(connect(own, { domain, generic_api_key: secret })).rejects.toMatchObject({
        slug: "Validation_Failed",
      });
    }
    const shared = await config("forge", {
      authScheme: "API_KEY",
      shared_credentials: { generic_api_key: secret },
    });
    await expect(connect(shared, { domain: "evil.example.com" })).rejects.toMatchObject({
      errors: [expect.stringContaining("a host of one's own needs credentials of one's own")],
    });
  });

  test("shared credentials are inherited, cannot be overridden and are part of params", async () => {
    const ac = await config("desk", {
      authScheme: "BASIC",
      shared_credentials: { subdomain: "acme", password: secret },
    });
    await expect(
      connect(ac, { subdomain: "other", username: "ann" }, {}, "BASIC"),
    ).rejects.toMatchObject({
      errors: [
        "body.connection.state.val.subdomain: is given by the auth config to all of its accounts",
      ],
    });
    const { id } = await connect(ac, { username: "ann", constructor: "Ada" }, {}, "BASIC");
    const detail = await run((scope) => getConnectedAccount(scope, id));
    expect(detail.state.val).toEqual({
      ...{ status: "ACTIVE", username: "ann", region: "eu" },
      constructor: "...",
    });
    expect(detail.params).toEqual({
      subdomain: "acme",
      password: "cana...",
      username: "ann",
      region: "eu",
      constructor: "...",
    });
  });
});
