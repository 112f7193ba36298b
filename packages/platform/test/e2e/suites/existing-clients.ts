import { expect, test } from "vitest";
import { goodKey } from "../application.ts";
import { catchRefusal, catchRefusals, type World } from "../world.ts";
import { connect, createConfig } from "./accounts.ts";

/** Requests and expectations of clients that others have written for this API. */
export function testExistingClients(world: () => World): void {
  test("commas of a list may be encoded, and a value with a comma is sent by repetition", async () => {
    const config = await createConfig(world(), "API_KEY");
    const val = { generic_api_key: goodKey };
    const both = await connect(world(), config, "API_KEY", val, { user_id: "comma,one" });
    const other = await connect(world(), config, "API_KEY", val, { user_id: "comma" });
    const listIds = async (query: string): Promise<readonly string[]> => {
      const { body } = await send(world(), `/api/v3/connected_accounts?${query}`);
      return (body as { items: { id: string }[] }).items.map(({ id }) => id).sort();
    };
    const ids = await listIds(`auth_config_ids=${config}&statuses=ACTIVE%2CEXPIRED`);
    expect(ids).toEqual([both, other].sort());
    expect(await listIds("user_ids=comma%2Cnobody")).toEqual([other]);
    expect(await listIds("user_ids=comma%2Cone&user_ids=nobody")).toEqual([both]);
    const { items } = await world().platform.connectedAccounts.listConnectedAccounts({
      user_ids: ["comma,one"],
    });
    expect(items.map(({ id }) => id)).toEqual([both]);
  });

  test("undocumented members are refused, with a line for each", async () => {
    const { status, body } = await send(world(), "/api/v3/auth_configs", {
      method: "POST",
      body: {
        toolkit: { slug: "acme", name: "Acme" },
        auth_config: {
          type: "use_custom_auth",
          authScheme: "API_KEY",
          tool_acess_config: { tools_available_for_execution: [] },
          proxy_config: { proxy_url: "https://gateway.example.com", user: "ada" },
        },
        x: 1,
      },
    });
    expect(status).toBe(400);
    expect(readRefusedLines(body)).toEqual([
      "body.toolkit.name: not allowed",
      "body.auth_config.proxy_config.user: not allowed",
      "body.auth_config.tool_acess_config: not allowed; did you mean tool_access_config?",
      "body.x: not allowed",
    ]);
  });

  test("tool_access_config decides which tools may be executed, through every path", async () => {
    const { platform } = world();
    const { auth_config } = await platform.authConfigs.createAuthConfig({
      body: {
        toolkit: { slug: "acme" },
        auth_config: {
          type: "use_custom_auth",
          authScheme: "API_KEY",
          tool_access_config: { tools_available_for_execution: ["ACME_GET_THING"] },
        },
      },
    });
    const nanoid = auth_config.id;
    const val = { generic_api_key: goodKey };
    const connected_account_id = await connect(world(), nanoid, "API_KEY", val);
    const execute = (tool_slug: string): Promise<string> =>
      catchRefusal(platform.tools.executeTool({ tool_slug, body: { connected_account_id } }));
    const propose = (): Promise<string> =>
      catchRefusal(
        platform.tools.proxyRequest({
          body: { endpoint: "/thing", method: "GET", connected_account_id },
        }),
      );
    const notAllowed = "403 ToolExecution_ToolNotAllowed";
    expect(await execute("ACME_GET_THING")).toBe("no error");
    expect([await execute("ACME_GET_LIMITED"), await propose()]).toEqual([notAllowed, notAllowed]);
    const everything = { tools_available_for_execution: [] };
    await platform.authConfigs.updateAuthConfig({
      nanoid,
      body: { tool_access_config: everything },
    });
    expect(await propose()).toBe("no error");
  });

  test("the slugs of all tools are lines of text, or an array where JSON is asked for", async () => {
    const path = "/api/v3/tools/enum";
    const text = await fetch(world().url + path, {
      headers: { "x-api-key": world().keys.project },
    });
    expect(text.headers.get("content-type")).toMatch(/^text\/plain/);
    const lines = (await text.text()).split("\n").slice(0, -1);
    const { body } = await send(world(), path, { headers: { accept: "application/json" } });
    expect(body).toEqual(lines);
    expect(lines).toContain("ACME_GET_THING");
  });

  test("toolkits, tools and categories have the members that clients read", async () => {
    const { toolkits, tools } = world().platform;
    const categories = await toolkits.listToolkitCategories();
    expect(categories).toMatchObject({ next_cursor: null, total_pages: 1, current_page: 1 });
    expect(categories.total_items).toBe(categories.items.length);
    const detail = await toolkits.getToolkit({ slug: "acme" });
    expect(detail).toMatchObject({
      status: "active",
      enabled: true,
      get_current_user_endpoint: "/thing",
      get_current_user_endpoint_method: "GET",
      meta: { categories: [{ id: "developer-tools", slug: "developer-tools" }] },
    });
    const oauth = detail.auth_config_details.find(({ mode }) => mode === "OAUTH2");
    const { required, optional } = oauth?.fields.auth_config_creation ?? {};
    expect(required?.map(({ name, required }) => [name, required])).toEqual([
      ["client_id", true],
      ["client_secret", true],
    ]);
    expect(optional).toMatchObject([{ name: "scopes", required: false, default: "read" }]);
    const { items } = await toolkits.listToolkits();
    expect(items.map(({ status, enabled }) => [status, enabled])).toContainEqual(["active", true]);
    expect(await tools.getTool({ tool_slug: "ACME_GET_OLD" })).toMatchObject({
      status: "deprecated",
      enabled: true,
    });
  });

  test("entity_id means user_id, and the place of a parameter may be called in or type", async () => {
    const { platform, application } = world();
    const config = await createConfig(world(), "API_KEY");
    const val = { generic_api_key: goodKey };
    const connected_account_id = await connect(world(), config, "API_KEY", val, { user_id: "ent" });
    const execute = (body: object): Promise<unknown> =>
      platform.tools.executeTool({ tool_slug: "ACME_GET_THING", body });
    expect(await execute({ entity_id: "ent" })).toMatchObject({
      successful: true,
      session_info: null,
    });
    expect(await catchRefusal(execute({ entity_id: "ent", user_id: "other" }))).toBe(
      "400 Validation_Failed",
    );
    const parameters = [
      { name: "X-Key", value: goodKey, in: "header" },
      { name: "page", value: "2", type: "query" },
    ];
    const custom = (given: readonly object[]) => ({ custom_auth_params: { parameters: given } });
    expect(await execute(custom(parameters))).toMatchObject({ successful: true });
    expect(application.seen.at(-1)?.query.get("page")).toBe("2");
    const request = { endpoint: "/thing", method: "GET", connected_account_id } as const;
    const propose = (given: readonly object[]): Promise<unknown> =>
      platform.tools.proxyRequest({ body: { ...request, parameters: given as never } });
    expect(await propose(parameters.slice(1))).toMatchObject({ status: 200 });
    const both = [{ name: "a", value: "b", in: "header", type: "query" }];
    const neither = [{ name: "a", value: "b" }];
    const refused = [propose(both), propose(neither), execute(custom(both))];
    expect(await catchRefusals(refused)).toEqual(["400 Validation_Failed"]);
  });

  test("an auth config names the key that it was made with", async () => {
    const { platform, owner } = world();
    const nanoid = await createConfig(world(), "API_KEY");
    const { project } = await platform.auth.getSessionInfo();
    const { api_keys } = await owner.projects.getProject({ nano_id: project?.id ?? "" });
    const { created_by } = await platform.authConfigs.getAuthConfig({ nanoid });
    expect(api_keys.map(({ id }) => id)).toContain(created_by);
  });

  test("connection_data prefills the form of a link, and never shows a secret", async () => {
    const { platform } = world();
    const openForm = async (authScheme: "BASIC", val: object) => {
      const auth_config_id = await createConfig(world(), authScheme);
      const connection_data = { authScheme, val: { ...val } };
      const link = await platform.connectedAccounts.createLink({
        body: { auth_config_id, user_id: "prefilled", connection_data },
      });
      return { link, html: await (await fetch(link.redirect_url)).text() };
    };
    const known = { username: "ada", password: "lovelace-canary", unknown: "dropped" };
    const { link, html } = await openForm("BASIC", known);
    expect(html).toContain('value="ada"');
    expect(html).toContain("Leave it empty to keep it.");
    expect(html).not.toMatch(/canary|dropped/);
    const submitted = await fetch(link.redirect_url, {
      method: "POST",
      headers: { "sec-fetch-site": "same-origin" },
      body: new URLSearchParams({ username: "ada2", password: "" }),
      redirect: "manual",
    });
    expect(await submitted.text()).toContain("Saved, not checked");
    const nanoid = link.connected_account_id;
    const { state, status } = await platform.connectedAccounts.getConnectedAccount({ nanoid });
    expect({ status, val: state.val }).toMatchObject({
      status: "ACTIVE",
      val: { username: "ada2", password: "love..." },
    });
    const { auth_config } = await platform.connectedAccounts.getConnectedAccount({ nanoid });
    const other = { auth_config_id: auth_config.id, user_id: "u" };
    const mismatched = { authScheme: "API_KEY" as const, val: {} };
    const refused = platform.connectedAccounts.createLink({
      body: { ...other, connection_data: mismatched },
    });
    expect(await catchRefusal(refused)).toBe("400 ConnectedAccount_SchemeMismatch");
  });

  test("values of a link may stand beside `val`, and are checked in both places", async () => {
    const { connectedAccounts } = world().platform;
    const auth_config_id = await createConfig(world(), "API_KEY", [], "quay");
    const link = async (connection_data: { region: string; val: { note: string } }) =>
      await connectedAccounts.createLink({
        body: { auth_config_id, user_id: "beside", connection_data },
      });
    const { redirect_url, connected_account_id: nanoid } = await link({
      region: "eu",
      val: { note: "kept" },
    });
    expect(await (await fetch(redirect_url)).text()).toContain('value="eu"');
    const { params } = await connectedAccounts.getConnectedAccount({ nanoid });
    expect(params).toEqual({ region: "eu", note: "..." });
    const { status, body } = await send(world(), "/api/v3/connected_accounts/link", {
      method: "POST",
      body: { auth_config_id, user_id: "beside", connection_data: { access_token: "x" } },
    });
    expect([status, readRefusedLines(body)]).toEqual([
      400,
      ["body.connection_data.access_token: cannot be set by a connection"],
    ]);
  });

  test("PATCH of an auth config takes its type, and scopes beside the credentials", async () => {
    const { authConfigs } = world().platform;
    const nanoid = await createConfig(world(), "OAUTH2");
    const update = async (body: object): Promise<string> =>
      await catchRefusal(authConfigs.updateAuthConfig({ nanoid, body }));
    expect(await update({ type: "custom", scopes: "read write" })).toBe("no error");
    expect((await authConfigs.getAuthConfig({ nanoid })).credentials.scopes).toEqual([
      "read",
      "write",
    ]);
    expect(await update({ type: "use_custom_auth" })).toBe("no error");
    expect(await update({ type: "default" })).toBe("400 Validation_Failed");
    expect(await update({ scopes: "a", credentials: { scopes: "b" } })).toBe(
      "400 Validation_Failed",
    );
    const managed = await authConfigs.createAuthConfig({
      body: { toolkit: { slug: "acme" }, auth_config: { type: "use_platform_managed_auth" } },
    });
    const { id } = managed.auth_config;
    await authConfigs.updateAuthConfig({
      nanoid: id,
      body: { type: "default", scopes: ["read"] },
    });
    expect((await authConfigs.getAuthConfig({ nanoid: id })).credentials.scopes).toEqual(["read"]);
  });

  test("the tags of a session are read as `tags` too, and the settings may be sent back", async () => {
    const { toolRouter } = world().platform;
    const { config, session_id } = await toolRouter.createSession({
      body: { user_id: "tags", tags: { tags: ["readOnlyHint"], disable: ["destructiveHint"] } },
    });
    const tags = {
      tags: ["readOnlyHint"],
      enabled: ["readOnlyHint"],
      disabled: ["destructiveHint"],
    };
    expect(config.tags).toEqual(tags);
    const again = await toolRouter.updateSession({ session_id, body: config });
    expect(again.config).toEqual(config);
    const without = await toolRouter.createSession({ body: { user_id: "tags" } });
    expect(without.config.tags).toEqual({ tags: [] });
    const sentBack = await toolRouter.createSession({ body: without.config });
    expect(sentBack.config).toEqual(without.config);
    const differ = { user_id: "tags", tags: { tags: ["a"], enabled: ["b"] } };
    expect(await catchRefusal(toolRouter.createSession({ body: differ }))).toBe(
      "400 Validation_Failed",
    );
  });

  test("the upsert of a trigger takes the user of its account, and no other one", async () => {
    const { triggerInstances } = world().platform;
    const config = await createConfig(world(), "API_KEY");
    const val = { generic_api_key: goodKey };
    const connected_account_id = await connect(world(), config, "API_KEY", val, { user_id: "ups" });
    const upsert = async (user_id: string) =>
      await triggerInstances.upsertTrigger({
        slug: "ACME_THING_LISTED",
        body: { connected_account_id, user_id },
      });
    const made = await upsert("ups");
    expect(await catchRefusal(upsert("other"))).toBe("400 Validation_Failed");
    await triggerInstances.deleteTrigger({ id: made?.trigger_id ?? "" });
  });
}

/** The lines of a refused request. */
function readRefusedLines(body: unknown): unknown {
  return (body as { error?: { errors?: unknown } }).error?.errors;
}

/** Sends a request in the form of another client, with the project's key. */
async function send(
  { url, keys }: World,
  path: string,
  { body, ...init }: { method?: string; headers?: Record<string, string>; body?: unknown } = {},
): Promise<{ status: number; body: unknown }> {
  const response = await fetch(url + path, {
    ...init,
    headers: {
      "x-api-key": keys.project,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...init.headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}
