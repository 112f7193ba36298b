import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { patience } from "../../../../test/support/patience.ts";
import { goodKey } from "./application.ts";
import { preferJson } from "./send-example.ts";
import { connect, createConfig } from "./suites/accounts.ts";
import { startWorld, type World } from "./world.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld({ environment: { PLATFORM_CONCURRENT_EXECUTIONS: "2" } });
});
afterAll(() => world.close());

interface Call {
  readonly key: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** Sends a POST like an ordinary client, which can disconnect. */
async function post(path: string, body: object, { key, headers, signal }: Call): Promise<Response> {
  return await fetch(`${world.url}/api/v3${path}`, {
    method: "POST",
    headers: { "x-api-key": key, "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
    ...(signal === undefined ? {} : { signal }),
  });
}

const execute = (slug: string, call: Call): Promise<Response> =>
  post(`/tools/execute/${slug}`, { arguments: {} }, call);

const pollUntil = (check: () => unknown): Promise<unknown> => vi.waitFor(check, patience);

const expectGone = (error: unknown): unknown => (error instanceof Error ? error.name : error);

/** The number of requests for a path that the application has received. */
const count = (path: string): number =>
  world.application.seen.filter((request) => request.path === path).length;

test("calls that hang take the slots of their project alone, and end when their callers leave", async () => {
  const { project, other } = world.keys;
  const caller = new AbortController();
  const call = { key: project, signal: caller.signal };
  const hanging = [execute("ACME_GET_SILENT", call), execute("ACME_GET_SILENT", call)].map((each) =>
    each.catch(expectGone),
  );
  await pollUntil(() => expect(count("/api/silent")).toBe(2));
  const refused = await execute("ACME_GET_SLOW", { key: project });
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "1"]);
  expect(await refused.json()).toMatchObject({
    error: { slug: "ToolExecution_TooManyAtOnce" },
  });
  const account = await connect(world, await createConfig(world, "API_KEY"), "API_KEY", {
    generic_api_key: goodKey,
  });
  const proxied = { endpoint: "/thing", method: "GET", connected_account_id: account };
  expect((await post("/tools/execute/proxy", proxied, { key: project })).status).toBe(429);
  // Trying credentials at the application takes a slot as well.
  const config = await createConfig(world, "API_KEY");
  const connection = {
    user_id: "ada",
    state: { authScheme: "API_KEY", val: { status: "ACTIVE", generic_api_key: goodKey } },
  };
  const validated = { auth_config: { id: config }, connection, validate_credentials: true };
  const busy = await post("/connected_accounts", validated, { key: project });
  expect([busy.status, await busy.json()]).toMatchObject([
    429,
    { error: { message: "Too many executions of the project run at the same time." } },
  ]);
  const { redirect_url: link } = await world.platform.connectedAccounts.createLink({
    body: { auth_config_id: config, user_id: "ada" },
  });
  const form = await fetch(link, {
    method: "POST",
    headers: { accept: preferJson, origin: new URL(link).origin },
    body: new URLSearchParams({ generic_api_key: goodKey }),
  });
  expect(await form.json()).toMatchObject({
    error: { slug: "ConnectedAccount_CredentialsUnchecked" },
  });
  // The same application answers another project.
  const answered = await execute("ACME_GET_SLOW", { key: other });
  expect(await answered.json()).toMatchObject({ successful: true });

  caller.abort();
  expect(await Promise.all(hanging)).toEqual(["AbortError", "AbortError"]);
  await pollUntil(() => expect(world.application.left).toEqual(["/api/silent", "/api/silent"]));
  await pollUntil(async () => {
    const { logs } = await world.platform.logs.listToolExecutionLogs({
      body: { filters: { tool_slugs: ["ACME_GET_SILENT"] } },
    });
    expect(logs).toMatchObject(
      Array(2).fill({
        successful: false,
        status_code: null,
        error: "The application did not answer: the caller closed its connection.",
      }),
    );
  });
  await pollUntil(async () => {
    expect((await execute("ACME_GET_SLOW", { key: project })).status).toBe(200);
  });
  const metrics = await (await fetch(world.serving.metricsUrl ?? "")).text();
  expect(metrics).toContain('toolkit="acme",outcome="abandoned"} 2');
  expect(metrics).not.toContain('toolkit="acme",outcome="error"}');
  expect(metrics).toContain('_count{operation="executeTool",method="POST",status="499"} 2');
  expect(metrics).not.toContain('operation="executeTool",method="POST",status="502"');
});

test("a proxied request ends when its caller leaves", async () => {
  const { project } = world.keys;
  const account = await connect(world, await createConfig(world, "API_KEY"), "API_KEY", {
    generic_api_key: goodKey,
  });
  const before = world.application.left.length;
  const seen = count("/api/silent");
  const caller = new AbortController();
  const proxied = { endpoint: "/silent", method: "GET", connected_account_id: account };
  const hanging = post("/tools/execute/proxy", proxied, { key: project, signal: caller.signal });
  const ended = hanging.catch(expectGone);
  await pollUntil(() => expect(count("/api/silent")).toBe(seen + 1));
  caller.abort();
  expect(await ended).toBe("AbortError");
  await pollUntil(() => expect(world.application.left.length).toBe(before + 1));
});

test("the calls of a session end when their caller leaves, over REST and over MCP, and none begins after it", async () => {
  const { project } = world.keys;
  const { session_id } = await world.platform.toolRouter.createSession({
    body: { user_id: "leaves early" },
  });
  const slug = "PLATFORM_MULTI_EXECUTE_TOOL";
  // The project has two slots, so the other calls wait for one.
  const given = { tools: Array(5).fill({ tool_slug: "ACME_GET_SILENT" }) };
  const ways = [
    (signal: AbortSignal) =>
      post(
        `/tool_router/session/${session_id}/execute_meta`,
        { slug, arguments: given },
        { key: project, signal },
      ),
    (signal: AbortSignal) =>
      fetch(`${world.url}/tool_router/${session_id}/mcp`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          jsonrpc: "2.0",
          id: 1,
          method: "tools/call",
          params: { name: slug, arguments: given },
        }),
        signal,
      }),
  ];
  for (const send of ways) {
    const [left, seen] = [world.application.left.length, count("/api/silent")];
    const caller = new AbortController();
    const ended = send(caller.signal).catch(expectGone);
    await pollUntil(() => expect(count("/api/silent")).toBe(seen + 2));
    caller.abort();
    expect(await ended).toBe("AbortError");
    await pollUntil(() => expect(world.application.left.length).toBe(left + 2));
    // A slot is free again, and none of the three waiting calls has taken it.
    await pollUntil(async () => {
      expect((await execute("ACME_GET_SLOW", { key: project })).status).toBe(200);
    });
    expect(count("/api/silent")).toBe(seen + 2);
  }
});

test("a wait for connections ends when its caller leaves", async () => {
  const { session_id } = await world.platform.toolRouter.createSession({
    body: { user_id: "stops waiting" },
  });
  await createConfig(world, "API_KEY");
  await world.platform.toolRouter.executeMetaTool({
    session_id,
    body: { slug: "PLATFORM_MANAGE_CONNECTIONS", arguments: { toolkits: ["acme"] } },
  });
  const slug = "PLATFORM_WAIT_FOR_CONNECTIONS";
  const readStatus = async (): Promise<unknown> => {
    const { logs } = await world.platform.logs.listToolExecutionLogs({
      body: { filters: { tool_slugs: [slug] } },
    });
    return logs.map(({ status }) => status);
  };
  const caller = new AbortController();
  // The clock of the service stands still, so the wait never ends by itself.
  const readClock = performance.now.bind(performance);
  vi.spyOn(performance, "now").mockReturnValue(readClock());
  onTestFinished(() => void vi.restoreAllMocks());
  const ended = post(
    `/tool_router/session/${session_id}/execute_meta`,
    { slug, arguments: { toolkits: ["acme"], timeout_seconds: 60 } },
    { key: world.keys.project, signal: caller.signal },
  ).catch(expectGone);
  await pollUntil(async () => expect(await readStatus()).toEqual(["running"]));
  caller.abort();
  expect(await ended).toBe("AbortError");
  await pollUntil(async () => expect(await readStatus()).toEqual(["completed"]));
});

test("several tools wait for the slots of their project", async () => {
  const { session_id } = await world.platform.toolRouter.createSession({
    body: { user_id: "waits for slots" },
  });
  const tools = Array(7).fill({ tool_slug: "ACME_GET_SLOW", arguments: {} });
  const { data } = await world.platform.toolRouter.executeMetaTool({
    session_id,
    body: { slug: "PLATFORM_MULTI_EXECUTE_TOOL", arguments: { tools } },
  });
  expect(data).toMatchObject({ success_count: 7 });
});

test("with an Idempotency-Key the call runs to its end, and its caller can come back for the answer", async () => {
  const { project: key } = world.keys;
  const headers = { "idempotency-key": "comes-back" };
  const seen = count("/api/slow");
  const caller = new AbortController();
  const release = world.application.holdSlow();
  const first = execute("ACME_GET_SLOW", { key, headers, signal: caller.signal }).catch(expectGone);
  await pollUntil(() => expect(count("/api/slow")).toBe(seen + 1));
  caller.abort();
  expect(await first).toBe("AbortError");
  release();
  await pollUntil(async () => {
    const again = await execute("ACME_GET_SLOW", { key, headers });
    expect([again.status, await again.json()]).toMatchObject([200, { successful: true }]);
  });
  expect(count("/api/slow")).toBe(seen + 1);
});
