import { describe, expect, test } from "vitest";
import type { Schemas } from "../../../base/api-types.ts";
import { useDomainFixture } from "../../../testing/domain-fixture.ts";
import { ownClient, ownClientSecret as secret } from "../../../testing/own-client.ts";
import { testDatabases } from "../../../testing/test-database.ts";
import { openAuthConfig } from "./auth-config-secrets.ts";
import { createAuthConfig } from "./create-auth-config.ts";
import { getAuthConfig, readAuthConfig } from "./read-auth-configs.ts";
import { updateAuthConfig } from "./update-auth-config.ts";

describe.each(testDatabases())("on $name", ({ open }) => {
  const { run, createAuthConfig: create } = useDomainFixture(open);

  test("a managed auth config is the default, and shows nothing of the deployment's client", async () => {
    const created = await run((scope) => createAuthConfig(scope, { toolkit: { slug: "github" } }));
    expect(created).toEqual({
      toolkit: { slug: "github" },
      auth_config: {
        id: expect.stringMatching(/^ac_[A-Za-z0-9_-]{12}$/),
        auth_scheme: "OAUTH2",
        is_platform_managed: true,
        tool_access_config: {
          tools_available_for_execution: [],
          tools_for_connected_account_creation: [],
        },
        restrict_to_following_tools: [],
      },
    });
    const record = await run((scope) => getAuthConfig(scope, created.auth_config.id));
    expect(record).toMatchObject({
      type: "default",
      name: "Github OAUTH2",
      credentials: {},
      status: "ENABLED",
      is_disabled: false,
      no_of_connections: 0,
      toolkit: { slug: "github", logo: "https://platform.example.com/logos/github.svg" },
    });
  });

  test("a client of the project's own is masked in reads and sealed in the database", async () => {
    const id = await create("github", {
      ...ownClient,
      restrict_to_following_tools: ["GITHUB_GET"],
    });
    const record = await run((scope) => getAuthConfig(scope, id));
    expect(record).toMatchObject({
      type: "custom",
      credentials: {
        client_id: "Iv1.8a61f9b3",
        client_secret: "cana...",
        scopes: ["repo", "read:user"],
      },
      restrict_to_following_tools: ["GITHUB_GET"],
    });
    const row = await run((scope) => readAuthConfig(scope, id));
    expect(JSON.stringify(row)).not.toContain("canary");
    const opened = await run(async (scope) => await openAuthConfig(scope, row));
    expect(opened.credentials.client_secret).toBe(secret);
  });

  test.each([
    { tool_access_config: { tools_available_for_execution: ["GITHUB_GET"] } },
    { restrict_to_following_tools: ["GITHUB_GET", "GITHUB_GET"] },
    {
      tool_access_config: { tools_available_for_execution: ["GITHUB_GET"] },
      restrict_to_following_tools: ["GITHUB_GET"],
    },
  ])("%j restricts execution, and is read under both names", async (access) => {
    const id = await create("github", { type: "use_platform_managed_auth", ...access });
    const record = await run((scope) => getAuthConfig(scope, id));
    expect(record).toMatchObject({
      tool_access_config: {
        tools_available_for_execution: ["GITHUB_GET"],
        tools_for_connected_account_creation: [],
      },
      restrict_to_following_tools: ["GITHUB_GET"],
    });
  });

  test.each([
    [{ type: "use_platform_managed_auth" } as const, {}],
    [
      { ...ownClient, credentials: { ...ownClient.credentials, scopes: "" } },
      ownClient.credentials,
    ],
  ])("the tools of a connection decide which scopes are requested", async (config, credentials) => {
    const forTools = (...tools: string[]) => ({
      tool_access_config: { tools_for_connected_account_creation: tools },
    });
    const readScopes = async (id: string): Promise<unknown> =>
      (await run((scope) => getAuthConfig(scope, id))).credentials.scopes;
    const id = await create("github", { ...config, ...forTools("GITHUB_GET", "GITHUB_LIST") });
    expect(await readScopes(id)).toEqual(["read:user", "repo", "read:org"]);
    await run((scope) => updateAuthConfig(scope, id, forTools("GITHUB_GET")));
    expect(await readScopes(id)).toEqual(["read:user"]);
    const scopes = ["gist"];
    const changes = { ...forTools("GITHUB_LIST"), credentials: { scopes } };
    await run((scope) => updateAuthConfig(scope, id, changes));
    expect(await readScopes(id)).toEqual(scopes);
    expect((await run((scope) => getAuthConfig(scope, id))).tool_access_config).toEqual({
      tools_available_for_execution: [],
      tools_for_connected_account_creation: ["GITHUB_LIST"],
    });
    const own = { ...config, credentials: { ...credentials, scopes } };
    expect(await readScopes(await create("github", { ...own, ...forTools("GITHUB_GET") }))).toEqual(
      scopes,
    );
  });

  test.each<
    [string, string, Schemas["AuthConfigInput"] | undefined, readonly string[] | undefined]
  >([
    ["Toolkit_NotFound", "unknown", undefined, undefined],
    ["AuthConfig_NoAuthToolkit", "hackernews", undefined, undefined],
    ["AuthConfig_NoManagedAuth", "stripe", undefined, undefined],
    [
      "AuthConfig_SchemeNotOffered",
      "stripe",
      { type: "use_custom_auth", authScheme: "BASIC" },
      undefined,
    ],
    [
      "AuthConfig_CredentialsInvalid",
      "github",
      { type: "use_custom_auth", authScheme: "OAUTH2", credentials: { client_id: "" } },
      [
        "body.auth_config.credentials.client_id: required",
        "body.auth_config.credentials.client_secret: required",
      ],
    ],
    [
      "AuthConfig_CredentialsInvalid",
      "github",
      // The document declares only `scopes`, but admits other members.
      { type: "use_platform_managed_auth", credentials: Object.fromEntries([["client_id", "x"]]) },
      ["body.auth_config.credentials.client_id: the credentials are the deployment's"],
    ],
    [
      "AuthConfig_CredentialsInvalid",
      "desk",
      {
        type: "use_custom_auth",
        authScheme: "BASIC",
        shared_credentials: { subdomain: "evil.example.com/" },
      },
      [
        "body.auth_config.shared_credentials.subdomain: must be a single part of a host name, without dots",
      ],
    ],
    [
      "AuthConfig_CredentialsInvalid",
      "forge",
      {
        type: "use_custom_auth",
        authScheme: "API_KEY",
        shared_credentials: { domain: "git.example.com" },
      },
      [
        "body.auth_config.shared_credentials.domain: a host of one's own needs credentials of one's own",
      ],
    ],
    [
      "AuthConfig_CredentialsInvalid",
      "stripe",
      {
        type: "use_custom_auth",
        authScheme: "API_KEY",
        proxy_config: { proxy_url: "http://user:password@proxy" },
      },
      [
        "body.auth_config.proxy_config.proxy_url: must be an http or https address without user name",
      ],
    ],
    [
      "AuthConfig_ToolUnknown",
      "stripe",
      {
        type: "use_custom_auth",
        authScheme: "API_KEY",
        restrict_to_following_tools: ["STRIPE_GET", "GITHUB_GET"],
      },
      ["body.auth_config.restrict_to_following_tools[1]: unknown tool GITHUB_GET"],
    ],
    [
      "AuthConfig_ToolUnknown",
      "github",
      {
        type: "use_platform_managed_auth",
        tool_access_config: {
          tools_available_for_execution: ["GITHUB_FLY"],
          tools_for_connected_account_creation: ["GITHUB_GET", "GITHUB_SWIM"],
        },
      },
      [
        "body.auth_config.tool_access_config.tools_for_connected_account_creation[1]: unknown tool GITHUB_SWIM",
        "body.auth_config.tool_access_config.tools_available_for_execution[0]: unknown tool GITHUB_FLY",
      ],
    ],
    [
      "Validation_Failed",
      "github",
      {
        type: "use_platform_managed_auth",
        tool_access_config: { tools_available_for_execution: ["GITHUB_GET"] },
        restrict_to_following_tools: ["GITHUB_LIST"],
      },
      [
        "body.auth_config.restrict_to_following_tools: must be the same as tool_access_config.tools_available_for_execution: it is the older name of that field",
      ],
    ],
  ])(
    "%s: a wrong auth config of %s is refused, naming each place",
    async (slug, toolkit, input, errors) => {
      await expect(create(toolkit, input)).rejects.toMatchObject({ slug, errors });
    },
  );
});
