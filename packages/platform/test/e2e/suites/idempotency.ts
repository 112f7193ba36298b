import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import { writePlainHead } from "../../../src/applications/toolkits/testing/write-plain-head.ts";
import { refuseChanges } from "../alter-tables.ts";
import { client, goodKey } from "../application.ts";
import { preferJson } from "../send-example.ts";
import type { World } from "../world.ts";
import { connect, createConfig } from "./accounts.ts";

/** `Idempotency-Key` at the operations that work. */
export function testIdempotency(world: () => World): void {
  /** The members of a response that the tests read. */
  interface Body {
    readonly id?: string;
    readonly auth_config?: { readonly id: string };
    readonly error?: { readonly slug: string };
  }
  const post = async (path: string, key: string, body: unknown, apiKey?: string) => {
    const { url, keys, coverage } = world();
    const response = await coverage.fetch(
      new Request(url + path, {
        method: "POST",
        headers: {
          "x-api-key": apiKey ?? keys.project,
          "content-type": "application/json",
          "idempotency-key": key,
        },
        body: JSON.stringify(body),
      }),
    );
    return { status: response.status, body: (await response.json()) as Body };
  };
  /** Counts the requests to the application. Those of jobs are not among them: they come whenever a job begins. */
  const countCalls = (): number =>
    world().application.seen.filter(
      ({ path }) => !/^\/(?:token|revoke|api\/(?:things|hooks|channels))\b/.test(path),
    ).length;
  const joinStatusAndSlug = ({ status, body }: Awaited<ReturnType<typeof post>>): string =>
    `${status} ${body.error?.slug}`;

  test("every POST gives its first answer again, and refuses another body", async () => {
    const config = await createConfig(world(), "API_KEY");
    const account = await connect(world(), config, "API_KEY", { generic_api_key: goodKey });
    const { owner, keys } = world();
    const project = await owner.projects.createProject({
      body: { name: "again", should_create_api_key: false },
    });
    const execution = { arguments: {}, connected_account_id: account };
    const proxied = { endpoint: "/x", method: "POST", connected_account_id: account };
    const connection = {
      user_id: "u",
      state: { authScheme: "API_KEY", val: { status: "ACTIVE", generic_api_key: goodKey } },
    };
    const { toolRouter, webhookSubscriptions } = world().platform;
    const { session_id } = await toolRouter.createSession({ body: { user_id: "default" } });
    const server = await world().platform.mcp.createCustomMcpServer({
      body: { name: "idem server", toolkits: ["hackernews"] },
    });
    const sessions = "/api/v3/tool_router/session";
    const webhooks = "/api/v3/webhook_subscriptions";
    const webhook_url = "http://127.0.0.1:9/hooks";
    const subscription = { webhook_url, enabled_events: ["platform.trigger.message"] };
    // The loop repeats the request, so it gets this response again.
    const made = await post(webhooks, `key of ${webhooks}`, subscription);
    const id = String(made.body.id);
    const delivery = await webhookSubscriptions.sendTestEvent({ id, body: {} });
    const requests: readonly (readonly [path: string, body: object, apiKey?: string])[] = [
      ["/api/v3/trigger_instances/ACME_THING_LISTED/upsert", { connected_account_id: account }],
      [webhooks, subscription],
      [`${webhooks}/${id}/rotate_secret`, {}],
      [`${webhooks}/${id}/test`, {}],
      [`${webhooks}/${id}/deliveries/${delivery.id}/replay`, {}],
      [`${webhooks}/${id}/replay`, { since: new Date().toISOString() }],
      [sessions, { user_id: "default" }],
      [`${sessions}/${session_id}/execute`, { tool_slug: "ACME_GET_THING", arguments: {} }],
      [
        `${sessions}/${session_id}/execute_meta`,
        { slug: "PLATFORM_MANAGE_CONNECTIONS", arguments: { toolkits: ["quay"] } },
      ],
      [`${sessions}/${session_id}/link`, { toolkit: "acme" }],
      [`/tool_router/${session_id}/mcp`, { jsonrpc: "2.0", id: 1, method: "ping" }],
      [`/mcp/${server.id}?user_id=u`, { jsonrpc: "2.0", id: 1, method: "ping" }],
      ["/api/v3/toolkits/multi", { toolkits: ["acme"] }],
      ["/api/v3/mcp/servers", { name: "idem", auth_config_ids: [config] }],
      ["/api/v3/mcp/servers/custom", { name: "idem custom", toolkits: ["hackernews"] }],
      ["/api/v3/mcp/servers/generate", { mcp_server_id: server.id, user_ids: ["u"] }],
      [`/api/v3/mcp/servers/${server.id}/instances`, { user_id: "u" }],
      ["/api/v3/toolkits/import", { slug: "idem", document: writePlainHead("idem") }],
      [
        "/api/v3/files/upload/request",
        {
          toolkit_slug: "vault",
          tool_slug: "VAULT_UPLOAD_DOCUMENT",
          filename: "idem.txt",
          mimetype: "text/plain",
          md5: "0".repeat(32),
        },
      ],
      ["/api/v3/tools/execute/ACME_GET_THING", execution],
      ["/api/v3/tools/execute/proxy", proxied],
      ["/api/v3/logs/tool_execution", { limit: 1 }],
      ["/api/v3/auth_configs", { toolkit: { slug: "acme" } }],
      ["/api/v3/connected_accounts", { auth_config: { id: config }, connection }],
      [`/api/v3/connected_accounts/${account}/refresh`, {}],
      ["/api/v3/connected_accounts/link", { auth_config_id: config, user_id: "u" }],
      ["/api/v3/org/owner/project/new", { name: "idem" }, keys.owner],
      [`/api/v3/org/owner/project/${project.id}/regenerate_api_key`, {}, keys.owner],
      [`/api/v3/org/owner/project/${project.id}/api_keys`, { name: "idem" }, keys.owner],
    ];
    for (const [path, body, apiKey] of requests) {
      const seen = countCalls();
      const first = await post(path, `key of ${path}`, body, apiKey);
      const calls = countCalls() - seen;
      const again = await post(path, `key of ${path}`, body, apiKey);
      const readReported = (answer: typeof first): unknown =>
        answer.body.error === undefined ? answer : joinStatusAndSlug(answer);
      expect(readReported(again)).toEqual(readReported(first));
      expect(countCalls() - seen).toBe(calls);
      const other = await post(
        `${path}${path.includes("?") ? "&" : "?"}a=1`,
        `key of ${path}`,
        body,
        apiKey,
      );
      expect([path, joinStatusAndSlug(other)]).toEqual([path, "422 Idempotency_KeyReused"]);
    }
    await webhookSubscriptions.deleteWebhookSubscription({ id });
    await world().platform.toolkits.deleteToolkit({ slug: "idem" });
  });

  /** Counts the transactions of a project during a call. */
  const countTransactions = async (
    project: string,
    work: () => Promise<unknown>,
  ): Promise<number> => {
    const scoped = vi.spyOn(world().serving.platform.database, "transactInProject");
    try {
      await work();
      return scoped.mock.calls.filter(([projectId]) => projectId === project).length;
    } finally {
      scoped.mockRestore();
    }
  };

  test("an execution takes three transactions, with a key too", async () => {
    const { owner, clientWith } = world();
    // Use a new project: it has no jobs, and their transactions would be counted too.
    const { id, api_key } = await owner.projects.createProject({
      body: { name: "counted", should_create_api_key: true },
    });
    const key = api_key ?? "";
    const platform = clientWith(key);
    const config = await createConfig({ platform }, "API_KEY");
    const account = await connect({ platform }, config, "API_KEY", { generic_api_key: goodKey });
    const body = { arguments: {}, connected_account_id: account };
    const path = "/api/v3/tools/execute/ACME_GET_THING";
    // The client sends a key of its own with each call.
    const executeWithoutKey = async (): Promise<void> => {
      const answered = await fetch(world().url + path, {
        method: "POST",
        headers: { "x-api-key": key, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      expect(answered.status).toBe(200);
    };
    expect(await countTransactions(id, executeWithoutKey)).toBe(3);
    const execute = (): ReturnType<typeof post> => post(path, "counted", body, key);
    const seen = countCalls();
    expect(await countTransactions(id, execute)).toBe(3);
    // When it is given again, the key is decided in a transaction of its own.
    expect(await countTransactions(id, execute)).toBe(3);
    expect(countCalls() - seen).toBe(1);
    // When the application does not answer, the log and the error are also stored in one transaction.
    const callBroken = async (): Promise<void> => {
      const answered = await post("/api/v3/tools/execute/ACME_BREAK_THING", "broken", body, key);
      expect(answered.status).toBe(502);
    };
    expect(await countTransactions(id, callBroken)).toBe(3);
    expect(await countTransactions(id, callBroken)).toBe(3);
  });

  test("an execution that is refused before it is sent keeps its refusal, and its key", async () => {
    const config = await createConfig(world(), "API_KEY");
    const account = await connect(world(), config, "API_KEY", { generic_api_key: goodKey });
    const { platform } = world();
    const writeToolPath = (tool: string): string => `/api/v3/tools/execute/${tool}`;
    const body = { arguments: {}, connected_account_id: account };
    const callUnknown = async (): Promise<string> =>
      joinStatusAndSlug(await post(writeToolPath("ACME_NONE"), "early", body));
    expect(await callUnknown()).toBe("404 Tool_NotFound");
    expect(await callUnknown()).toBe("404 Tool_NotFound");
    const reused = await post(writeToolPath("ACME_GET_THING"), "early", body);
    expect(joinStatusAndSlug(reused)).toBe("422 Idempotency_KeyReused");
    // The reverse case: the key has a response, and the repeated request is refused before it begins.
    await post(writeToolPath("ACME_GET_THING"), "late", body);
    expect(joinStatusAndSlug(await post(writeToolPath("ACME_NONE"), "late", body))).toBe(
      "422 Idempotency_KeyReused",
    );
    await platform.connectedAccounts.setConnectedAccountStatus({
      nanoid: account,
      body: { enabled: false },
    });
    const callInactive = (): ReturnType<typeof post> =>
      post(writeToolPath("ACME_GET_THING"), "off", body);
    expect(joinStatusAndSlug(await callInactive())).toBe("422 ToolExecution_AccountNotActive");
    await platform.connectedAccounts.setConnectedAccountStatus({
      nanoid: account,
      body: { enabled: true },
    });
    expect(joinStatusAndSlug(await callInactive())).toBe("422 ToolExecution_AccountNotActive");
  });

  const readMetrics = async (): Promise<string> => {
    const text = await (await fetch(world().serving.metricsUrl ?? "")).text();
    return text
      .split("\n")
      .filter((line) => line.startsWith("platform_tool_exec"))
      .join("\n");
  };

  test("a repeated execution gets the first answer after its account is gone, and is not logged again", async () => {
    const config = await createConfig(world(), "API_KEY");
    const account = await connect(world(), config, "API_KEY", { generic_api_key: goodKey });
    const { platform } = world();
    const path = "/api/v3/tools/execute/ACME_GET_THING";
    const body = { arguments: {}, connected_account_id: account };
    const seen = countCalls();
    const first = await post(path, "account gone", body);
    expect(first.status).toBe(200);
    const counted = await readMetrics();
    expect(counted).toContain('toolkit="acme",outcome="success"');
    expect(await post(path, "account gone", body)).toEqual(first);
    expect(await readMetrics()).toBe(counted);
    const others = [{ user_id: "default" }, { arguments: { id: "not described" } }];
    for (const other of others) {
      const refused = await post(path, "account gone", { ...body, ...other });
      expect(joinStatusAndSlug(refused)).toBe("422 Idempotency_KeyReused");
    }
    // A repeat is not an execution, whatever its body holds.
    expect(await readMetrics()).toBe(counted);
    await platform.connectedAccounts.deleteConnectedAccount({ nanoid: account });
    expect(await post(path, "account gone", body)).toEqual(first);
    expect(countCalls() - seen).toBe(1);
    const { logs } = await platform.logs.listToolExecutionLogs({ body: {} });
    expect(
      logs.filter(({ connected_account_id }) => connected_account_id === account),
    ).toHaveLength(1);
  });

  test("a repeated execution gets the first answer when its tokens cannot be fetched any more", async () => {
    const config = await createConfig(world(), "S2S_OAUTH2");
    const { id: client_id, secret: client_secret } = client;
    const account = await connect(world(), config, "S2S_OAUTH2", { client_id, client_secret });
    const { platform, application, serving } = world();
    const path = "/api/v3/tools/execute/ACME_GET_THING";
    const body = { arguments: {}, connected_account_id: account };
    const first = await post(path, "tokens away", body);
    expect(first.status).toBe(200);
    const { project } = await platform.auth.getSessionInfo();
    await serving.platform.database.transactInProject(project?.id ?? "", (trx) =>
      trx
        .updateTable("connected_accounts")
        .set({ tokens_expire_at: sql<Date>`now()` })
        .where("id", "=", account)
        .execute(),
    );
    const mend = application.breakTokens();
    try {
      const counted = await readMetrics();
      const asked = application.seen.length;
      expect(await post(path, "tokens away", body)).toEqual(first);
      expect(application.seen.slice(asked).map((each) => each.path)).toContain("/token");
      expect(await readMetrics()).toBe(counted);
      // The tokens are really away.
      const other = await post(path, "tokens away too", body);
      expect(joinStatusAndSlug(other)).toBe("502 ToolExecution_NoAnswer");
    } finally {
      mend();
    }
    const { logs } = await platform.logs.listToolExecutionLogs({ body: {} });
    const ofAccount = logs.filter(({ connected_account_id: id }) => id === account);
    expect(ofAccount.map(({ successful }) => successful).toSorted()).toEqual([false, true]);
  });

  test("an execution whose key is older than a day runs again", async () => {
    const config = await createConfig(world(), "API_KEY");
    const account = await connect(world(), config, "API_KEY", { generic_api_key: goodKey });
    const { asOwner } = world();
    const body = { arguments: {}, connected_account_id: account };
    const seen = countCalls();
    for (const calls of [1, 2]) {
      const { status } = await post("/api/v3/tools/execute/ACME_GET_THING", "a day ago", body);
      expect([status, countCalls() - seen]).toEqual([200, calls]);
      await asOwner(
        sql.raw("update idempotency_keys set expires_at = now() - interval '1 second'"),
      );
    }
  });

  test("an execution that the application's limit refuses gives its key back", async () => {
    const config = await createConfig(world(), "API_KEY");
    const account = await connect(world(), config, "API_KEY", { generic_api_key: goodKey });
    const body = { arguments: {}, connected_account_id: account };
    const callLimited = (): ReturnType<typeof post> =>
      post("/api/v3/tools/execute/ACME_GET_LIMITED", "limited", body);
    const seen = countCalls();
    expect(joinStatusAndSlug(await callLimited())).toBe("429 ToolExecution_ProviderRateLimited");
    expect(joinStatusAndSlug(await callLimited())).toBe("429 ToolExecution_ProviderRateLimited");
    expect(countCalls() - seen).toBe(2);
  });

  test("an answer whose outcome cannot be logged is given, and given again", async () => {
    const config = await createConfig(world(), "API_KEY");
    const account = await connect(world(), config, "API_KEY", { generic_api_key: goodKey });
    const body = { arguments: {}, connected_account_id: account };
    const execute = (): ReturnType<typeof post> =>
      post("/api/v3/tools/execute/ACME_GET_THING", "not logged", body);
    const seen = countCalls();
    const accept = await refuseChanges(world(), "update on tool_execution_logs");
    try {
      const first = await execute();
      expect([first.status, countCalls() - seen]).toEqual([200, 1]);
      expect(await execute()).toEqual(first);
      expect(countCalls() - seen).toBe(1);
    } finally {
      await accept();
    }
  });

  test("of fifty executions with one key at the same time one reaches the application", async () => {
    const config = await createConfig(world(), "API_KEY");
    const account = await connect(world(), config, "API_KEY", { generic_api_key: goodKey });
    const body = { arguments: {}, connected_account_id: account };
    const seen = countCalls();
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        post("/api/v3/tools/execute/ACME_GET_THING", "fifty executions", body),
      ),
    );
    expect(countCalls() - seen).toBe(1);
    const others = answers.filter(({ status }) => status !== 200).map(joinStatusAndSlug);
    const passing = ["409 Idempotency_InFlight", "429 ToolExecution_TooManyAtOnce"];
    expect(others.filter((slug) => !passing.includes(slug))).toEqual([]);
  });

  test("the same key of two projects has nothing in common", async () => {
    const body = { toolkit: { slug: "acme" } };
    const { keys } = world();
    const first = await post("/api/v3/auth_configs", "shared", body);
    const second = await post("/api/v3/auth_configs", "shared", body, keys.other);
    expect(second.status).toBe(201);
    expect(second.body.auth_config?.id).not.toBe(first.body.auth_config?.id);
  });

  test("the public form of a link uses up no key of the project", async () => {
    const config = await createConfig(world(), "API_KEY");
    const { redirect_url } = await world().platform.connectedAccounts.createLink({
      body: { auth_config_id: config, user_id: "u" },
    });
    const submitted = await world().coverage.fetch(
      new Request(world().url + new URL(redirect_url).pathname, {
        method: "POST",
        headers: {
          accept: preferJson,
          "content-type": "application/x-www-form-urlencoded",
          "idempotency-key": "burnt",
        },
        body: new URLSearchParams(),
      }),
    );
    expect(submitted.status).toBe(400);
    const { status } = await post("/api/v3/toolkits/multi", "burnt", { toolkits: ["acme"] });
    expect(status).toBe(200);
  });
}
