import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { goodKey } from "../e2e/application.ts";
import { connect, createConfig } from "../e2e/suites/accounts.ts";
import { openClient } from "../e2e/suites/mcp/open-client.ts";
import { startWorld, type World } from "../e2e/world.ts";
import { introduce, type Sent, sendStateless, stateless } from "./support/stateless-requests.ts";

let world: World;
let config: string;
let serverId: string;
beforeAll(async () => {
  world = await startWorld();
  config = await createConfig(world, "API_KEY");
  await world.platform.projects.updateProjectConfig({ body: { require_mcp_api_key: false } });
  const body = { name: "Connects", auth_config_ids: [config], allowed_tools: [] };
  serverId = (await world.platform.mcp.createMcpServer({ body })).id;
});
afterAll(() => world.close());

async function openServer(user: string): Promise<string> {
  const { user_ids_url: urls } = await world.platform.mcp.generateMcpUrls({
    body: { mcp_server_id: serverId, user_ids: [user] },
  });
  const { pathname, search } = new URL(urls[0] ?? "");
  return `${world.url}${pathname}${search}`;
}

async function openSession(user: string): Promise<string> {
  const { session_id } = await world.platform.toolRouter.createSession({ body: { user_id: user } });
  return `${world.url}/tool_router/${session_id}/mcp`;
}

const connectUser = (user_id: string) =>
  connect(world, config, "API_KEY", { generic_api_key: goodKey }, { user_id });

/** A client that shows links, whose user follows each, or declines. */
async function openShowingClient(url: string, follow: (url: string) => Promise<void> | "decline") {
  const shown: { readonly url: string; readonly message: string }[] = [];
  const client = new Client(
    { name: "shows links", version: "1.0.0" },
    {
      capabilities: { elicitation: { url: {} } },
      versionNegotiation: { mode: { pin: stateless } },
    },
  );
  client.setRequestHandler("elicitation/create", async ({ params }) => {
    const { url: link = "", message } = params as {
      readonly url?: string;
      readonly message: string;
    };
    shown.push({ url: link, message });
    const followed = follow(link);
    return { action: followed === "decline" ? "decline" : "accept" };
  });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  return { client, shown };
}

const create = { name: "ACME_CREATE_THING", arguments: { title: "a" } };
const manage = { name: "PLATFORM_MANAGE_CONNECTIONS", arguments: { toolkits: ["acme"] } };
const showing = introduce({ elicitation: { url: {} } });

test("a user of a server connects in the middle of a call, which then runs", async () => {
  const { client, shown } = await openShowingClient(await openServer("ada"), async () => {
    await connectUser("ada");
  });
  const done = await client.callTool(create);
  expect(done.isError).toBeUndefined();
  expect(done.structuredContent).toBeDefined();
  expect(shown).toEqual([
    {
      url: expect.stringMatching(/\/link\/lk_/),
      message: expect.stringContaining("Connect Acme"),
    },
  ]);
  await client.close();
});

test("a user of a session connects in the middle of a call too", async () => {
  const { client, shown } = await openShowingClient(await openSession("bea"), async () => {
    await connectUser("bea");
  });
  const done = await client.callTool(manage);
  expect(done.structuredContent).toMatchObject({ results: [{ status: "active" }] });
  expect(shown).toHaveLength(1);
  await client.close();
});

test("a user who declines is the end of the call, and nothing was executed", async () => {
  const { client } = await openShowingClient(await openServer("cleo"), () => "decline");
  const before = world.application.seen.length;
  const done = await client.callTool(create);
  expect(done).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining("not") }],
  });
  expect(world.application.seen).toHaveLength(before);
  await client.close();
});

test("clients that cannot show links get them as text for the model, in both eras", async () => {
  const url = await openServer("dora");
  const form = introduce({ elicitation: { form: {} } });
  for (const _meta of [introduce(), form]) {
    const { body } = await sendStateless(url, "tools/call", { ...create, _meta });
    expect(body.result).toMatchObject({ resultType: "complete", isError: true });
    expect(JSON.stringify(body.result)).toMatch(/Show the user this link[^"]+\/link\/lk_/);
  }
  const client = await openClient(url);
  expect(JSON.stringify(await client.callTool(create))).toContain("/link/lk_");
  await client.close();
});

test("a state works for the call, the user and the endpoint for which it was made, and is otherwise refused", async () => {
  const url = await openServer("ella");
  const ask = async (at: string, params: object): Promise<Sent> =>
    sendStateless(at, "tools/call", { ...create, _meta: showing, ...params });
  const first = await ask(url, {});
  expect(first.body.result).toMatchObject({ resultType: "input_required" });
  const requestState = String(first.body.result?.requestState);
  const inputResponses = { connect_acme: { action: "accept" } };
  const refused: readonly (readonly [string, string, object])[] = [
    ["of another user", await openServer("fay"), { requestState, inputResponses }],
    ["of a session of the same user", await openSession("ella"), { ...manage, requestState }],
    ["with other arguments", url, { requestState, arguments: { title: "b" } }],
    ["of another tool", url, { requestState, name: "ACME_GET_THING" }],
    ["altered", url, { requestState: `${requestState.slice(0, -2)}AA` }],
    ["cut", url, { requestState: requestState.slice(0, 20) }],
    ["made up", url, { requestState: "v1.1.AAAA" }],
    ["empty", url, { requestState: "" }],
  ];
  for (const [title, at, params] of refused) {
    const { body } = await ask(at, params);
    expect([title, body.error?.code]).toEqual([title, -32602]);
    expect(body.error?.message).toContain("requestState");
  }
  // A client that repeats the call without an answer of its user is asked again.
  expect((await ask(url, { requestState })).body.result).toMatchObject({
    resultType: "input_required",
  });
  await connectUser("ella");
  const done = await ask(url, { requestState, inputResponses });
  expect(done.body.result).toMatchObject({ resultType: "complete" });
  expect(done.body.result?.isError).toBeUndefined();
});

test("an account that no longer works is connected again by the same way", async () => {
  const account = await connectUser("gwen");
  await world.platform.connectedAccounts.setConnectedAccountStatus({
    nanoid: account,
    body: { enabled: false },
  });
  const { body } = await sendStateless(await openServer("gwen"), "tools/call", {
    ...create,
    _meta: showing,
  });
  expect(body.result).toMatchObject({ resultType: "input_required" });
});
