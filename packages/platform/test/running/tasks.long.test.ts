import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { findFreePort } from "../../../../test/support/free-port.ts";
import { findNeed } from "../../../../test/support/needs.ts";
import { createDatabase } from "../../src/testing/created-databases.ts";
import { createDeployment, createTenant } from "../chaos/support/deployment.ts";
import { introduce, sendStateless } from "../mcp/support/stateless-requests.ts";
import { assertTask } from "../mcp/support/task-shape.ts";
import { type PlatformProcess, startProcess } from "./support/platform-process.ts";

const server = findNeed("postgresql");

/** The calls that wait at the application, by their label. */
const waiting = new Map<string, ServerResponse>();
const application = createServer(({ url = "" }, response) => {
  const label = new URL(url, "http://application.test").searchParams.get("label") ?? "";
  waiting.set(label, response);
  response.once("close", () => waiting.delete(label));
});

/** Longer than the lease of 15 s, on a busy machine. */
const patience = { timeout: 120_000, interval: 50 };

/** Waits until a call has reached the application, and lets it answer. */
async function release(label: string): Promise<void> {
  const response = await vi.waitFor(
    () => waiting.get(label) ?? Promise.reject(new Error(label)),
    patience,
  );
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ label }));
}

const _meta = introduce({ extensions: { "io.modelcontextprotocol/tasks": {} } });

describe.skipIf(server === undefined)("tasks of two replicas", () => {
  let environment: Readonly<Record<string, string>>;
  let stays: PlatformProcess;
  let path: string;

  beforeAll(async () => {
    await new Promise<void>((resolve) => application.listen(0, "127.0.0.1", resolve));
    // A server that listens on a port has an address of this form.
    const { port } = application.address() as AddressInfo;
    const deployment = await createDeployment(await createDatabase(server ?? ""));
    environment = deployment.environment;
    stays = await start();
    const { platform } = await createTenant(stays.url, deployment.ownerKey, "tasks");
    const document = describeToolkit(`http://127.0.0.1:${port}`);
    await platform.toolkits.importToolkit({ body: { slug: "lazy", document } });
    await platform.projects.updateProjectConfig({ body: { require_mcp_api_key: false } });
    const { id } = await platform.mcp.createCustomMcpServer({
      body: { name: "Lazy", toolkits: ["lazy"] },
    });
    const { user_ids_url: urls } = await platform.mcp.generateMcpUrls({
      body: { mcp_server_id: id, user_ids: ["kim"] },
    });
    const { pathname, search } = new URL(urls[0] ?? "");
    path = `${pathname}${search}`;
  }, 180_000);
  afterAll(async () => {
    application.closeAllConnections();
    application.close();
    stays.send("SIGTERM");
    await stays.ended;
  });

  /** Starts a replica that takes requests at its own address, since there is no balancer. */
  const start = async (): Promise<PlatformProcess> => {
    const port = String(await findFreePort());
    const PLATFORM_BASE_URL = `http://127.0.0.1:${port}`;
    return await startProcess({ ...environment, PORT: port, PLATFORM_BASE_URL });
  };
  /** Makes a call at a replica. It has become a task, and has reached the application. */
  const begin = async ({ url }: PlatformProcess, label: string): Promise<string> => {
    const call = { name: "LAZY_WAIT", arguments: { label }, _meta };
    const { body } = await sendStateless(`${url}${path}`, "tools/call", call);
    expect(body.result).toMatchObject({ resultType: "task", status: "working" });
    await vi.waitFor(() => expect(waiting.has(label)).toBe(true), patience);
    return String(body.result?.taskId);
  };
  const read = async ({ url }: PlatformProcess, taskId: string) => {
    const { body } = await sendStateless(`${url}${path}`, "tasks/get", { taskId, _meta });
    assertTask(body.result);
    return body.result ?? {};
  };
  const readEnd = (replica: PlatformProcess, taskId: string) =>
    vi.waitFor(async () => {
      const task = await read(replica, taskId);
      expect(task.status).not.toBe("working");
      return task;
    }, patience);

  test("a task is read and cancelled at another replica than the one that makes its call", async () => {
    const other = await start();
    const [done, cancelled] = [await begin(other, "done"), await begin(other, "cancelled")];
    expect(await read(stays, done)).toMatchObject({ status: "working" });
    await release("done");
    expect(await readEnd(stays, done)).toMatchObject({
      status: "completed",
      result: { structuredContent: { label: "done" } },
    });
    const cancelling = { taskId: cancelled, _meta };
    await sendStateless(`${stays.url}${path}`, "tasks/cancel", cancelling);
    expect(await readEnd(stays, cancelled)).toMatchObject({ status: "cancelled" });
    await vi.waitFor(() => expect(waiting.has("cancelled")).toBe(false), patience);
    other.send("SIGTERM");
    await other.ended;
  }, 180_000);

  test("after kill -9, results stay, and the task that was running has failed", async () => {
    const killed = await start();
    const done = await begin(killed, "kept");
    await release("kept");
    const before = await readEnd(killed, done);
    const running = await begin(killed, "killed");
    killed.send("SIGKILL");
    expect(await killed.ended).toBeNull();
    const again = await start();
    for (const replica of [stays, again]) {
      expect(await read(replica, done)).toEqual(before);
    }
    const failed = await readEnd(again, running);
    expect(failed).toMatchObject({
      status: "failed",
      error: { code: -32603, message: expect.stringContaining("may have carried the call out") },
    });
    expect(await read(stays, running)).toEqual(failed);
    again.send("SIGTERM");
    await again.ended;
  }, 300_000);

  test("a process that stops waits for its tasks, and says which it had to end", async () => {
    const stopped = await start();
    const [done, endless] = [await begin(stopped, "in time"), await begin(stopped, "endless")];
    stopped.send("SIGTERM");
    await vi.waitFor(() => expect(stopped.text()).toContain("stopping"), patience);
    await release("in time");
    expect(await stopped.ended).toBe(0);
    expect(await read(stays, done)).toMatchObject({ status: "completed" });
    // At once, and not only when its lease has ended.
    expect(await read(stays, endless)).toMatchObject({
      status: "failed",
      statusMessage: expect.stringContaining("The service stopped"),
    });
  }, 180_000);
});

function describeToolkit(url: string): string {
  return `
openapi: 3.1.0
info: { title: Lazy, version: 1.0.0, description: Waits. }
servers: [{ url: "${url}" }]
security: []
paths:
  /wait:
    get:
      operationId: wait
      summary: Wait
      description: Waits.
      parameters: [{ name: label, in: query, required: true, schema: { type: string } }]
      responses:
        '200': { description: Done., content: { application/json: { schema: { type: object } } } }
`;
}
