import { createHash, randomUUID } from "node:crypto";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { expect, test } from "vitest";
import type { Schemas } from "../../../../src/base/api-types.ts";
import { introduce, stateless } from "../../../mcp/support/stateless-requests.ts";
import { goodKey } from "../../application.ts";
import type { World } from "../../world.ts";
import { connect, createConfig } from "../accounts.ts";

/** A client of the protocol's own SDK at the endpoint of a session. It does not send a key. */
export async function openSessionClient(at: string, sessionId: string): Promise<Client> {
  const client = new Client({ name: "test-client", version: "1.0.0" });
  const address = new URL(`${at}/tool_router/${sessionId}/mcp`);
  const transport = new StreamableHTTPClientTransport(address);
  // The SDK declares its members for a compiler without exactOptionalPropertyTypes.
  await client.connect(transport as Parameters<Client["connect"]>[0]);
  return client;
}

/** The MCP endpoint of a session. */
export function testSessionMcp(world: () => World): void {
  const create = async (user_id: string, enable = true): Promise<string> => {
    const body = { user_id, manage_connections: { enable } };
    return (await world().platform.toolRouter.createSession({ body })).session_id;
  };
  const send = async (
    session_id: string,
    message: unknown,
    headers: Record<string, string> = {},
  ) => {
    const { coverage, url } = world();
    return await coverage.fetch(
      new Request(`${url}/tool_router/${session_id}/mcp`, {
        method: "POST",
        headers: { "content-type": "application/json", accept: "application/json", ...headers },
        body: JSON.stringify(message),
      }),
    );
  };
  const ping = { jsonrpc: "2.0", id: 1, method: "ping" };

  test("an agent uploads a file for a tool, in its call or at an address, and the tool takes it", async () => {
    const user_id = "sends files";
    const config = await createConfig(world(), "API_KEY", [], "vault");
    await connect(world(), config, "API_KEY", { generic_api_key: goodKey }, { user_id });
    const client = await openSessionClient(world().url, await create(user_id));
    const about = { tool_slug: "VAULT_UPLOAD_DOCUMENT", filename: "a.txt", mimetype: "text/plain" };
    const upload = async (more: object) =>
      await client.callTool({ name: "PLATFORM_UPLOAD_FILE", arguments: { ...about, ...more } });
    const bytes = Buffer.from(`agent's file ${randomUUID()}`);
    const given = await upload({ content: bytes.toString("base64") });
    expect(given.structuredContent).toMatchObject({ is_uploaded: true, upload_url: null });
    const other = Buffer.from(`another ${randomUUID()}`);
    const md5 = createHash("md5").update(other).digest("hex");
    const asked = (await upload({ md5 })).structuredContent as Schemas["UploadFileData"];
    expect(asked).toMatchObject({ is_uploaded: false, error: null });
    const sent = await fetch(asked.upload_url ?? "", {
      method: "PUT",
      body: other,
      headers: { "content-type": "text/plain" },
    });
    expect(sent.status).toBe(200);
    expect((await upload({ md5 })).structuredContent).toMatchObject({ is_uploaded: true });
    const file = (given.structuredContent as Schemas["UploadFileData"]).file;
    const done = await client.callTool({
      name: "PLATFORM_MULTI_EXECUTE_TOOL",
      arguments: {
        tools: [file, asked.file].map((each) => ({
          tool_slug: "VAULT_UPLOAD_DOCUMENT",
          arguments: { file: each },
        })),
      },
    });
    expect(done.structuredContent).toMatchObject({ success_count: 2 });
    // The file has its user now, and another one needs the bytes and not only their hash.
    const stranger = await openSessionClient(world().url, await create("stranger"));
    const ask = async (more: object) => {
      const call = { name: "PLATFORM_UPLOAD_FILE", arguments: { ...about, ...more } };
      return (await stranger.callTool(call)).structuredContent;
    };
    expect(JSON.stringify(await ask({ md5 }))).toContain("another user's file");
    expect(await ask({ content: other.toString("base64") })).toMatchObject({ is_uploaded: true });
    await stranger.close();
    for (const wrong of [{}, { content: "YWJjZ" }]) {
      expect(await upload(wrong)).toMatchObject({ isError: true });
    }
    const refused = await upload({ tool_slug: "ACME_CREATE_THING", md5 });
    expect(refused.structuredContent).toMatchObject({
      file: null,
      error: expect.stringContaining("The tool does not take files."),
    });
    const unknown = await upload({ tool_slug: "ACME_UNKNOWN", md5 });
    expect(unknown.structuredContent).toMatchObject({ error: "The tool was not found." });
    const { logs } = await world().platform.logs.listToolExecutionLogs({
      body: { filters: { tool_slugs: ["PLATFORM_UPLOAD_FILE"] } },
    });
    expect(JSON.stringify(logs)).not.toContain("signature=");
    expect(JSON.stringify(logs)).not.toContain(bytes.toString("base64"));
  });

  test("the SDK's client lists the meta tools and calls them without a key", async () => {
    const user_id = "speaks MCP";
    const config = await createConfig(world(), "API_KEY");
    await connect(world(), config, "API_KEY", { generic_api_key: goodKey }, { user_id });
    const client = await openSessionClient(world().url, await create(user_id));
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      "PLATFORM_SEARCH_TOOLS",
      "PLATFORM_GET_TOOL_SCHEMAS",
      "PLATFORM_MANAGE_CONNECTIONS",
      "PLATFORM_WAIT_FOR_CONNECTIONS",
      "PLATFORM_MULTI_EXECUTE_TOOL",
      "PLATFORM_UPLOAD_FILE",
      "PLATFORM_READ_RESULT",
    ]);
    expect(tools[0]?.annotations).toEqual({
      title: "Search tools",
      readOnlyHint: true,
      idempotentHint: true,
    });
    // The client checks the structured content against the tool's output schema.
    const found = await client.callTool({
      name: "PLATFORM_SEARCH_TOOLS",
      arguments: { queries: [{ use_case: "create a thing in Acme" }] },
    });
    expect(found.structuredContent).toMatchObject({
      results: [
        {
          tools: expect.arrayContaining([
            expect.objectContaining({ tool_slug: "ACME_CREATE_THING" }),
          ]),
        },
      ],
    });
    const done = await client.callTool({
      name: "PLATFORM_MULTI_EXECUTE_TOOL",
      arguments: { tools: [{ tool_slug: "ACME_CREATE_THING", arguments: { title: "a" } }] },
    });
    expect(done.structuredContent).toMatchObject({ success_count: 1 });
    const wrong = await client.callTool({ name: "PLATFORM_SEARCH_TOOLS", arguments: {} });
    expect(wrong).toMatchObject({ isError: true });
    expect(JSON.stringify(wrong.content)).toContain("queries: required");
    await expect(client.callTool({ name: "ACME_CREATE_THING" })).rejects.toMatchObject({
      code: -32602,
    });
    await client.close();
    const fewer = await openSessionClient(world().url, await create(user_id, false));
    expect((await fewer.listTools()).tools).toHaveLength(5);
    await fewer.close();
  });

  test("requests are answered as JSON or as one event, notifications with 202", async () => {
    const id = await create("speaks JSON-RPC");
    const json = await send(id, ping);
    expect([json.status, await json.json()]).toEqual([200, { jsonrpc: "2.0", id: 1, result: {} }]);
    const events = await send(id, ping, { accept: "text/event-stream" });
    expect(events.headers.get("content-type")).toContain("text/event-stream");
    expect(await events.text()).toBe(
      'event: message\ndata: {"jsonrpc":"2.0","id":1,"result":{}}\n\n'.replace(
        '{"jsonrpc":"2.0","id":1,"result":{}}',
        JSON.stringify({ result: {}, jsonrpc: "2.0", id: 1 }),
      ),
    );
    const initialized = { jsonrpc: "2.0", method: "notifications/initialized" };
    expect((await send(id, initialized)).status).toBe(202);
    const unknown = await send(id, { jsonrpc: "2.0", id: 2, method: "resources/list" });
    expect(await unknown.json()).toMatchObject({ id: 2, error: { code: -32601 } });
  });

  test("another version, a batch, another host, and an unknown session are refused", async () => {
    const id = await create("makes mistakes");
    const readSlug = async (response: Promise<Response>) => {
      const { error } = (await (await response).json()) as {
        error: { slug?: string; code: number };
      };
      return `${(await response).status} ${error.slug ?? error.code}`;
    };
    expect(await readSlug(send(id, ping, { "mcp-protocol-version": "2024-11-05" }))).toBe(
      "400 -32022",
    );
    const introduced = { ...ping, params: { _meta: introduce() } };
    const headers = { "mcp-protocol-version": stateless };
    expect(await readSlug(send(id, introduced, headers))).toBe("400 -32020");
    expect(await readSlug(send(id, ping, headers))).toBe("400 -32602");
    expect(await readSlug(send(id, introduced, { ...headers, "mcp-method": "ping" }))).toBe(
      "404 -32601",
    );
    expect((await send(id, ping, { "mcp-protocol-version": "2025-11-25" })).status).toBe(200);
    expect(await readSlug(send(id, [ping]))).toBe("400 Validation_Failed");
    expect(await readSlug(send("trs_0000000000000000000000", ping))).toBe(
      "404 ToolRouter_SessionNotFound",
    );
    expect(await readSlug(send(id, ping, { origin: "https://evil.example.com" }))).toBe(
      "403 Auth_OriginNotAllowed",
    );
  });
}
