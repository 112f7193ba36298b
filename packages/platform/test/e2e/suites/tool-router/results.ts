import { expect, test } from "vitest";
import type { Schemas } from "../../../../src/base/api-types.ts";
import { countJsonBytes } from "../../../../src/base/sharing/fit-answer.ts";
import { catchRefusal, catchRefusals, type World } from "../../world.ts";
import { openClient } from "../mcp/open-client.ts";
import { openSessionClient } from "./mcp.ts";

type Cut = Schemas["CutResult"] & { readonly handle: string };
type Read = Schemas["ReadResultData"];
type Slug = Schemas["MetaToolSlug"];

/** An application that answers as many items as it is asked for. */
const bulky = (url: string, paths = "") => `
openapi: 3.1.0
info: { title: Bulky, version: '1' }
servers: [{ url: '${url}/hn' }]
paths:
  /many:
    get:
      operationId: listMany
      summary: List many
      parameters:
        - { name: count, in: query, required: true, schema: { type: integer } }
        - { name: fail, in: query, schema: { type: boolean } }
      responses: { '200': { description: The items., content: { application/json: { schema: { type: object, properties: { total: { type: integer }, items: { type: array, items: { type: object } } } } } } } }
${paths}`;

/** Results for agents: their limits, and reading what was cut. */
export function testResults(world: () => World): void {
  const bindRouter = () => world().platform.toolRouter;
  const withKey = () => ({ "x-api-key": world().keys.project });
  const importBulky = (paths = "") =>
    world().platform.toolkits.importToolkit({
      body: { slug: "bulky", document: bulky(world().application.url, paths) },
    });
  const removeBulky = () => world().platform.toolkits.deleteToolkit({ slug: "bulky" });
  const create = async (user_id: string, settings: object = {}) =>
    (await bindRouter().createSession({ body: { user_id, ...settings } })).session_id;
  const call = async <T>(session_id: string, slug: Slug, values: unknown) => {
    const body = { slug, arguments: values } as Schemas["ExecuteMetaToolRequest"];
    return (await bindRouter().executeMetaTool({ session_id, body })).data as T;
  };
  const list = async (session_id: string, ...counts: number[]) =>
    await call<Schemas["MultiExecuteToolData"]>(session_id, "PLATFORM_MULTI_EXECUTE_TOOL", {
      tools: counts.map((count) => ({ tool_slug: "BULKY_LIST_MANY", arguments: { count } })),
    });
  const read = (session_id: string, values: object) =>
    call<Read>(session_id, "PLATFORM_READ_RESULT", values);
  const listKept = async () =>
    (await world().platform.files.listFiles({ tool_slug: "BULKY_LIST_MANY" })).items;

  test("a result over 32 kB is cut, and all of it can be read by pointer, range, search, and as a file", async () => {
    await importBulky();
    const id = await create("reads results");
    const small = await list(id, 100);
    expect(small.results[0]?.data).toMatchObject({ total: 100 });
    const data = await list(id, 30_000);
    expect(countJsonBytes(data)).toBeLessThan(2_000);
    const cut = data.results[0]?.data as Cut;
    expect(cut).toEqual({
      truncated: true,
      size: expect.any(Number),
      shape: "{ total: number, items: [30000 × { id: number, title: text, by: text }] }",
      handle: expect.stringMatching(/^req_file_/),
      expires_at: expect.any(String),
    });
    expect(cut.size).toBeGreaterThan(1_300_000);
    const { handle } = cut;
    const whole = await read(id, { handle });
    expect(whole).toMatchObject({ pointer: "", total: 2, shape: cut.shape });
    const file = await world().coverage.fetch(new Request(whole.file?.url ?? ""));
    expect(((await file.json()) as { items: unknown[] }).items).toHaveLength(30_000);
    expect(await read(id, { handle, pointer: "/items/29999/title" })).toMatchObject({
      value: "Story 29999",
      total: 11,
      next: null,
      file: null,
    });
    const range = { from: 20_000, count: 3 };
    expect(await read(id, { handle, pointer: "/items", range })).toMatchObject({
      value: [{ id: 20_000 }, { id: 20_001 }, { id: 20_002 }],
      total: 30_000,
      read: 3,
      next: 20_003,
    });
    const found = await read(id, { handle, search: "story 1234" });
    expect(found.total).toBe(11);
    expect(found.matches?.[0]).toEqual({ pointer: "/items/1234/title", text: "Story 1234" });
    // As much as there is room for, again and again, is all of it.
    let [next, count]: [number | null, number] = [29_000, 0];
    while (next !== null) {
      const part: Read = await read(id, { handle, pointer: "/items", range: { from: next } });
      expect(countJsonBytes(part)).toBeLessThanOrEqual(32_000);
      count += part.read ?? 0;
      next = part.next;
    }
    expect(count).toBe(1_000);
    expect(
      await catchRefusals([
        read(id, { handle, pointer: "/nothing" }),
        read(id, { handle, search: "a", range: { from: 0 } }),
      ]),
    ).toEqual(["400 ToolExecution_ArgumentsInvalid"]);
    await removeBulky();
  });

  test("the results of one call share the limit, which the project and the session set", async () => {
    await importBulky();
    const update = (result_limit_bytes: number) =>
      world().platform.projects.updateProjectConfig({ body: { result_limit_bytes } });
    const isCut = ({ data }: { readonly data: object }) => "truncated" in data;
    const id = await create("has limits");
    await update(8_000);
    const shared = await list(id, 100, 100, 100, 0);
    expect(shared.results.filter(isCut)).toHaveLength(2);
    expect(countJsonBytes(shared)).toBeLessThan(10_000);
    const own = await create("has limits", { result_limit_bytes: 100_000 });
    expect((await list(own, 1_000)).results.filter(isCut)).toHaveLength(0);
    const { config } = await bindRouter().updateSession({
      session_id: own,
      body: { result_limit_bytes: null },
    });
    expect(config.result_limit_bytes).toBeUndefined();
    expect((await list(own, 1_000)).results.filter(isCut)).toHaveLength(1);
    expect(await catchRefusals([update(3_999), update(1_000_001)])).toEqual([
      "400 Validation_Failed",
    ]);
    await update(32_000);
    // Code reads executions over REST, so they are whole.
    const arguments_ = { count: 2_000 };
    const body = { tool_slug: "BULKY_LIST_MANY", arguments: arguments_ };
    const executed = await bindRouter().executeSessionTool({ session_id: id, body });
    expect((executed.data as { items: unknown[] }).items).toHaveLength(2_000);
    await removeBulky();
  });

  test("a handle works for the session that got it, and for nobody else", async () => {
    const { platform, other } = world();
    await importBulky();
    const id = await create("owns a result");
    const cut = (await list(id, 2_000)).results[0]?.data as Cut;
    const { handle } = cut;
    const others = await other.toolRouter.createSession({ body: { user_id: "owns a result" } });
    const body = { slug: "PLATFORM_READ_RESULT" as const, arguments: { handle } };
    const { id: serverId } = await platform.mcp.createCustomMcpServer({
      body: { name: "Reads others", toolkits: ["bulky"] },
    });
    const server = await openClient(
      `${world().url}/mcp/${serverId}?user_id=owns%20a%20result`,
      withKey(),
    );
    const overServer = await server.callTool({
      name: "PLATFORM_READ_RESULT",
      arguments: { handle },
    });
    expect(overServer.isError).toBe(true);
    // Before the calls: one that is refused while the next session is created would belong to nobody.
    const [same, another] = [await create("owns a result"), await create("another")];
    expect(
      await catchRefusals([
        read(same, { handle }),
        read(another, { handle }),
        other.toolRouter.executeMetaTool({ session_id: others.session_id, body }),
        read(id, { handle: "req_file_000000000000" }),
      ]),
    ).toEqual(["404 ToolRouter_ResultNotFound"]);
    const [kept] = (await listKept()).filter((each) => each.id === handle);
    expect(kept).toMatchObject({ mimetype: "application/json", expires_at: cut.expires_at });
    const asOwner = await server.callTool({ name: "BULKY_LIST_MANY", arguments: { count: 2_000 } });
    const ofServer = (asOwner.structuredContent as Cut).handle;
    const readByServer = async (user: string) => {
      const client = await openClient(`${world().url}/mcp/${serverId}?user_id=${user}`, withKey());
      const done = await client.callTool({
        name: "PLATFORM_READ_RESULT",
        arguments: { handle: ofServer, pointer: "/total" },
      });
      await client.close();
      return done;
    };
    expect((await readByServer("owns%20a%20result")).structuredContent).toMatchObject({
      value: 2_000,
    });
    expect((await readByServer("mia")).isError).toBe(true);
    await server.close();
    await platform.mcp.deleteMcpServer({ id: serverId });
    // They end with their user.
    await platform.users.deleteUser({ user_id: "owns a result" });
    const left = (await listKept()).map((each) => each.id);
    expect(left).not.toContain(handle);
    expect(left).not.toContain(ofServer);
    await removeBulky();
  });

  test("over MCP, structured content is not repeated, and an answer of 1.5 MB is a small one", async () => {
    await importBulky();
    const id = await create("speaks MCP about results");
    const client = await openSessionClient(world().url, id);
    await client.listTools();
    const tools = [{ tool_slug: "BULKY_LIST_MANY", arguments: { count: 30_000 } }];
    const name = "PLATFORM_MULTI_EXECUTE_TOOL";
    const done = await client.callTool({ name, arguments: { tools } });
    expect(countJsonBytes(done)).toBeLessThan(2_000);
    const { results } = done.structuredContent as Schemas["MultiExecuteToolData"];
    const [{ data } = { data: {} }] = results;
    const { handle } = data as Cut;
    const range = { from: 5, count: 1 };
    const part = await client.callTool({
      name: "PLATFORM_READ_RESULT",
      arguments: { handle, pointer: "/items", range },
    });
    expect(part.structuredContent).toMatchObject({ value: [{ id: 5, title: "Story 5" }] });
    expect(JSON.stringify(part.content)).not.toContain("Story 5");
    // The application's failures are cut too.
    const failing = [{ tool_slug: "BULKY_LIST_MANY", arguments: { count: 30_000, fail: true } }];
    const failed = await client.callTool({ name, arguments: { tools: failing } });
    expect(failed.structuredContent).toMatchObject({
      results: [{ successful: false, data: { truncated: true } }],
    });
    expect(countJsonBytes(failed)).toBeLessThan(3_000);
    await client.close();
    await removeBulky();
  });

  test("lists of tools, searches and schemas are short, and their notes lead to the rest", async () => {
    const members = Array.from(
      { length: 60 },
      (_, at) =>
        `member${at}: { type: object, description: '${"A long description. ".repeat(8)}', properties: { ${Array.from({ length: 9 }, (__, inner) => `inner${inner}: { type: string, description: Text ${inner} }`).join(", ")} } }`,
    );
    const paths = Array.from(
      { length: 23 },
      (_, at) => `
  /things/${at}:
    post:
      operationId: createThing${at}
      summary: Create the bulky thing ${at}
      requestBody: { required: true, content: { application/json: { schema: { type: object, properties: { ${members.join(", ")} } } } } }
      responses: { '200': { description: The thing. } }`,
    );
    await importBulky(paths.join(""));
    const { mcp, tools } = world().platform;
    const record = await tools.getTool({ tool_slug: "BULKY_CREATE_THING1" });
    expect(countJsonBytes(record.input_parameters)).toBeGreaterThan(32_000);
    const { id: serverId } = await mcp.createCustomMcpServer({
      body: { name: "Bulky tools", toolkits: ["bulky"] },
    });
    const client = await openClient(`${world().url}/mcp/${serverId}?user_id=mia`, withKey());
    let [cursor, total]: [string | undefined, number] = [undefined, 0];
    do {
      const page: Awaited<ReturnType<typeof client.listTools>> = await client.listTools(
        cursor === undefined ? {} : { cursor },
      );
      expect(countJsonBytes(page)).toBeLessThan(34_000);
      total += page.tools.length;
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(total).toBe(25);
    const pointer = "/input_parameters/properties/member1/properties/inner1";
    const asked = { handle: "BULKY_CREATE_THING1", pointer };
    const schema = await client.callTool({ name: "PLATFORM_READ_RESULT", arguments: asked });
    expect(schema.structuredContent).toMatchObject({ value: { description: "Text 1" } });
    await client.close();
    await mcp.deleteMcpServer({ id: serverId });
    const id = await create("searches much", { toolkits: { enabled: ["bulky"] } });
    for (const include_schemas of [false, true]) {
      const queries = Array.from({ length: 10 }, (_, at) => ({ use_case: `create thing ${at}` }));
      const found = await call<Schemas["SearchToolsData"]>(id, "PLATFORM_SEARCH_TOOLS", {
        queries,
        include_schemas,
      });
      expect(countJsonBytes(found)).toBeLessThanOrEqual(12_000);
      expect(found.results.every((each) => each.tools.length > 0)).toBe(true);
    }
    const tool_slugs = Array.from({ length: 20 }, (_, at) => `BULKY_CREATE_THING${at}`);
    const schemas = await call<Schemas["GetToolSchemasData"]>(id, "PLATFORM_GET_TOOL_SCHEMAS", {
      tool_slugs,
    });
    expect(schemas.schemas).toHaveLength(20);
    expect(countJsonBytes(schemas)).toBeLessThanOrEqual(32_000);
    expect(await read(id, asked)).toMatchObject({ value: { type: "string" } });
    const hidden = await create("searches much", { toolkits: { disabled: ["bulky"] } });
    expect(await catchRefusal(read(hidden, asked))).toBe("404 ToolRouter_ResultNotFound");
    await removeBulky();
  });
}
