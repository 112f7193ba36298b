import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { startWorld, type World } from "../e2e/world.ts";
import { createMcpPlace } from "./support/mcp-place.ts";

/** Running calls of the tool `wait`, each with a function that ends it. */
const running = new Set<{ finish(): void }>();
const cancelled: unknown[] = [];
const servers: McpServer[] = [];

function createServer(): McpServer {
  const server = new McpServer({ name: "test", version: "1.0.0" });
  server.registerTool("add", { inputSchema: { a: z.number(), b: z.number() } }, ({ a, b }) => ({
    content: [{ type: "text", text: String(a + b) }],
  }));
  server.registerTool("wait", { inputSchema: {} }, async (_, extra) => {
    const { progressToken } = extra._meta ?? {};
    if (progressToken !== undefined) {
      await extra.sendNotification({
        method: "notifications/progress",
        params: { progressToken, progress: 1, total: 2 },
      });
    }
    await new Promise<void>((resolve, reject) => {
      const call = { finish: () => resolve() };
      running.add(call);
      extra.signal.addEventListener("abort", () => {
        running.delete(call);
        cancelled.push(extra.signal.reason);
        reject(new Error("cancelled"));
      });
    });
    return { content: [{ type: "text", text: "waited" }] };
  });
  servers.push(server);
  return server;
}

const atOnce = 3;
let world: World;
beforeAll(async () => {
  world = await startWorld({ places: [createMcpPlace(createServer, atOnce)] });
});
afterAll(() => world.close());

async function connect(at: World, key = at.keys.project): Promise<Client> {
  const client = new Client({ name: "test-client", version: "1.0.0" });
  const transport = new StreamableHTTPClientTransport(new URL(`${at.url}/test/mcp/one`), {
    requestInit: { headers: { "x-api-key": key } },
  });
  // As in the place: the SDK is declared for another setting of the compiler.
  await client.connect(transport as Parameters<Client["connect"]>[0]);
  return client;
}

test("the SDK's client lists and calls tools, and hears of progress before the end", async () => {
  const client = await connect(world);
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["add", "wait"]);
  const sum = await client.callTool({ name: "add", arguments: { a: 2, b: 3 } });
  expect(sum.content).toEqual([{ type: "text", text: "5" }]);
  const heard: number[] = [];
  const waiting = client.callTool({ name: "wait", arguments: {} }, undefined, {
    onprogress: ({ progress }) => {
      heard.push(progress);
      for (const call of running) {
        call.finish();
      }
    },
  });
  expect((await waiting).content).toEqual([{ type: "text", text: "waited" }]);
  expect(heard).toEqual([1]);
  running.clear();
  await client.close();
});

test("a client that leaves ends the call that it waited for", async () => {
  const leaving = new AbortController();
  const response = await fetch(`${world.url}/test/mcp/one`, {
    method: "POST",
    signal: leaving.signal,
    headers: {
      "x-api-key": world.keys.project,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "wait", arguments: {} },
    }),
  });
  expect(response.headers.get("content-type")).toBe("text/event-stream");
  await expect.poll(() => running.size).toBe(1);
  leaving.abort();
  await expect.poll(() => cancelled.length).toBe(1);
  await expect
    .poll(() => world.log.filter((line) => line.includes('"msg":"stream ended"')).at(-1))
    .toContain('"end":"left"');
});

/** Opens the stream on which a server sends messages that are not responses. */
async function listenAt(at: World, key = at.keys.project): Promise<Response> {
  return await fetch(`${at.url}/test/mcp/one`, {
    headers: { "x-api-key": key, accept: "text/event-stream" },
  });
}

test("a project has so many streams, and messages of the server arrive on them", async () => {
  const before = servers.length;
  const open: Response[] = [];
  for (let index = 0; index < atOnce; index += 1) {
    // The streams of the tests before may not have ended yet.
    await expect
      .poll(async () => {
        const listening = await listenAt(world);
        open[index] = listening;
        return listening.status;
      })
      .toBe(200);
  }
  const more = await listenAt(world);
  expect([more.status, more.headers.get("retry-after")]).toEqual([429, "1"]);
  const foreign = await listenAt(world, world.keys.other);
  expect(foreign.status).toBe(200);
  const reader = open[0]?.body?.getReader();
  servers[before]?.sendToolListChanged();
  const { value } = (await reader?.read()) ?? {};
  expect(new TextDecoder().decode(value)).toContain("notifications/tools/list_changed");
  await Promise.all([reader?.cancel(), foreign.body?.cancel(), open[1]?.body?.cancel()]);
  await expect.poll(async () => (await listenAt(world)).status).toBe(200);
});

test("a stop ends streams as if they were finished, and lets a call come to its end", async () => {
  const stopping = await startWorld({ places: [createMcpPlace(createServer)] });
  running.clear();
  const client = await connect(stopping);
  const listening = await listenAt(stopping);
  const waiting = client.callTool({ name: "wait", arguments: {} });
  await expect.poll(() => running.size).toBe(1);
  const stopped = stopping.serving.stop();
  // The response arrived completely; the connection did not break off.
  expect(await listening.text()).toBe("");
  expect(running.size).toBe(1);
  for (const call of running) {
    call.finish();
  }
  expect((await waiting).content).toEqual([{ type: "text", text: "waited" }]);
  await stopped;
  const ends = stopping.log.filter((line) => line.includes('"msg":"stream ended"'));
  expect(ends.some((line) => line.includes('"end":"stopped"'))).toBe(true);
  expect(stopping.log.filter((line) => line.includes('"level":50'))).toEqual([]);
  await client.close();
  await stopping.application.close();
});
