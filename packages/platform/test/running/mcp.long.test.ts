import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createPlatform, type Platform } from "../../../../generated/client/index.js";
import { findNeed } from "../../../../test/support/needs.ts";
import { createDatabase } from "../../src/testing/created-databases.ts";
import { openClient } from "../e2e/suites/mcp/open-client.ts";
import { type Balancer, startBalancer } from "./support/balancer.ts";
import { runPlatform, startProcess } from "./support/platform-process.ts";

const server = findNeed("postgresql");

/** The requests for `/slow` that arrived, and those that ended without a response. */
const application = { url: "", asked: 0, left: 0, release: () => {} };

describe.skipIf(server === undefined)("an MCP server behind a round-robin balancer", () => {
  let balancer: Balancer;
  let platform: Platform;
  let endpoint: string;
  const closing: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    closing.push(await startApplication());
    balancer = await startBalancer();
    closing.push(balancer.close);
    const environment = {
      DATABASE_URL: await createDatabase(server ?? ""),
      PLATFORM_BASE_URL: balancer.url,
      PLATFORM_MASTER_KEYS: `1:${randomBytes(32).toString("base64")}`,
      PLATFORM_EGRESS_ALLOW: "127.0.0.0/8",
      PLATFORM_LOG_LEVEL: "error",
    };
    const { stdout } = await runPlatform(["keys", "create"], environment);
    for (let count = 0; count < 2; count += 1) {
      const replica = await startProcess(environment);
      balancer.add(replica.url);
      closing.push(async () => {
        replica.send("SIGTERM");
        await replica.ended;
      });
    }
    await vi.waitFor(async () => expect((await fetch(`${balancer.url}/ready`)).status).toBe(200));
    const createClient = (key: string): Platform =>
      createPlatform({
        baseUrl: balancer.url,
        auth: { ProjectKey: key, OrganizationKey: key },
        retries: 0,
      });
    const { api_key } = await createClient(
      /oak_[\w-]{32}/.exec(stdout)?.[0] ?? "",
    ).projects.createProject({ body: { name: "agents", should_create_api_key: true } });
    platform = createClient(api_key ?? "");
    await platform.toolkits.importToolkit({ body: { slug: "quick", document: toolkit() } });
    await platform.projects.updateProjectConfig({ body: { require_mcp_api_key: false } });
    const { id } = await platform.mcp.createCustomMcpServer({
      body: { name: "Behind a balancer", toolkits: ["quick"] },
    });
    const { user_ids_url: urls } = await platform.mcp.generateMcpUrls({
      body: { mcp_server_id: id, user_ids: ["kim"] },
    });
    endpoint = urls[0] ?? "";
  }, 180_000);
  afterAll(async () => {
    for (const close of closing.reverse()) {
      await close();
    }
  });

  test("any replica answers each message of a client", async () => {
    const before = new Map([...balancer.answers].map(([url, { count }]) => [url, count]));
    const client = await openClient(endpoint);
    for (let round = 0; round < 20; round += 1) {
      expect((await client.listTools()).tools.map(({ name }) => name)).toEqual([
        "QUICK_GET_FAST",
        "QUICK_GET_SLOW",
        "PLATFORM_READ_RESULT",
      ]);
      const called = await client.callTool({ name: "QUICK_GET_FAST", arguments: { n: round } });
      expect(called.structuredContent).toEqual({ n: String(round) });
    }
    await client.close();
    const answered = [...balancer.answers].map(
      ([url, { count }]) => count - (before.get(url) ?? 0),
    );
    expect(answered.filter((count) => count >= 20)).toHaveLength(2);
  });

  test("a cancellation reaches the call at the other replica", async () => {
    for (let round = 0; round < 4; round += 1) {
      const client = await openClient(endpoint);
      const before = { ...application };
      const giveUp = new AbortController();
      const call = client.callTool({ name: "QUICK_GET_SLOW", arguments: {} }, undefined, {
        signal: giveUp.signal,
      });
      const failed = expect(call).rejects.toThrow();
      await expect.poll(() => application.asked).toBe(before.asked + 1);
      // The next request goes to the other replica, and the one after it to this one.
      for (let passed = 0; passed < round % 2; passed += 1) {
        await client.ping();
      }
      giveUp.abort();
      await failed;
      await expect.poll(() => application.left).toBe(before.left + 1);
      await client.close();
    }
  });

  test("reports of progress come through while the call runs", async () => {
    const client = await openClient(endpoint);
    const done = await client.callTool({ name: "QUICK_GET_SLOW", arguments: {} }, undefined, {
      onprogress: () => application.release(),
    });
    expect(done.structuredContent).toEqual({ n: "slow" });
    await client.close();
  });
});

async function startApplication(): Promise<() => Promise<void>> {
  const http = createServer(({ url = "" }, response) => {
    const { pathname, searchParams } = new URL(url, "http://application.test");
    const send = (n: string): void => {
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ n }));
    };
    if (pathname === "/fast") {
      return send(searchParams.get("n") ?? "");
    }
    application.asked += 1;
    application.release = () => send("slow");
    response.once("close", () => {
      application.left += response.writableFinished ? 0 : 1;
    });
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address of this form.
  application.url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  return () =>
    new Promise((resolve) => {
      http.close(() => resolve());
      http.closeAllConnections();
    });
}

function toolkit(): string {
  return `
openapi: 3.1.0
info: { title: Quick, version: '1' }
servers: [{ url: '${application.url}' }]
paths:
  /fast:
    get:
      operationId: getFast
      summary: Get fast
      parameters: [{ name: n, in: query, required: true, schema: { type: integer } }]
      responses: { '200': { description: Done. } }
  /slow: { get: { operationId: getSlow, summary: Get slow, responses: { '200': { description: Done. } } } }
`;
}
