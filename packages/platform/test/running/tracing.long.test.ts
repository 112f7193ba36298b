import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { findFreePort } from "../../../../test/support/free-port.ts";
import { enqueue } from "../../src/base/jobs/enqueue.ts";
import { goodKey } from "../e2e/application.ts";
import { startWorld, type World } from "../e2e/world.ts";
import { type CollectedSpan, type Collector, startCollector } from "./support/collector.ts";

const traceId = "0af7651916cd43dd8448eb211c80319c";
const traceparent = `00-${traceId}-b7ad6b7169203331-01`;
/** Of OTLP. */
const kinds = { server: 2, client: 3, consumer: 5 };

describe("with a collector", () => {
  let collector: Collector;
  let world: World;
  let accountId: string;
  beforeAll(async () => {
    collector = await startCollector();
    world = await startWorld({
      environment: {
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_SERVICE_NAME: "platform-under-test",
      },
    });
    const { auth_config } = await world.platform.authConfigs.createAuthConfig({
      body: {
        toolkit: { slug: "acme" },
        auth_config: { type: "use_custom_auth", authScheme: "API_KEY" },
      },
    });
    const account = await world.platform.connectedAccounts.createConnectedAccount({
      body: {
        auth_config: { id: auth_config.id },
        connection: {
          user_id: "traced",
          state: {
            authScheme: "API_KEY",
            val: { status: "INITIALIZING", generic_api_key: goodKey },
          },
        },
        validate_credentials: false,
      },
    });
    accountId = account.id;
  });
  afterAll(async () => {
    await world.close();
    await collector.close();
  });

  const findSpans = (trace: string): CollectedSpan[] =>
    collector.spans.filter((span) => span.traceId === trace);

  test("a request is a tree: the route, its transactions and its call, in the caller's trace", async () => {
    const response = await fetch(`${world.url}/api/v3/tools/execute/ACME_GET_THING?canary=query`, {
      method: "POST",
      headers: {
        "x-api-key": world.keys.project,
        "content-type": "application/json",
        traceparent,
      },
      body: JSON.stringify({
        version: "latest",
        arguments: {},
        connected_account_id: accountId,
      }),
    });
    expect(response.status).toBe(200);
    const name = "POST /api/v3/tools/execute/{tool_slug}";
    await expect.poll(() => findSpans(traceId).map((span) => span.name)).toContain(name);
    const spans = findSpans(traceId);
    const root = spans.find((span) => span.name === name);
    expect(root).toMatchObject({
      kind: kinds.server,
      parentSpanId: "b7ad6b7169203331",
      service: "platform-under-test",
      attributes: {
        "http.request.method": "POST",
        "http.route": "/api/v3/tools/execute/{tool_slug}",
        "http.response.status_code": 200,
        "platform.request_id": response.headers.get("x-request-id"),
      },
    });
    const children = spans.filter((span) => span !== root);
    expect(new Set(children.map((span) => span.parentSpanId))).toEqual(new Set([root?.spanId]));
    const transactions = children.filter((span) => span.name === "transaction");
    expect(transactions.length).toBeGreaterThanOrEqual(2);
    expect(transactions[0]).toMatchObject({
      kind: kinds.client,
      attributes: { "db.system.name": "postgresql" },
    });
    expect(children.filter((span) => span.name === "GET")).toMatchObject([
      {
        kind: kinds.client,
        attributes: {
          "http.request.method": "GET",
          "server.address": "127.0.0.1",
          "http.response.status_code": 200,
        },
      },
    ]);
    // The application is a third party and must not see our trace ids.
    expect(world.application.seen.at(-1)?.headers.traceparent).toBeUndefined();
  });

  test("a malformed traceparent begins a trace of its own, and a made-up method does not become a name", async () => {
    const bad = `00-${"0".repeat(32)}-b7ad6b7169203331-01`;
    await fetch(`${world.url}/api/v3/toolkits`, {
      method: "PROPFIND",
      headers: { traceparent: bad },
    });
    const find = () =>
      collector.spans.find(({ attributes }) => attributes["http.request.method"] === "other");
    await expect.poll(find).toBeDefined();
    expect(find()).toMatchObject({ parentSpanId: "", traceId: expect.not.stringMatching(/^0+$/) });
  });

  test("a job is a span of its own", async () => {
    const { platform } = world.serving;
    const { data } = await world.owner.projects.listProjects({});
    const projectId = data.find(({ name }) => name === "default")?.id ?? "";
    await platform.database.transactInProject(projectId, (trx) =>
      enqueue(trx, {
        projectId,
        kind: "connected_account.expire",
        uniqueKey: accountId,
        payload: { id: accountId },
        at: new Date(),
      }),
    );
    const find = () => collector.spans.find(({ name }) => name === "job connected_account.expire");
    await expect.poll(find).toBeDefined();
    expect(find()).toMatchObject({ kind: kinds.consumer, parentSpanId: "", status: 0 });
  });

  test("spans hold no key, no path and no query", () => {
    const text = collector.text();
    for (const secret of [
      ...Object.values(world.keys),
      goodKey,
      "canary",
      "/tools/execute/ACME",
      "/api/thing",
    ]) {
      expect(text).not.toContain(secret);
    }
  });
});

describe("without a collector that answers", () => {
  test("requests are answered, and the log says it once", async () => {
    // A standard variable that the exporter itself reads: it gives up after 200 ms.
    vi.stubEnv("OTEL_EXPORTER_OTLP_TIMEOUT", "200");
    const world = await startWorld({
      environment: { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await findFreePort()}` },
    });
    try {
      const listReported = () => world.log.filter((line) => line.includes("spans cannot be sent"));
      for (let round = 0; round < 3; round += 1) {
        await world.platform.toolkits.listToolkits({ limit: 1 });
        await new Promise((resolve) => setTimeout(resolve, 1_100));
      }
      await expect.poll(listReported, { timeout: 20_000 }).toHaveLength(1);
      expect((await world.platform.toolkits.listToolkits({ limit: 1 })).items).toHaveLength(1);
    } finally {
      await world.close();
      vi.unstubAllEnvs();
    }
  }, 60_000);
});

// prom-client loads OpenTelemetry's API, so only that is loaded.
test("a start without a collector loads no tracer and no exporter", () => {
  const serve = fileURLToPath(new URL("../../src/process/serve.ts", import.meta.url));
  const program = `import { registerHooks } from "node:module";
    const seen = [];
    registerHooks({ load: (url, context, next) => { if (/opentelemetry.(?!api)/.test(url)) seen.push(url); return next(url, context); } });
    await import(${JSON.stringify(serve)});
    console.log(JSON.stringify(seen));`;
  const printed = execFileSync(
    process.execPath,
    ["-C", "source", "--input-type=module", "-e", program],
    { encoding: "utf8" },
  );
  expect(JSON.parse(printed)).toEqual([]);
});
