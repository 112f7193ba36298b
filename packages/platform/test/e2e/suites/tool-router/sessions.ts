import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { expect, test } from "vitest";
import type { Schemas } from "../../../../src/base/api-types.ts";
import { goodKey } from "../../application.ts";
import { catchRefusal, catchRefusals, type World } from "../../world.ts";
import { connect, createConfig } from "../accounts.ts";
import { browse } from "../hosted-pages.ts";

const unknown = "trs_0000000000000000000000";

/** A document whose only scheme needs an OAuth client of the project. */
export const oauthOnly = `
openapi: 3.1.0
info: { title: Oauthy, version: '1' }
servers: [{ url: 'https://oauthy.example/api' }]
security: [{ login: [] }]
components:
  securitySchemes:
    login:
      type: oauth2
      flows: { authorizationCode: { authorizationUrl: 'https://oauthy.example/a', tokenUrl: 'https://oauthy.example/t', scopes: {} } }
paths: { /me: { get: { operationId: getMe, responses: { '200': { description: The user. } } } } }
`;

/** Sessions of the tool router, without the meta tools. */
export function testToolRouter(world: () => World): void {
  const bindRouter = () => world().platform.toolRouter;
  const create = async (
    body: Partial<Schemas["CreateToolRouterSessionRequest"]> & { readonly user_id: string },
  ) => (await bindRouter().createSession({ body })).session_id;
  const execute = (session_id: string, tool_slug: string, values = {}) =>
    bindRouter().executeSessionTool({ session_id, body: { tool_slug, arguments: values } });

  test("a session is made with the user alone, and read as it was created", async () => {
    const made = await bindRouter().createSession({ body: { user_id: "ruth" } });
    expect(made).toMatchObject({
      mcp: {
        type: "http",
        url: `${world().serving.platform.baseUrl}/tool_router/${made.session_id}/mcp`,
      },
      tool_router_tools: [
        "PLATFORM_SEARCH_TOOLS",
        "PLATFORM_GET_TOOL_SCHEMAS",
        "PLATFORM_MANAGE_CONNECTIONS",
        "PLATFORM_WAIT_FOR_CONNECTIONS",
        "PLATFORM_MULTI_EXECUTE_TOOL",
        "PLATFORM_UPLOAD_FILE",
        "PLATFORM_READ_RESULT",
      ],
      config: { user_id: "ruth", toolkits: {}, tags: {}, manage_connections: { enable: true } },
    });
    const { session_id } = made;
    expect(await bindRouter().getSession({ session_id })).toEqual(made);
    const { items } = await bindRouter().listSessionTools({ session_id });
    expect(items.map(({ slug }) => slug)).toEqual(made.tool_router_tools);
    const toolkits = await bindRouter().listSessionToolkits({ session_id });
    expect(toolkits.items.map(({ slug }) => slug)).toEqual([
      "acme",
      "hackernews",
      "plain",
      "quay",
      "vault",
    ]);
    expect(toolkits.items.every(({ enabled }) => enabled)).toBe(true);
  });

  test("the body of a request for the tools of a session, which fetch cannot send, is ignored", async () => {
    const session_id = await create({ user_id: "ruth" });
    const asked = request(`${world().url}/api/v3/tool_router/session/${session_id}/tools`, {
      headers: { "x-api-key": world().keys.project, "content-type": "application/json" },
    });
    asked.end('{"toolkits":["acme"]}');
    const [response] = (await once(asked, "response")) as [IncomingMessage];
    const { items } = JSON.parse((await response.toArray()).join("")) as { items: unknown[] };
    expect([response.statusCode, items.length]).toEqual([200, 7]);
  });

  test("lists have two names in requests and one in answers", async () => {
    const { config, tool_router_tools } = await bindRouter().createSession({
      body: {
        user_id: "ruth",
        toolkits: { enable: ["acme"] },
        tools: { acme: { disable: ["ACME_BREAK_THING"] } },
        tags: { enabled: ["readOnlyHint"], disable: ["destructiveHint"] },
        manage_connections: { enable: false },
      },
    });
    expect(config).toMatchObject({
      toolkits: { enabled: ["acme"] },
      tools: { acme: { disabled: ["ACME_BREAK_THING"] } },
      tags: { enabled: ["readOnlyHint"], disabled: ["destructiveHint"] },
    });
    expect(tool_router_tools).toHaveLength(5);
    const both = { user_id: "ruth", tags: { enable: ["a"], enabled: ["b"] } };
    expect(await catchRefusal(create(both))).toBe("400 Validation_Failed");
  });

  test("settings can only name toolkits, configs and accounts that the project has and that belong together", async () => {
    const config = await createConfig(world(), "API_KEY");
    const val = { generic_api_key: goodKey };
    const account = await connect(world(), config, "API_KEY", val, { user_id: "rita" });
    const readRefusal = (body: Partial<Schemas["CreateToolRouterSessionRequest"]>) =>
      catchRefusal(create({ user_id: "ruth", ...body }));
    for (const body of [
      { toolkits: { enabled: ["nokit"] } },
      { toolkits: { disabled: ["nokit"] } },
      { tools: { nokit: {} } },
      { auth_configs: { nokit: config } },
      { connected_accounts: { nokit: account } },
    ]) {
      expect(await readRefusal(body)).toBe("404 Toolkit_NotFound");
    }
    expect(await readRefusal({ auth_configs: { acme: "ac_000000000000" } })).toBe(
      "404 AuthConfig_NotFound",
    );
    expect(await readRefusal({ connected_accounts: { acme: "ca_000000000000" } })).toBe(
      "404 ConnectedAccount_NotFound",
    );
    for (const body of [
      { auth_configs: { plain: config } },
      { connected_accounts: { plain: account }, user_id: "rita" },
      { connected_accounts: { acme: account } },
      { manage_connections: { enable: true, callback_url: "http://app.example.com/" } },
    ]) {
      expect(await readRefusal(body)).toBe("400 Validation_Failed");
    }
  });

  test("toolkits are listed by name, with the account that the session uses", async () => {
    const user_id = "toolkits of a session";
    const session_id = await create({ user_id, toolkits: { disabled: ["quay"] } });
    const list = async (filter = {}) =>
      (await bindRouter().listSessionToolkits({ session_id, ...filter })).items;
    expect((await list()).map(({ slug }) => slug)).toEqual([
      "acme",
      "hackernews",
      "plain",
      "vault",
    ]);
    const named = await list({ toolkits: ["quay"] });
    expect(named).toMatchObject([{ slug: "quay", enabled: false, connected_account: null }]);
    expect(await catchRefusal(list({ toolkits: ["quay", "unknown"] }))).toBe(
      "404 Toolkit_NotFound",
    );
    expect((await list({ search: "hacker" })).map(({ slug }) => slug)).toEqual(["hackernews"]);
    const config = await createConfig(world(), "API_KEY");
    const val = { generic_api_key: goodKey };
    const first = await connect(world(), config, "API_KEY", val, { user_id });
    const second = await connect(world(), config, "API_KEY", val, { user_id });
    expect(await list({ is_connected: true })).toMatchObject([
      {
        slug: "acme",
        is_no_auth: false,
        connected_account: {
          id: second,
          user_id,
          status: "ACTIVE",
          auth_config: { id: config, auth_scheme: "API_KEY", is_platform_managed: false },
        },
      },
    ]);
    const others = await list({ is_connected: false, limit: 1 });
    expect(others.map(({ slug }) => slug)).toEqual(["hackernews"]);
    const pinned = await create({ user_id, connected_accounts: { acme: first } });
    const { items } = await bindRouter().listSessionToolkits({
      session_id: pinned,
      toolkits: ["acme"],
    });
    expect(items[0]?.connected_account?.id).toBe(first);
    const cursor = bindRouter().listSessionToolkits({ session_id, cursor: "no cursor" });
    expect(await catchRefusal(cursor)).toBe("400 Validation_Failed");
  });

  test("a tool runs with the user's account, within the toolkits, tools and tags of the session", async () => {
    const user_id = "executes in a session";
    const session_id = await create({ user_id });
    const title = { title: "one" };
    expect(await execute(session_id, "HACKERNEWS_GET_ITEM", { id: 8863 })).toMatchObject({
      error: null,
      data: { title: "My YC app" },
    });
    expect(await catchRefusal(execute(session_id, "ACME_CREATE_THING", title))).toBe(
      "404 ToolExecution_ConnectedAccountNotFound",
    );
    const config = await createConfig(world(), "API_KEY", ["ACME_CREATE_THING", "ACME_GET_THING"]);
    const val = { generic_api_key: goodKey };
    const account = await connect(world(), config, "API_KEY", val, { user_id });
    const done = await execute(session_id, "ACME_CREATE_THING", title);
    expect(done).toMatchObject({ error: null });
    const { logs } = await world().platform.logs.listToolExecutionLogs({
      body: { filters: { log_ids: [done.log_id] } },
    });
    expect(logs).toMatchObject([
      {
        tool_slug: "ACME_CREATE_THING",
        source: "tool_router",
        user_id,
        connected_account_id: account,
      },
    ]);
    const narrow: Partial<Schemas["CreateToolRouterSessionRequest"]>[] = [
      { toolkits: { disabled: ["acme"] } },
      { toolkits: { enabled: ["plain"] } },
      { tools: { acme: { enabled: ["ACME_GET_THING"] } } },
      { tools: { acme: { disabled: ["ACME_CREATE_THING"] } } },
      { tags: { enabled: ["nothing"] } },
      { tools: { acme: { tags: { enabled: ["nothing"] } } } },
    ];
    for (const settings of narrow) {
      const other = await create({ user_id, ...settings });
      expect(await catchRefusal(execute(other, "ACME_CREATE_THING", title))).toBe(
        "404 ToolRouter_ToolNotFound",
      );
    }
    const own = await create({
      user_id,
      tags: { enabled: ["nothing"] },
      tools: { acme: { tags: {} } },
    });
    expect(await execute(own, "ACME_CREATE_THING", title)).toMatchObject({ error: null });
    expect(
      await catchRefusals([
        execute(session_id, "ACME_FLY"),
        // The auth config does not allow it.
        execute(session_id, "ACME_BREAK_THING"),
      ]),
    ).toEqual(["404 ToolRouter_ToolNotFound"]);
    expect(await catchRefusal(execute(session_id, "ACME_CREATE_THING", { title: 1 }))).toBe(
      "400 ToolExecution_ArgumentsInvalid",
    );
    expect(await catchRefusal(execute(session_id, "lower"))).toBe("400 Validation_Failed");
  });

  test("the application's failures, and accounts that cannot be used, are answered as they are without a session", async () => {
    const user_id = "fails in a session";
    const config = await createConfig(world(), "API_KEY");
    const val = { generic_api_key: goodKey };
    const account = await connect(world(), config, "API_KEY", val, { user_id });
    const session_id = await create({ user_id, connected_accounts: { acme: account } });
    expect(await catchRefusal(execute(session_id, "ACME_GET_LIMITED"))).toBe(
      "429 ToolExecution_ProviderRateLimited",
    );
    expect(await catchRefusal(execute(session_id, "ACME_BREAK_THING"))).toBe(
      "502 ToolExecution_NoAnswer",
    );
    expect(await catchRefusal(execute(session_id, "ACME_GET_OLD"))).toBe("410 Tool_Deprecated");
    const { authConfigs, connectedAccounts } = world().platform;
    await authConfigs.setAuthConfigStatus({ nanoid: config, status: "DISABLED" });
    expect(await catchRefusal(execute(session_id, "ACME_GET_THING"))).toBe(
      "422 ToolExecution_AuthConfigDisabled",
    );
    await authConfigs.setAuthConfigStatus({ nanoid: config, status: "ENABLED" });
    await connectedAccounts.setConnectedAccountStatus({
      nanoid: account,
      body: { enabled: false },
    });
    expect(await catchRefusal(execute(session_id, "ACME_GET_THING"))).toBe(
      "422 ToolExecution_AccountNotActive",
    );
  });

  test("a link connects the user, with the auth config of the session, the newest, or a managed one", async () => {
    const user_id = "links in a session";
    const callback_url = "https://app.example.com/connected";
    const config = await createConfig(world(), "API_KEY");
    const session_id = await create({
      user_id,
      auth_configs: { acme: config },
      toolkits: { disabled: ["quay"] },
      manage_connections: { enable: false, callback_url },
    });
    const openSessionLink = (toolkit: string, more = {}, id = session_id) =>
      bindRouter().createSessionLink({ session_id: id, body: { toolkit, ...more } });
    const made = await openSessionLink("acme");
    const { connectedAccounts, authConfigs } = world().platform;
    const nanoid = made.connected_account_id;
    expect(await connectedAccounts.getConnectedAccount({ nanoid })).toMatchObject({
      user_id,
      status: "INITIATED",
      auth_config: { id: config },
    });
    const answer = await browse(world(), made.redirect_url, {
      form: { generic_api_key: goodKey },
    });
    expect(answer.headers.get("location")).toMatch(/^https:\/\/app\.example\.com\/connected\?/);
    expect(await execute(session_id, "ACME_CREATE_THING", { title: "a" })).toMatchObject({
      error: null,
    });
    expect(await catchRefusal(openSessionLink("nokit"))).toBe("404 Toolkit_NotFound");
    expect(await catchRefusal(openSessionLink("quay"))).toBe("400 ToolRouter_ToolkitNotEnabled");
    expect(await catchRefusal(openSessionLink("hackernews"))).toBe("400 AuthConfig_NoAuthToolkit");
    expect(
      await catchRefusal(openSessionLink("acme", { callback_url: "http://app.example.com/" })),
    ).toBe("400 ConnectedAccount_CallbackUrlInvalid");
    await authConfigs.setAuthConfigStatus({ nanoid: config, status: "DISABLED" });
    expect(await catchRefusal(openSessionLink("acme"))).toBe(
      "422 ConnectedAccount_AuthConfigDisabled",
    );
    await authConfigs.deleteAuthConfig({ nanoid: config });
    expect(await catchRefusal(openSessionLink("acme"))).toBe(
      "422 ConnectedAccount_AuthConfigDisabled",
    );
    const saml = await createConfig(world(), "SAML");
    const free = await create({ user_id });
    // The project's newest one.
    expect(await catchRefusal(openSessionLink("acme", {}, free))).toBe(
      "501 ConnectedAccount_SchemeUnsupported",
    );
    await authConfigs.deleteAuthConfig({ nanoid: saml });
    // The deployment has credentials for Acme, `plain` takes a key of each user, and `oauthy` needs a client of the project.
    const { toolkits } = world().platform;
    await toolkits.importToolkit({ body: { slug: "oauthy", document: oauthOnly } });
    const { items } = await authConfigs.listAuthConfigs({ limit: 1000 });
    for (const { id, toolkit } of items) {
      if (["acme", "plain"].includes(toolkit?.slug ?? "")) {
        await authConfigs.setAuthConfigStatus({ nanoid: id, status: "DISABLED" });
      }
    }
    expect(await catchRefusal(openSessionLink("oauthy", {}, free))).toBe(
      "400 AuthConfig_NoManagedAuth",
    );
    await toolkits.deleteToolkit({ slug: "oauthy" });
    const plain = await openSessionLink("plain", {}, free);
    const ofPlain = await connectedAccounts.getConnectedAccount({
      nanoid: plain.connected_account_id,
    });
    expect(ofPlain).toMatchObject({
      status: "INITIATED",
      auth_config: { auth_scheme: "API_KEY", is_platform_managed: false },
    });
    await authConfigs.deleteAuthConfig({ nanoid: ofPlain.auth_config.id });
    const managed = await openSessionLink("acme", {}, free);
    const account = await connectedAccounts.getConnectedAccount({
      nanoid: managed.connected_account_id,
    });
    expect(account.auth_config).toMatchObject({ is_platform_managed: true });
    for (const { id } of items) {
      await authConfigs.setAuthConfigStatus({ nanoid: id, status: "ENABLED" });
    }
  });

  test("a session of another project is 403, an unknown one 404, and one goes with its user", async () => {
    const session_id = await create({ user_id: "leaves" });
    const prepareRequests = (client: World["platform"], id: string) => [
      client.toolRouter.getSession({ session_id: id }),
      client.toolRouter.listSessionToolkits({ session_id: id }),
      client.toolRouter.listSessionTools({ session_id: id }),
      client.toolRouter.executeSessionTool({
        session_id: id,
        body: { tool_slug: "HACKERNEWS_GET_ITEM", arguments: { id: 1 } },
      }),
      client.toolRouter.createSessionLink({ session_id: id, body: { toolkit: "acme" } }),
    ];
    expect(await catchRefusals(prepareRequests(world().other, session_id))).toEqual([
      "403 ToolRouter_SessionNotOwned",
    ]);
    expect(await catchRefusals(prepareRequests(world().platform, unknown))).toEqual([
      "404 ToolRouter_SessionNotFound",
    ]);
    const { erased } = await world().platform.users.deleteUser({ user_id: "leaves" });
    expect(erased.tool_router_sessions).toBe(1);
    expect(await catchRefusals(prepareRequests(world().platform, session_id))).toEqual([
      "404 ToolRouter_SessionNotFound",
    ]);
  });

  test("a session's call is made once for an Idempotency-Key, and its refusal repeated", async () => {
    const user_id = "repeats in a session";
    const header = { "Idempotency-Key": "a session's call" };
    const config = await createConfig(world(), "API_KEY", ["ACME_CREATE_THING"]);
    await connect(world(), config, "API_KEY", { generic_api_key: goodKey }, { user_id });
    const session_id = await create({ user_id });
    const call = (tool_slug: string, key = header) =>
      bindRouter().executeSessionTool({
        session_id,
        header: key,
        body: { tool_slug, arguments: { title: "a" } },
      });
    const before = world().application.seen.length;
    const first = await call("ACME_CREATE_THING");
    expect(await call("ACME_CREATE_THING")).toEqual(first);
    expect(world().application.seen).toHaveLength(before + 1);
    const other = { "Idempotency-Key": "a session's refused call" };
    const readRefusal = () =>
      bindRouter().executeSessionTool({
        session_id,
        header: other,
        body: { tool_slug: "ACME_GET_THING", arguments: {} },
      });
    expect([await catchRefusal(readRefusal()), await catchRefusal(readRefusal())]).toEqual(
      Array(2).fill("404 ToolRouter_ToolNotFound"),
    );
  });
}
