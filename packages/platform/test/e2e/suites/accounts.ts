import { expect, test } from "vitest";
import { goodKey } from "../application.ts";
import { catchRefusal, catchRefusals, type World } from "../world.ts";

/** The schemes of the application. */
export type Scheme = "API_KEY" | "BASIC" | "BEARER_TOKEN" | "SAML" | "OAUTH2" | "S2S_OAUTH2";

/** An auth config of the application with the project's own credentials. */
export async function createConfig(
  { platform }: Pick<World, "platform">,
  authScheme: Scheme,
  restrict_to_following_tools: string[] = [],
  slug = "acme",
): Promise<string> {
  const credentials: Record<string, unknown> =
    authScheme === "OAUTH2"
      ? { client_id: "client-1", client_secret: "client-secret-canary-1" }
      : {};
  const made = await platform.authConfigs.createAuthConfig({
    body: {
      toolkit: { slug },
      auth_config: {
        type: "use_custom_auth",
        authScheme,
        credentials,
        restrict_to_following_tools,
      },
    },
  });
  return made.auth_config.id;
}

/** An account with these credentials. */
export async function connect(
  { platform }: Pick<World, "platform">,
  authConfigId: string,
  authScheme: Scheme,
  val: Record<string, unknown>,
  options: { readonly user_id?: string; readonly validate?: boolean } = {},
): Promise<string> {
  const { user_id = "default", validate = false } = options;
  const made = await platform.connectedAccounts.createConnectedAccount({
    body: {
      auth_config: { id: authConfigId },
      connection: { state: { authScheme, val: { status: "INITIALIZING", ...val } }, user_id },
      validate_credentials: validate,
    },
  });
  return made.id;
}

/** Auth configs. */
export function testAuthConfigs(world: () => World): void {
  test("an auth config is made, read masked, changed, switched off and deleted", async () => {
    const { platform } = world();
    const { authConfigs } = platform;
    const nanoid = await createConfig(world(), "OAUTH2");
    const read = await authConfigs.getAuthConfig({ nanoid });
    expect(read.credentials).toMatchObject({ client_secret: "clie..." });
    await authConfigs.updateAuthConfig({ nanoid, body: { name: "Renamed" } });
    await authConfigs.setAuthConfigStatus({ nanoid, status: "DISABLED" });
    const listed = await authConfigs.listAuthConfigs({ show_disabled: true, search: "renamed" });
    expect(listed.items).toMatchObject([{ id: nanoid, name: "Renamed", is_disabled: true }]);
    const { uuid } = read;
    const found = await platform.migration.getNanoId({ uuid, type: "AUTH_CONFIG" });
    expect(found).toEqual({ nanoid });
    const connected = platform.connectedAccounts.createLink({
      body: { auth_config_id: nanoid, user_id: "user-1" },
    });
    expect(await catchRefusal(connected)).toBe("422 ConnectedAccount_AuthConfigDisabled");
    expect(await catchRefusal(connect(world(), nanoid, "OAUTH2", {}))).toBe(
      "422 ConnectedAccount_AuthConfigDisabled",
    );
    expect(await authConfigs.deleteAuthConfig({ nanoid })).toEqual({});
    const gone = platform.migration.getNanoId({ uuid, type: "AUTH_CONFIG" });
    expect(await catchRefusal(gone)).toBe("410 Migration_Deleted");
    expect(
      await catchRefusals([
        authConfigs.getAuthConfig({ nanoid }),
        authConfigs.updateAuthConfig({ nanoid, body: {} }),
        authConfigs.deleteAuthConfig({ nanoid }),
        authConfigs.setAuthConfigStatus({ nanoid, status: "ENABLED" }),
        connect(world(), nanoid, "OAUTH2", {}),
        platform.connectedAccounts.createLink({ body: { auth_config_id: nanoid, user_id: "u" } }),
      ]),
    ).toEqual(["404 AuthConfig_NotFound"]);
  });

  test("an auth config that cannot work is refused with the reason", async () => {
    const { authConfigs } = world().platform;
    const create = (slug: string, auth_config: object): Promise<string> =>
      // This test includes requests that the types would refuse.
      catchRefusal(
        authConfigs.createAuthConfig({ body: { toolkit: { slug }, auth_config } as never }),
      );
    const managed = { type: "use_platform_managed_auth" };
    const custom = { type: "use_custom_auth", authScheme: "OAUTH2" };
    expect(await create("unknown", managed)).toBe("404 Toolkit_NotFound");
    expect(await create("plain", managed)).toBe("400 AuthConfig_NoManagedAuth");
    expect(await catchRefusal(authConfigs.listAuthConfigs({ limit: 0 }))).toBe(
      "400 Validation_Failed",
    );
    expect(await create("hackernews", managed)).toBe("400 AuthConfig_NoAuthToolkit");
    expect(await create("acme", { ...custom, authScheme: "DCR_OAUTH" })).toBe(
      "400 AuthConfig_SchemeNotOffered",
    );
    expect(await create("acme", { ...custom, authScheme: "OAUTH1" })).toBe(
      "501 ConnectedAccount_SchemeUnsupported",
    );
    expect(await create("acme", custom)).toBe("400 AuthConfig_CredentialsInvalid");
    const restrict_to_following_tools = ["ACME_FLY"];
    expect(await create("acme", { ...managed, restrict_to_following_tools })).toBe(
      "400 AuthConfig_ToolUnknown",
    );
    const nanoid = await createConfig(world(), "OAUTH2");
    const changes = [{ restrict_to_following_tools }, { credentials: { client_id: "" } }];
    const answers = await Promise.all(
      changes.map((body) => catchRefusal(authConfigs.updateAuthConfig({ nanoid, body }))),
    );
    expect(answers).toEqual(["400 AuthConfig_ToolUnknown", "400 AuthConfig_CredentialsInvalid"]);
    expect(await create("acme", { type: "no such type" })).toBe("400 Validation_Failed");
  });
}

/** Accounts with submitted credentials, and the tools that run with them. */
export function testAccounts(world: () => World): void {
  test("accounts with a key, a token and a name are ACTIVE at once, and tools act through them", async () => {
    const credentials = {
      API_KEY: { generic_api_key: goodKey },
      BEARER_TOKEN: { token: "good-token" },
      BASIC: { username: "ada", password: "lovelace" },
    };
    for (const [scheme, val] of Object.entries(credentials)) {
      const user_id = `user-${scheme}`;
      const config = await createConfig(world(), scheme as Scheme);
      const id = await connect(world(), config, scheme as Scheme, val, { user_id });
      const { platform, application } = world();
      for (const choice of [{ connected_account_id: id }, { user_id }]) {
        const done = await platform.tools.executeTool({
          tool_slug: "ACME_CREATE_THING",
          body: { version: "latest", arguments: { title: "a" }, ...choice },
        });
        expect(done).toMatchObject({ successful: true, data: { ok: true } });
      }
      expect(JSON.parse(application.seen.at(-1)?.body ?? "")).toEqual({ title: "a" });
      const proxied = await platform.tools.proxyRequest({
        body: { endpoint: "/anything?a=1", method: "GET", connected_account_id: id },
      });
      expect(proxied).toMatchObject({ status: 200, data: { path: "/api/anything" } });
      const { logs } = await platform.logs.listToolExecutionLogs({
        body: { filters: { connected_account_ids: [id], tool_slugs: ["PLATFORM_PROXY_REQUEST"] } },
      });
      expect(logs).toMatchObject([
        {
          toolkit_slug: "acme",
          status: "completed",
          successful: true,
          status_code: 200,
          user_id,
          arguments: { endpoint: "/anything?a=1", method: "GET" },
          data: { status: 200, data: { path: "/api/anything" } },
        },
      ]);
      const read = await platform.connectedAccounts.getConnectedAccount({ nanoid: id });
      expect(JSON.stringify(read)).not.toMatch(/canary|lovelace|good-token/);
    }
  });

  test("an application's failure is reported with 200, its limit with 429, and none at all with 502", async () => {
    const { platform } = world();
    const config = await createConfig(world(), "API_KEY");
    const id = await connect(world(), config, "API_KEY", { generic_api_key: "wrong-key-canary-1" });
    const execute = (tool_slug: string) =>
      platform.tools.executeTool({
        tool_slug,
        body: { version: "latest", arguments: {}, connected_account_id: id },
      });
    expect(await execute("ACME_GET_THING")).toMatchObject({
      successful: false,
      error: "bad credentials",
      data: { status_code: 401, message: "bad credentials", body: { message: "bad credentials" } },
    });
    await expect(execute("ACME_GET_LIMITED")).rejects.toMatchObject({ status: 429 });
    expect(await catchRefusal(execute("ACME_GET_LIMITED"))).toBe(
      "429 ToolExecution_ProviderRateLimited",
    );
    await expect(execute("ACME_BREAK_THING")).rejects.toMatchObject({
      status: 502,
      body: {
        error: {
          slug: "ToolExecution_NoAnswer",
          errors: [
            expect.stringMatching(/^application: (?:its server reset|it broke off) the conn/),
          ],
        },
      },
    });
    expect(world().log.findLast((line) => line.includes("application did not answer"))).toContain(
      id,
    );
    expect(await catchRefusal(execute("ACME_GET_OLD"))).toBe("410 Tool_Deprecated");
    const proxy = (endpoint: string): Promise<string> =>
      catchRefusal(
        platform.tools.proxyRequest({
          body: { endpoint, method: "POST", connected_account_id: id },
        }),
      );
    expect(await proxy("/broken")).toBe("502 ToolExecution_NoAnswer");
    expect(await proxy("https://elsewhere.example/")).toBe("400 ToolExecution_EndpointNotAllowed");
    expect(await proxy("")).toBe("400 Validation_Failed");
  });

  test("an account that cannot be used is refused with the reason", async () => {
    const { platform } = world();
    const config = await createConfig(world(), "API_KEY", ["ACME_GET_THING"]);
    const val = { generic_api_key: goodKey };
    const id = await connect(world(), config, "API_KEY", val, { user_id: "alice" });
    const execute = (tool_slug: string, choice: object): Promise<string> =>
      catchRefusal(
        platform.tools.executeTool({
          tool_slug,
          body: { version: "latest", arguments: {}, ...choice },
        }),
      );
    const proxy = (connected_account_id: string): Promise<string> =>
      catchRefusal(
        platform.tools.proxyRequest({
          body: { endpoint: "/", method: "GET", connected_account_id },
        }),
      );
    const tool = "ACME_GET_THING";
    expect(await execute(tool, {})).toBe("400 ToolExecution_AccountMissing");
    expect(await execute(tool, { connected_account_id: id, user_id: "bob" })).toBe(
      "400 ToolExecution_AccountOfAnotherUser",
    );
    const unknown = "404 ToolExecution_ConnectedAccountNotFound";
    expect(await execute(tool, { user_id: "nobody" })).toBe(unknown);
    expect(await execute(tool, { connected_account_id: "ca_000000000000" })).toBe(unknown);
    expect(await proxy("ca_000000000000")).toBe(unknown);
    expect(await execute("ACME_FLY", {})).toBe("404 Tool_NotFound");
    expect(await execute(tool, { version: "20240101_00" })).toBe("404 Tool_VersionNotFound");
    expect(await execute("ACME_CREATE_THING", { connected_account_id: id })).toBe(
      "403 ToolExecution_ToolNotAllowed",
    );
    expect(await proxy(id)).toBe("403 ToolExecution_ToolNotAllowed");
    await platform.connectedAccounts.setConnectedAccountStatus({
      nanoid: id,
      body: { enabled: false },
    });
    expect(await execute(tool, { connected_account_id: id })).toBe(
      "422 ToolExecution_AccountNotActive",
    );
    expect(await proxy(id)).toBe("422 ToolExecution_AccountNotActive");
    await platform.connectedAccounts.setConnectedAccountStatus({
      nanoid: id,
      body: { enabled: true },
    });
    await platform.authConfigs.setAuthConfigStatus({ nanoid: config, status: "DISABLED" });
    expect(await execute(tool, { connected_account_id: id })).toBe(
      "422 ToolExecution_AuthConfigDisabled",
    );
    expect(await proxy(id)).toBe("422 ToolExecution_AuthConfigDisabled");
  });
}
