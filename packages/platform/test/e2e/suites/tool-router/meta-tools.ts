import { expect, test } from "vitest";
import type { Schemas } from "../../../../src/base/api-types.ts";
import { goodKey } from "../../application.ts";
import { catchRefusal, catchRefusals, type World } from "../../world.ts";
import { connect, createConfig } from "../accounts.ts";
import { browse } from "../hosted-pages.ts";
import { oauthOnly } from "./sessions.ts";

type Slug = Schemas["MetaToolSlug"];
type Settings = Omit<Schemas["CreateToolRouterSessionRequest"], "user_id">;

/** The meta tools of a session, over REST. */
export function testMetaTools(world: () => World): void {
  const bindRouter = () => world().platform.toolRouter;
  const create = async (user_id: string, settings: Settings = {}) =>
    (await bindRouter().createSession({ body: { user_id, ...settings } })).session_id;
  const call = async <T>(session_id: string, slug: Slug, values: unknown) => {
    const body = { slug, arguments: values } as Schemas["ExecuteMetaToolRequest"];
    const { data, log_id } = await bindRouter().executeMetaTool({ session_id, body });
    return { ...(data as T), log_id };
  };
  const search = (id: string, use_case: string, known_fields = "") =>
    call<Schemas["SearchToolsData"]>(id, "PLATFORM_SEARCH_TOOLS", {
      queries: [{ use_case, ...(known_fields === "" ? {} : { known_fields }) }],
    });
  const executeMulti = (id: string, tools: readonly unknown[]) =>
    call<Schemas["MultiExecuteToolData"]>(id, "PLATFORM_MULTI_EXECUTE_TOOL", { tools });
  const askForConnections = (id: string, slug: Slug, values: unknown) =>
    call<Schemas["WaitForConnectionsData"]>(id, slug, values);

  test("an agent that knows no slug searches, connects its user, waits, and executes", async () => {
    const config = await createConfig(world(), "API_KEY");
    const id = await create("agent's user", { auth_configs: { acme: config } });
    const found = await search(id, "create a thing in Acme");
    const [result] = found.results;
    expect(result?.tools[0]).toMatchObject({ tool_slug: "ACME_CREATE_THING", toolkit: "acme" });
    expect(result?.suggested_order.map(({ tool_slug }) => tool_slug)).toEqual([
      "PLATFORM_MANAGE_CONNECTIONS",
      "PLATFORM_WAIT_FOR_CONNECTIONS",
      "ACME_CREATE_THING",
    ]);
    expect(found.toolkit_connection_statuses).toContainEqual({
      toolkit: "acme",
      is_connected: false,
      connected_account_id: null,
      status: null,
    });
    const thing = { tool_slug: "ACME_CREATE_THING", arguments: { title: "a" } };
    const early = await executeMulti(id, [thing]);
    expect(early).toMatchObject({ success_count: 0, results: [{ log_id: null, data: {} }] });
    // One fix, and one that an agent can use: it does not have the project's key.
    expect(early.results[0]?.error).toBe(
      "No connected account was found for this call.\nConnect the user with PLATFORM_MANAGE_CONNECTIONS.",
    );
    const begun = await askForConnections(id, "PLATFORM_MANAGE_CONNECTIONS", {
      toolkits: ["acme"],
    });
    const [started] = begun.results;
    expect(started).toMatchObject({ status: "initiated", error: null });
    const waiting = askForConnections(id, "PLATFORM_WAIT_FOR_CONNECTIONS", {
      toolkits: ["acme"],
      timeout_seconds: 20,
    });
    await browse(world(), started?.redirect_url ?? "", { form: { generic_api_key: goodKey } });
    expect(await waiting).toMatchObject({
      all_active: true,
      results: [{ toolkit: "acme", status: "active", redirect_url: null }],
    });
    expect(await executeMulti(id, [thing])).toMatchObject({ success_count: 1, error_count: 0 });
    const again = await askForConnections(id, "PLATFORM_MANAGE_CONNECTIONS", {
      toolkits: ["acme"],
    });
    expect(again.results).toMatchObject([{ status: "active", redirect_url: null }]);
    const anew = { toolkits: ["acme"], reinitiate_all: true };
    const renewed = await askForConnections(id, "PLATFORM_MANAGE_CONNECTIONS", anew);
    expect(renewed.results).toMatchObject([{ status: "initiated" }]);
    const after = await search(id, "create a thing in Acme");
    expect(after.results[0]?.suggested_order.map(({ tool_slug }) => tool_slug)).toEqual([
      "ACME_CREATE_THING",
    ]);
    const { logs } = await world().platform.logs.listToolExecutionLogs({
      body: { filters: { log_ids: [begun.log_id, after.log_id] } },
    });
    expect(logs.map(({ tool_slug, source }) => [tool_slug, source])).toEqual([
      ["PLATFORM_SEARCH_TOOLS", "tool_router"],
      ["PLATFORM_MANAGE_CONNECTIONS", "tool_router"],
    ]);
    // The address of a link is a secret.
    expect(JSON.stringify(logs)).not.toMatch(/lk_[\w-]{20}/);
  });

  test("a search finds tools that the session may use, and nothing for unknown words", async () => {
    const everything = await create("searcher");
    const searchSlugs = async (id: string, useCase: string) =>
      (await search(id, useCase)).results[0]?.tools.map(({ tool_slug }) => tool_slug) ?? [];
    expect(await searchSlugs(everything, "front page of hacker news")).toContain(
      "HACKERNEWS_LIST_TOP_STORIES",
    );
    for (const settings of [
      { toolkits: { disabled: ["hackernews"] } },
      { tools: { hackernews: { disabled: ["HACKERNEWS_LIST_TOP_STORIES"] } } },
      { tags: { enabled: ["nothing"] } },
    ]) {
      const narrow = await create("searcher", settings);
      expect(await searchSlugs(narrow, "front page of hacker news")).not.toContain(
        "HACKERNEWS_LIST_TOP_STORIES",
      );
      const asked = { tool_slugs: ["HACKERNEWS_LIST_TOP_STORIES"] };
      const schemas = await call<Schemas["GetToolSchemasData"]>(
        narrow,
        "PLATFORM_GET_TOOL_SCHEMAS",
        asked,
      );
      expect(schemas).toMatchObject({ schemas: [], not_found: asked.tool_slugs });
    }
    expect(await searchSlugs(everything, "zzqqxx")).toEqual([]);
    expect(await searchSlugs(everything, "   ")).toEqual([]);
    // The auth config of the user's account allows only one tool.
    const config = await createConfig(world(), "API_KEY", ["ACME_GET_THING"]);
    const val = { generic_api_key: goodKey };
    await connect(world(), config, "API_KEY", val, { user_id: "restricted searcher" });
    const restricted = await create("restricted searcher", { toolkits: { enabled: ["acme"] } });
    expect(await searchSlugs(restricted, "thing")).toEqual(["ACME_GET_THING"]);
  });

  test("schemas of known slugs come in order, with similar slugs for unknown ones", async () => {
    // A new connection would use the newest auth config, which allows every tool.
    await createConfig(world(), "API_KEY");
    const id = await create("reader");
    const data = await call<Schemas["GetToolSchemasData"]>(id, "PLATFORM_GET_TOOL_SCHEMAS", {
      tool_slugs: ["HACKERNEWS_GET_ITEM", "HACKERNEWS_GET_ITEMS", "ACME_CREATE_THING"],
    });
    expect(data.schemas.map(({ tool_slug }) => tool_slug)).toEqual([
      "HACKERNEWS_GET_ITEM",
      "ACME_CREATE_THING",
    ]);
    expect(data.not_found).toEqual(["HACKERNEWS_GET_ITEMS"]);
    expect(data.suggestions.HACKERNEWS_GET_ITEMS?.[0]).toBe("HACKERNEWS_GET_ITEM");
  });

  test("each of several tools has its result, in order, and one that fails fails alone", async () => {
    const user_id = "runs several";
    const config = await createConfig(world(), "API_KEY");
    await connect(world(), config, "API_KEY", { generic_api_key: goodKey }, { user_id });
    const id = await create(user_id);
    const things = Array.from({ length: 44 }, (_, index) => ({
      tool_slug: "ACME_CREATE_THING",
      arguments: { title: `thing ${index}` },
    }));
    const data = await executeMulti(id, [
      { tool_slug: "ACME_BREAK_THING" },
      { tool_slug: "ACME_FLY" },
      { tool_slug: "ACME_GET_OLD" },
      { tool_slug: "ACME_CREATE_THING", arguments: { title: 1 } },
      { tool_slug: "ACME_GET_LIMITED" },
      ...things,
      { tool_slug: "HACKERNEWS_GET_ITEM", arguments: { id: 8863 } },
    ]);
    expect(data).toMatchObject({ total_count: 50, success_count: 45, error_count: 5 });
    expect(data.results.map(({ tool_slug }) => tool_slug)).toEqual([
      "ACME_BREAK_THING",
      "ACME_FLY",
      "ACME_GET_OLD",
      "ACME_CREATE_THING",
      "ACME_GET_LIMITED",
      ...things.map(({ tool_slug }) => tool_slug),
      "HACKERNEWS_GET_ITEM",
    ]);
    expect(data.results[3]?.error).toContain("body.arguments.title");
    expect(data.results.at(-1)).toMatchObject({ successful: true, data: { title: "My YC app" } });
    const { logs } = await world().platform.logs.listToolExecutionLogs({
      body: { filters: { log_ids: [data.log_id] } },
    });
    expect(logs[0]?.data).toMatchObject({ total_count: 50, success_count: 45 });
    const none = executeMulti(id, []);
    const many = executeMulti(id, Array(51).fill({ tool_slug: "ACME_GET_THING" }));
    expect(await catchRefusals([none, many])).toEqual(["400 Validation_Failed"]);
  });

  test("connections fail one by one, and waiting ends when time is up or one has failed", async () => {
    const user_id = "waits in vain";
    const config = await createConfig(world(), "API_KEY");
    const id = await create(user_id, {
      auth_configs: { acme: config },
      toolkits: { disabled: ["quay"] },
    });
    const { results } = await askForConnections(id, "PLATFORM_MANAGE_CONNECTIONS", {
      toolkits: ["quay", "acme", "unknown", "hackernews"],
    });
    expect(results.map(({ toolkit, status }) => [toolkit, status])).toEqual([
      ["quay", "failed"],
      ["acme", "initiated"],
      ["unknown", "failed"],
      ["hackernews", "active"],
    ]);
    const wait = (toolkits: string[]) =>
      askForConnections(id, "PLATFORM_WAIT_FOR_CONNECTIONS", { toolkits, timeout_seconds: 1 });
    const over = await wait(["acme"]);
    expect(over).toMatchObject({ all_active: false, results: [{ status: "initiated" }] });
    expect(over.results[0]?.redirect_url).toBe(results[1]?.redirect_url);
    expect(await wait(["acme", "plain"])).toMatchObject({
      results: [{ status: "initiated" }, { status: "failed" }],
    });
    expect(await wait(["hackernews"])).toMatchObject({ all_active: true });
  });

  test("a toolkit with keys is connected without an auth config, and a failure advises what an agent can do", async () => {
    const { authConfigs, toolkits } = world().platform;
    await toolkits.importToolkit({ body: { slug: "oauthy", document: oauthOnly } });
    const id = await create("has no auth config", { toolkits: { enabled: ["plain", "oauthy"] } });
    const both = { toolkits: ["plain", "oauthy"] };
    const { results } = await askForConnections(id, "PLATFORM_MANAGE_CONNECTIONS", both);
    expect(results).toMatchObject([
      { toolkit: "plain", status: "initiated", redirect_url: expect.stringContaining("/link/lk_") },
      { toolkit: "oauthy", status: "failed" },
    ]);
    expect(results[1]?.error).toBe(
      "This deployment has no managed credentials for the toolkit.\nYou cannot change that. Tell the user that the application is not set up for this agent.",
    );
    const again = await askForConnections(id, "PLATFORM_MANAGE_CONNECTIONS", both);
    expect(again.results[0]?.redirect_url).toBe(results[0]?.redirect_url);
    const { items } = await authConfigs.listAuthConfigs({ toolkit_slug: "plain" });
    expect(items).toMatchObject([{ auth_scheme: "API_KEY", is_platform_managed: false }]);
    await authConfigs.deleteAuthConfig({ nanoid: items[0]?.id ?? "" });
    await toolkits.deleteToolkit({ slug: "oauthy" });
  });

  test("arguments of another meta tool are refused, and so are meta tools that are switched off", async () => {
    const id = await create("mistaken");
    const toolkits = { toolkits: ["acme"] };
    expect(await catchRefusal(call(id, "PLATFORM_SEARCH_TOOLS", toolkits))).toBe(
      "400 ToolExecution_ArgumentsInvalid",
    );
    expect(await catchRefusal(call(id, "PLATFORM_SEARCH_TOOLS", { nothing: 1 }))).toBe(
      "400 Validation_Failed",
    );
    const off = await create("mistaken", { manage_connections: { enable: false } });
    expect(
      await catchRefusals([
        call(off, "PLATFORM_MANAGE_CONNECTIONS", toolkits),
        call(off, "PLATFORM_WAIT_FOR_CONNECTIONS", toolkits),
      ]),
    ).toEqual(["404 ToolRouter_MetaToolNotFound"]);
    const others = world().other.toolRouter;
    const body = {
      slug: "PLATFORM_SEARCH_TOOLS" as const,
      arguments: { queries: [{ use_case: "a" }] },
    };
    const session_id = "trs_0000000000000000000000";
    expect(await catchRefusal(others.executeMetaTool({ session_id: id, body }))).toBe(
      "403 ToolRouter_SessionNotOwned",
    );
    expect(await catchRefusal(others.executeMetaTool({ session_id, body }))).toBe(
      "404 ToolRouter_SessionNotFound",
    );
  });
}
