import { afterAll, beforeAll, expect, test } from "vitest";
import { startWorld, type World } from "../e2e/world.ts";
import { createSignedEndpoint, createSignedEndpoints } from "./support/signed-endpoint.ts";
import {
  introduce,
  openSecondClient,
  sendStateless,
  stateless,
} from "./support/stateless-requests.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const wanted = { notifications: { toolsListChanged: true } };

/** Opens a stream, as far as its first message. */
async function openStream(url: string, signal: AbortSignal, params: object = wanted) {
  const response = await fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": stateless,
      "mcp-method": "subscriptions/listen",
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: crypto.randomUUID(),
      method: "subscriptions/listen",
      params: { ...params, _meta: introduce() },
    }),
    signal,
  });
  const { value } = (await response.body?.getReader().read()) ?? {};
  const text = new TextDecoder().decode(value);
  return JSON.parse(text.replace(/^event: message\ndata: /, "")) as {
    readonly params?: { readonly notifications: object };
    readonly error?: { readonly code: number; readonly message: string };
  };
}

// These two wait for a look at the tools, which comes every three seconds, at the same time.
test.concurrent("a client hears that the tools of a server changed, and the end of the server", async () => {
  const url = await createSignedEndpoint(world, ["acme"]);
  const id = new URL(url).pathname.split("/").at(-1) ?? "";
  const client = await openSecondClient(url);
  const heard = Promise.withResolvers<void>();
  client.setNotificationHandler("notifications/tools/list_changed", () => heard.resolve());
  const subscription = await client.listen({ toolsListChanged: true, promptsListChanged: true });
  expect(subscription.honoredFilter).toEqual({ toolsListChanged: true });
  await world.platform.mcp.updateMcpServer({
    id,
    body: { allowed_tools: ["ACME_CREATE_THING"] },
  });
  await heard.promise;
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(["ACME_CREATE_THING", "PLATFORM_READ_RESULT"]);
  await world.platform.mcp.deleteMcpServer({ id });
  expect(await subscription.closed).toBe("graceful");
  await client.close();
});

test.concurrent("a client hears that a session changed", async () => {
  const { session_id } = await world.platform.toolRouter.createSession({
    body: { user_id: "mia" },
  });
  const client = await openSecondClient(`${world.url}/tool_router/${session_id}/mcp`);
  const heard = Promise.withResolvers<void>();
  client.setNotificationHandler("notifications/tools/list_changed", () => heard.resolve());
  const subscription = await client.listen({ toolsListChanged: true });
  await world.platform.toolRouter.updateSession({
    session_id,
    body: { user_id: "mia", manage_connections: { enable: false } },
  });
  await heard.promise;
  await subscription.close();
  await client.close();
});

/** Opens so many streams, and returns the messages of those that were refused. */
async function countRefused(
  urls: readonly string[],
  each: number,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const all = urls.flatMap((url) => Array.from({ length: each }, () => openStream(url, signal)));
  const errors = (await Promise.all(all)).flatMap(({ error }) => error ?? []);
  expect(errors.every(({ code }) => code === -32603)).toBe(true);
  return errors.map(({ message }) => message);
}

/** Waits until a stream can be opened again. */
async function waitForRoom(url: string): Promise<void> {
  const open = async () => {
    const trying = new AbortController();
    const { error } = await openStream(url, trying.signal);
    trying.abort();
    return error;
  };
  await expect.poll(open).toBeUndefined();
}

test("a user has a limit of streams over all addresses, which those that were left do not fill", async () => {
  const users = ["lea", "noa"];
  const [lea = "", noa = ""] = await createSignedEndpoints(world, ["hackernews"], users);
  const [second = ""] = await createSignedEndpoints(world, ["acme"], users);
  const { session_id } = await world.platform.toolRouter.createSession({
    body: { user_id: "lea" },
  });
  const session = `${world.url}/tool_router/${session_id}/mcp`;
  const leaving = new AbortController();
  const refused = await countRefused([lea, second, session], 10, leaving.signal);
  expect(refused).toHaveLength(10);
  expect(refused[0]).toContain("user of this address has 20 subscriptions open");
  // Calls of the user work as before, and another user has streams of their own.
  expect((await sendStateless(lea, "tools/list")).status).toBe(200);
  expect(await countRefused([noa], 20, leaving.signal)).toEqual([]);
  leaving.abort();
  await waitForRoom(lea);
});

test("a project has a limit of streams, which its users share", async () => {
  const users = Array.from({ length: 6 }, (_, index) => `of-many-${index}`);
  const urls = await createSignedEndpoints(world, ["acme", "hackernews"], users);
  const leaving = new AbortController();
  const refused = await countRefused(urls, 20, leaving.signal);
  // Streams of the tests before may not have ended yet.
  expect(refused.length).toBeGreaterThanOrEqual(20);
  expect(refused.every((message) => message.includes("The project has 100 subscriptions"))).toBe(
    true,
  );
  leaving.abort();
  for (const url of urls) {
    await waitForRoom(url);
  }
});

test("a stream without events, and one that asks for nothing, are told so", async () => {
  const url = await createSignedEndpoint(world, ["quay"]);
  const accept = { accept: "application/json" };
  const { body } = await sendStateless(url, "subscriptions/listen", wanted, accept);
  expect(body.error).toMatchObject({ code: -32600, message: expect.stringContaining("Accept") });
  const wrong = await sendStateless(url, "subscriptions/listen", {});
  expect(wrong).toMatchObject({ status: 400, body: { error: { code: -32602 } } });
  const leaving = new AbortController();
  const nothing = await openStream(url, leaving.signal, { notifications: {} });
  leaving.abort();
  expect(nothing.params?.notifications).toEqual({});
});
