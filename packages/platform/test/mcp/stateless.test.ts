import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { goodKey } from "../e2e/application.ts";
import { connect, createConfig } from "../e2e/suites/accounts.ts";
import { openClient } from "../e2e/suites/mcp/open-client.ts";
import { startWorld, type World } from "../e2e/world.ts";
import { createSignedEndpoint } from "./support/signed-endpoint.ts";
import {
  introduce,
  openSecondClient,
  sendStateless,
  stateless,
} from "./support/stateless-requests.ts";

let world: World;
let server: string;
let session: string;
beforeAll(async () => {
  world = await startWorld();
  const config = await createConfig(world, "API_KEY");
  await connect(world, config, "API_KEY", { generic_api_key: goodKey }, { user_id: "mia" });
  server = await createSignedEndpoint(world, ["acme", "hackernews"]);
  const { session_id } = await world.platform.toolRouter.createSession({
    body: { user_id: "mia" },
  });
  session = `${world.url}/tool_router/${session_id}/mcp`;
});
afterAll(() => world.close());

describe("a client of the second generation of the SDK", () => {
  test("discovers a server that speaks both eras, lists its tools and calls one", async () => {
    const client = await openSecondClient(server);
    expect(client.getNegotiatedProtocolVersion()).toBe(stateless);
    expect(client.getServerCapabilities()).toMatchObject({ tools: {} });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain("ACME_CREATE_THING");
    const done = await client.callTool({ name: "ACME_CREATE_THING", arguments: { title: "a" } });
    expect(done.isError).toBeUndefined();
    expect(done.structuredContent).toBeDefined();
    expect(world.application.seen.at(-1)?.headers["x-key"]).toBe(goodKey);
    const wrong = await client.callTool({ name: "ACME_CREATE_THING", arguments: { title: 1 } });
    expect(wrong.isError).toBe(true);
    await expect(client.callTool({ name: "ACME_NOTHING" })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining("no tool ACME_NOTHING"),
    });
    await client.close();
  });

  test("uses a session in both eras", async () => {
    for (const version of [stateless, "legacy"]) {
      const client = await openSecondClient(session, { version });
      const names = (await client.listTools()).tools.map(({ name }) => name);
      expect(names).toContain("PLATFORM_MULTI_EXECUTE_TOOL");
      const tools = [{ tool_slug: "ACME_CREATE_THING", arguments: { title: "a" } }];
      const done = await client.callTool({
        name: "PLATFORM_MULTI_EXECUTE_TOOL",
        arguments: { tools },
      });
      expect(done.structuredContent).toMatchObject({ success_count: 1 });
      await client.close();
    }
  });
});

test("a client of the first generation sees the same tools at the same address", async () => {
  for (const url of [server, session]) {
    const [first, second] = [await openClient(url), await openSecondClient(url)];
    const listed = await Promise.all([first.listTools(), second.listTools()]);
    const [of25, of26] = listed.map(({ tools }) => tools.map(({ name }) => name));
    expect(of25).toEqual(of26);
    await Promise.all([first.close(), second.close()]);
  }
});

test("every result says that it is complete and whose it is, and lists say how long they last", async () => {
  for (const url of [server, session]) {
    for (const method of ["server/discover", "tools/list"]) {
      const { status, body } = await sendStateless(url, method);
      expect(status).toBe(200);
      expect(body.result).toMatchObject({
        resultType: "complete",
        ttlMs: expect.any(Number),
        cacheScope: "private",
        _meta: { "io.modelcontextprotocol/serverInfo": { name: expect.any(String) } },
      });
      const again = await sendStateless(url, method);
      expect(again.body).toEqual(body);
    }
  }
});

test("a cursor that no page had is refused at a server and at a session, in both eras", async () => {
  for (const url of [server, session]) {
    const { body } = await sendStateless(url, "tools/list", { cursor: "x" });
    expect(body.error).toMatchObject({ code: -32602, message: expect.stringContaining("cursor") });
    const client = await openClient(url);
    await expect(client.listTools({ cursor: "x" })).rejects.toMatchObject({ code: -32602 });
    await client.close();
  }
});

const call = { name: "HACKERNEWS_GET_ITEM", arguments: { id: 1 } };
const other = "2030-01-01";

test.each<
  [
    string,
    number,
    number,
    string,
    Parameters<typeof sendStateless> extends [string, ...infer R] ? R : never,
  ]
>([
  [
    "a method of the body that the header contradicts",
    400,
    -32020,
    "Mcp-Method is tools/list",
    ["tools/call", call, { "mcp-method": "tools/list" }],
  ],
  [
    "a method in other letters",
    400,
    -32020,
    "TOOLS/LIST",
    ["tools/list", {}, { "mcp-method": "TOOLS/LIST" }],
  ],
  [
    "a missing Mcp-Method",
    400,
    -32020,
    "Mcp-Method is missing",
    ["tools/list", {}, { "mcp-method": undefined }],
  ],
  [
    "a name that the header contradicts",
    400,
    -32020,
    "Mcp-Name is OTHER",
    ["tools/call", call, { "mcp-name": "OTHER" }],
  ],
  [
    "a missing Mcp-Name",
    400,
    -32020,
    "Mcp-Name is missing",
    ["tools/call", call, { "mcp-name": undefined }],
  ],
  [
    "a name in broken Base64",
    400,
    -32020,
    "Mcp-Name is missing or cannot be read",
    ["tools/call", call, { "mcp-name": "=?base64?SEFDS0V?=" }],
  ],
  [
    "a missing version header",
    400,
    -32020,
    "MCP-Protocol-Version is missing",
    ["tools/list", {}, { "mcp-protocol-version": undefined }],
  ],
  [
    "an earlier version in the header",
    400,
    -32020,
    "2025-11-25",
    ["tools/list", {}, { "mcp-protocol-version": "2025-11-25" }],
  ],
  [
    "a version that the server does not speak",
    400,
    -32022,
    "2026-07-28",
    ["tools/list", { _meta: introduce({}, other) }, { "mcp-protocol-version": other }],
  ],
  [
    "such a version in the header alone",
    400,
    -32022,
    "2026-07-28",
    ["tools/list", { _meta: {} }, { "mcp-protocol-version": other }],
  ],
  ["a request without an introduction", 400, -32602, "_meta", ["tools/list", { _meta: undefined }]],
  [
    "an introduction without capabilities",
    400,
    -32602,
    "clientCapabilities",
    ["tools/list", { _meta: { "io.modelcontextprotocol/protocolVersion": stateless } }],
  ],
  [
    "a call without a name",
    400,
    -32602,
    "message.params.name: required",
    ["tools/call", { arguments: {} }],
  ],
  ["a method of another era", 404, -32601, "no method ping", ["ping", {}]],
  ["the handshake of another era", 404, -32601, "no method initialize", ["initialize", {}]],
])(
  "%s is %i with %i, and the message names it",
  async (_title, status, code, words, [method, params, headers]) => {
    for (const url of [server, session]) {
      const answer = await sendStateless(url, method, params, headers);
      expect(answer).toMatchObject({
        status,
        body: { jsonrpc: "2.0", id: 7, error: { code, message: expect.stringContaining(words) } },
      });
    }
  },
);

test("the refusal of a version lists those that the server speaks", async () => {
  const { body } = await sendStateless(
    server,
    "tools/list",
    { _meta: introduce({}, other) },
    { "mcp-protocol-version": other },
  );
  const discovered = await sendStateless(server, "server/discover");
  expect(body.error?.data).toEqual({
    supported: discovered.body.result?.supportedVersions,
    requested: other,
  });
});

test("a name in Base64 is the name", async () => {
  const name = `=?base64?${Buffer.from("NOTHING").toString("base64")}?=`;
  const { status, body } = await sendStateless(
    server,
    "tools/call",
    { name: "NOTHING" },
    { "mcp-name": name },
  );
  expect([status, body.error?.code]).toEqual([200, -32602]);
});

test("refusals before the protocol are messages of JSON-RPC too", async () => {
  const unknown = `${world.url}/tool_router/trs_0000000000000000000000/mcp`;
  const [refused, unsigned, wrong] = [
    await sendStateless(unknown, "tools/list"),
    await sendStateless(server.replace("sig=", "sig=x"), "tools/list"),
    await sendStateless(server, "x".repeat(200)),
  ];
  expect([refused.status, unsigned.status, wrong.status]).toEqual([404, 401, 400]);
  for (const { body } of [refused, unsigned, wrong]) {
    expect(body).toMatchObject({
      jsonrpc: "2.0",
      error: { code: expect.any(Number), message: expect.any(String), slug: expect.any(String) },
    });
  }
});
