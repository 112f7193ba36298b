import { writeFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { patience } from "../../../../test/support/patience.ts";
import { writePlainHead } from "../../src/applications/toolkits/testing/write-plain-head.ts";
import { writeToolkits } from "../e2e/documents.ts";
import { startWorld, type World } from "../e2e/world.ts";
import { createSignedEndpoint } from "./support/signed-endpoint.ts";
import {
  introduce,
  openSecondClient,
  type Sent,
  sendStateless,
} from "./support/stateless-requests.ts";
import { assertTask } from "./support/task-shape.ts";

/** The calls that wait at the application, by the label that they were made with. */
const waiting = new Map<string, ServerResponse>();
/** How many calls there were for a label. */
const asked = new Map<string, number>();
const application = createServer(({ url = "" }, response) => {
  const label = new URL(url, "http://application.test").searchParams.get("label") ?? "";
  waiting.set(label, response);
  asked.set(label, (asked.get(label) ?? 0) + 1);
  response.once("close", () => waiting.delete(label));
});

/** Lets the application answer a call, as soon as the call has reached it. */
async function release(label: string, status = 200, body = '{"done":true}'): Promise<void> {
  const response = await vi.waitFor(
    () => waiting.get(label) ?? Promise.reject(new Error(label)),
    patience,
  );
  response.writeHead(status, { "content-type": "application/json" }).end(body);
}

let world: World;
let server: string;
let session: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => application.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address of this form.
  const { port } = application.address() as AddressInfo;
  world = await startWorld({
    writeToolkits: (url) => {
      const folder = writeToolkits(url);
      const document = `${writePlainHead("lazy", `http://127.0.0.1:${port}`)}
  auth: []
security: []
paths:
  /wait:
    get:
      operationId: wait
      summary: Wait
      description: Waits.
      parameters: [{ name: label, in: query, required: true, schema: { type: string } }]
      responses: { '200': { description: Done. } }
`;
      writeFileSync(join(folder, "lazy.yaml"), document);
      return folder;
    },
  });
  server = await createSignedEndpoint(world, ["lazy"]);
  session = await openSession("mia");
});
afterAll(async () => {
  application.closeAllConnections();
  application.close();
  await world.close();
});

async function openSession(user: string): Promise<string> {
  const { session_id } = await world.platform.toolRouter.createSession({ body: { user_id: user } });
  return `${world.url}/tool_router/${session_id}/mcp`;
}

const declaring = introduce({ extensions: { "io.modelcontextprotocol/tasks": {} } });
const ask = (url: string, method: string, params: object, headers = {}): Promise<Sent> =>
  sendStateless(url, method, { _meta: declaring, ...params }, headers);
const wait = (label: string) => ({ name: "LAZY_WAIT", arguments: { label } });
const waitInSession = (label: string) => ({
  name: "PLATFORM_MULTI_EXECUTE_TOOL",
  arguments: { tools: [{ tool_slug: "LAZY_WAIT", arguments: { label } }] },
});

/** Makes a call that becomes a task, and returns its id. */
async function begin(url: string, call: object): Promise<string> {
  const { status, body } = await ask(url, "tools/call", call);
  expect([status, body.result?.resultType, body.result?.status]).toEqual([200, "task", "working"]);
  assertTask(body.result);
  return String(body.result?.taskId);
}

async function read(url: string, taskId: string) {
  const { body } = await ask(url, "tasks/get", { taskId });
  expect(body.result?.resultType).toBe("complete");
  assertTask(body.result);
  return body.result ?? {};
}

/** Reads a task when its call has ended. */
async function readEnd(url: string, taskId: string) {
  await expect.poll(async () => (await read(url, taskId)).status).not.toBe("working");
  return await read(url, taskId);
}

describe.each([
  ["a server", () => server, wait],
  ["a session", () => session, waitInSession],
] as const)("at %s", (where, at, call) => {
  test("a long call is a handle first, and then the result that it would have been", async () => {
    const taskId = await begin(at(), call(where));
    expect(await read(at(), taskId)).toMatchObject({ taskId, status: "working" });
    await release(where);
    const done = await readEnd(at(), taskId);
    expect(done).toMatchObject({ taskId, status: "completed", ttlMs: 86_400_000 });
    expect(Date.parse(String(done.lastUpdatedAt))).toBeGreaterThan(
      Date.parse(String(done.createdAt)),
    );
    const [direct] = await Promise.all([
      sendStateless(at(), "tools/call", call(`${where} again`)),
      release(`${where} again`),
    ]);
    const { _meta, ...result } = direct.body.result ?? {};
    // A session names the log entry of each result.
    const withoutLog = (value: unknown): unknown =>
      JSON.parse(JSON.stringify(value).replace(/log_[\w-]+/g, "log"));
    expect(withoutLog(done.result)).toEqual(withoutLog(result));
  });
});

test("a client that does not declare the extension waits for its call", async () => {
  const client = await openSecondClient(server);
  expect(client.getServerCapabilities()?.extensions).toEqual({
    "io.modelcontextprotocol/tasks": {},
  });
  const [waited] = await Promise.all([
    client.callTool(wait("undeclared")),
    (async () => {
      await vi.waitFor(() => expect(waiting.has("undeclared")).toBe(true), patience);
      // Longer than a call of a declaring client takes to become a task. A longer pause would change nothing: this
      // client is never answered with one.
      await sleep(700);
      await release("undeclared");
    })(),
  ]);
  expect(waited.structuredContent).toEqual({ done: true });
  await client.close();
});

test("the failure of a tool is a completed task", async () => {
  const taskId = await begin(server, wait("failing"));
  await release("failing", 422, '{"message":"no"}');
  expect(await readEnd(server, taskId)).toMatchObject({
    status: "completed",
    result: { isError: true },
  });
});

test("a task that is cancelled ends its call, and cancelling it again changes nothing", async () => {
  const taskId = await begin(server, wait("cancelled"));
  for (let round = 0; round < 2; round += 1) {
    const { body } = await ask(server, "tasks/cancel", { taskId });
    expect(Object.keys(body.result ?? {}).toSorted()).toEqual(["_meta", "resultType"]);
    expect(await readEnd(server, taskId)).toMatchObject({ status: "cancelled" });
  }
  await vi.waitFor(() => expect(waiting.has("cancelled")).toBe(false), patience);
});

test("cancelling a task that has ended leaves its result", async () => {
  const taskId = await begin(server, wait("ended"));
  await release("ended");
  const before = await readEnd(server, taskId);
  await ask(server, "tasks/cancel", { taskId });
  await ask(server, "tasks/update", { taskId, inputResponses: { nobody: { action: "accept" } } });
  expect(await read(server, taskId)).toEqual(before);
});

test("a call whose client has left after the handle goes on", async () => {
  const agent = new AbortController();
  const response = await fetch(server, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json",
      connection: "close",
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": "tools/call",
      "mcp-name": "LAZY_WAIT",
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { _meta: declaring, ...wait("left") },
    }),
    signal: agent.signal,
  });
  const { result } = (await response.json()) as { result: { taskId: string } };
  agent.abort();
  await release("left");
  expect(await readEnd(server, result.taskId)).toMatchObject({ status: "completed" });
});

test("a repeated call with an Idempotency-Key gets the same handle, and is made once", async () => {
  const headers = { "idempotency-key": "tasks-1" };
  const first = await ask(server, "tools/call", wait("keyed"), headers);
  const second = await ask(server, "tools/call", wait("keyed"), headers);
  expect(first.body.result?.resultType).toBe("task");
  expect(second.body).toEqual(first.body);
  await release("keyed");
  expect(asked.get("keyed")).toBe(1);
  expect(await readEnd(server, String(first.body.result?.taskId))).toMatchObject({
    status: "completed",
  });
});

test("nobody else finds a task: not another user, endpoint or project, and not with an altered id", async () => {
  const taskId = await begin(server, wait("private"));
  await release("private");
  await readEnd(server, taskId);
  const id = new URL(server).pathname.split("/").at(-1) ?? "";
  const { user_ids_url: urls } = await world.platform.mcp.generateMcpUrls({
    body: { mcp_server_id: id, user_ids: ["bea"] },
  });
  const { pathname, search } = new URL(urls[0] ?? "");
  await world.other.projects.updateProjectConfig({ body: { require_mcp_api_key: false } });
  const places: readonly (readonly [string, string, string])[] = [
    ["another user", `${world.url}${pathname}${search}`, taskId],
    ["another server", await createSignedEndpoint(world, ["lazy", "hackernews"]), taskId],
    [
      "another project",
      await createSignedEndpoint({ ...world, platform: world.other }, ["lazy"]),
      taskId,
    ],
    ["a session of the user", session, taskId],
    ["an altered id", server, `${taskId.slice(0, -1)}${taskId.endsWith("A") ? "B" : "A"}`],
    ["an empty id", server, ""],
    ["a long id", server, "x".repeat(200)],
    ["an id that is a list", server, '["server"]'],
  ];
  for (const [title, url, asked] of places) {
    for (const method of ["tasks/get", "tasks/update", "tasks/cancel"]) {
      const { body } = await ask(url, method, { taskId: asked, inputResponses: {} });
      expect([title, method, body.error?.code]).toEqual([title, method, -32602]);
      expect(body.error?.message).toContain("taskId");
    }
  }
  expect(await read(server, taskId)).toMatchObject({ status: "completed" });
});

test("requests of the extension from a client that does not declare it are refused with what is missing", async () => {
  const requests: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
    ["tasks/get", { taskId: "a" }],
    ["tasks/update", { taskId: "a", inputResponses: {} }],
    ["tasks/cancel", { taskId: "a" }],
    ["subscriptions/listen", { notifications: { taskIds: ["a"] } }],
  ];
  for (const [method, params] of requests) {
    const { status, body } = await sendStateless(server, method, params);
    expect([method, status, body.error?.code]).toEqual([method, 400, -32021]);
    expect(body.error?.data).toEqual({
      requiredCapabilities: { extensions: { "io.modelcontextprotocol/tasks": {} } },
    });
  }
});

test("broken requests of the extension are refused by name", async () => {
  const wrong = await ask(server, "tasks/get", { taskId: "a" }, { "mcp-name": "b" });
  expect([wrong.status, wrong.body.error?.code]).toEqual([400, -32020]);
  for (const [method, params, word] of [
    ["tasks/get", {}, "taskId"],
    ["tasks/cancel", { taskId: 7 }, "taskId"],
    ["tasks/update", { taskId: "a" }, "inputResponses"],
    ["tasks/update", { taskId: "a", inputResponses: { a: 1 } }, "inputResponses"],
  ] as const) {
    const { body } = await ask(server, method, params);
    expect([method, body.error?.code]).toEqual([method, -32602]);
    expect(body.error?.message).toContain(word);
  }
  for (const method of ["tasks/list", "tasks/result"]) {
    expect((await ask(server, method, { taskId: "a" })).body.error?.code).toBe(-32601);
  }
});

test("a task whose process died has failed, and one that is too old is not found", async () => {
  const taskId = await begin(server, wait("lost"));
  // What a dead process leaves: a lease that has ended. This process lives, and may extend it in between.
  const endLease = async () => {
    await world.asOwner(
      sql`update idempotency_keys set leased_until = now() - interval '1 second' where state = 'in_flight'`,
    );
    return (await read(server, taskId)).status;
  };
  await expect.poll(endLease).not.toBe("working");
  const failed = await read(server, taskId);
  expect(failed).toMatchObject({
    status: "failed",
    statusMessage: expect.stringContaining("may have carried the call out"),
    error: { code: -32603, message: expect.stringContaining("died") },
  });
  // The process lived after all. What the client was told does not change.
  await release("lost");
  const isRefused = (): boolean => world.log.some((line) => line.includes("call over MCP failed"));
  await vi.waitFor(() => expect(isRefused()).toBe(true), patience);
  expect(await read(server, taskId)).toEqual(failed);
  await world.asOwner(
    sql`update idempotency_keys set expires_at = now() - interval '1 second' where answer is not null`,
  );
  expect((await ask(server, "tasks/get", { taskId })).body.error?.code).toBe(-32602);
});
