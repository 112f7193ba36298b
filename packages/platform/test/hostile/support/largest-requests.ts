import type { OperationName } from "../../../src/api/handlers/handler.ts";
import { fileTool, longNames, writeManyTools } from "./large-documents.ts";
import { type Ask, huge, type LargestRows } from "./largest-rows.ts";
import { loudAnswers } from "./loud-application.ts";

/** Questions about the largest rows, or the reason why every answer of the operation is small. */
type Questions = ((rows: LargestRows) => readonly Ask[] | Promise<readonly Ask[]>) | string;

const manyTools = longNames.map((name) => `MANY_${name.toUpperCase()}`);

const longUser = `u${"ä".repeat(250)}`;

const ofIds = (path: string, body: unknown, more: Partial<Ask> = {}): Ask => ({
  method: "POST",
  path,
  body,
  ...more,
});

const callTool = (path: string, name: string, given: unknown, more: Partial<Ask> = {}): Ask => ({
  method: "POST",
  path,
  isWhole: true,
  body: { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: given } },
  text: '"result"',
  ...more,
});

/** An agent gets 32 kB, and over MCP text whose quotes are escaped. */
const mostOfAgent = 70_000;

/** Pictures are not cut: a model sees them. */
const limitOf = (kind: string): Partial<Ask> => (kind === "picture" ? {} : { most: mostOfAgent });

/** Answers that are shown whole have their 2 MiB. */
const sizeOf = (kind: string): Partial<Ask> =>
  kind === "plain" || kind === "json" || kind === "failed" ? { least: 2_000_000 } : {};

const callback = "error=access_denied&error_description=";
const longQuery = `${callback}${"x".repeat(7_000)}&state=${"y".repeat(100)}`;

const largeFile = {
  toolkit_slug: "loud",
  tool_slug: fileTool,
  filename: "ä".repeat(255),
  mimetype: `text/${"x".repeat(250)}`,
  md5: "f".repeat(32),
};

/** Every operation of the document. The compiler reports one that is missing. */
export const questions: Readonly<Record<OperationName, Questions>> = {
  createAuthConfig: () => [ofIds("/auth_configs", configOfLarge({ note: huge }), { status: 201 })],
  listAuthConfigs: () => [{ path: "/auth_configs?limit=1000", items: 7 }],
  getAuthConfig: ({ authConfig }) => [{ path: `/auth_configs/${authConfig}` }],
  updateAuthConfig: ({ authConfig }) => [
    {
      method: "PATCH",
      path: `/auth_configs/${authConfig}`,
      body: { credentials: { note: `${huge}x` } },
    },
  ],
  deleteAuthConfig: async ({ make }) => [
    { method: "DELETE", path: `/auth_configs/${await createConfig(make)}` },
  ],
  setAuthConfigStatus: ({ authConfig }) => [
    { method: "PATCH", path: `/auth_configs/${authConfig}/ENABLED` },
  ],
  getConsoleSession: "it answers as createConsoleSession",
  createConsoleSession: () => [{ method: "POST", path: "/console/session", status: 201 }],
  deleteConsoleSession: "it answers one word",
  openConsoleLink: "it answers as createConsoleSession",
  getProjectActivity: () => [{ path: "/console/activity?period=month" }],
  getSessionInfo: () => [{ path: "/auth/session/info" }],
  createConnectedAccount: ({ authConfig }) => [
    ofIds("/connected_accounts", accountOf(authConfig), { status: 201 }),
  ],
  listConnectedAccounts: () => [{ path: "/connected_accounts?limit=1000", items: 7 }],
  getConnectedAccount: ({ account }) => [{ path: `/connected_accounts/${account}` }],
  deleteConnectedAccount: async ({ make, authConfig }) => {
    const { id } = await make({ path: "/connected_accounts", body: accountOf(authConfig) });
    return [{ method: "DELETE", path: `/connected_accounts/${id}` }];
  },
  updateConnectedAccount: async ({ make, authConfig }) => {
    const { id } = await make({ path: "/connected_accounts", body: accountOf(authConfig) });
    const body = { connection: { state: { val: { note: `${huge}x` } } } };
    return [{ method: "PATCH", path: `/connected_accounts/${id}`, body }];
  },
  importConnectedAccounts: "its lines have 256 KiB, and each result says little more than that",
  setConnectedAccountStatus: async ({ make, authConfig }) => {
    const { id } = await make({ path: "/connected_accounts", body: accountOf(authConfig) });
    return [
      { method: "PATCH", path: `/connected_accounts/${id}/status`, body: { enabled: false } },
    ];
  },
  refreshConnectedAccount: ({ account }) => [
    // Accounts with a key have nothing to refresh, and others answer a status and a link.
    ofIds(`/connected_accounts/${account}/refresh`, {}, { status: 501 }),
  ],
  createLink: ({ authConfig }) => [
    ofIds("/connected_accounts/link", linkOf(authConfig), { status: 201 }),
  ],
  completeAuthorization: () => [{ path: `/toolkits/auth/callback?${longQuery}`, status: 400 }],
  completeToolkitAuthorization: () => [
    { path: `/toolkits/auth/callback/github?${longQuery}`, status: 400 },
  ],
  completeImportedAuthorization: () => [
    { path: `/toolkits/auth/callback/proj_abcdefghijkl/large?${longQuery}`, status: 400 },
  ],
  openLink: async (rows) => [{ path: await openLink(rows), isWhole: true, text: "<html" }],
  submitLink: "It answers a page of our own, and its form is not the JSON that this test sends.",
  requestFileUpload: () => [ofIds("/files/upload/request", largeFile)],
  getFile: async ({ make }) => [{ path: `/files/manage/${await requestLargeFile(make)}` }],
  deleteFile: async ({ make }) => [
    { method: "DELETE", path: `/files/manage/${await requestLargeFile(make)}` },
  ],
  listFiles: () => [{ path: "/files/list?limit=1000", items: 1_000, least: 1_000_000 }],
  listMcpServers: () => [{ path: "/mcp/servers?limit=1000", status: 400, text: "ask for at most" }],
  createMcpServer: ({ authConfig }) => [
    ofIds(
      "/mcp/servers",
      { name: "configured", auth_config_ids: [authConfig], allowed_tools: ["LARGE_TOOL_0"] },
      { status: 201 },
    ),
  ],
  createCustomMcpServer: () => [
    ofIds(
      "/mcp/servers/custom",
      { name: "custom", toolkits: ["many"], allowed_tools: manyTools },
      { status: 201, least: 60_000 },
    ),
  ],
  generateMcpUrls: ({ server }) => [
    ofIds("/mcp/servers/generate", {
      mcp_server_id: server,
      user_ids: Array.from({ length: 1_000 }, (_, index) => `${index}${"ä".repeat(250)}`),
    }),
  ],
  listMcpServersOfApp: () => [
    { path: "/mcp/app/many?limit=1000", status: 400, text: "ask for at most" },
  ],
  getMcpServer: ({ server }) => [{ path: `/mcp/${server}`, least: 60_000 }],
  updateMcpServer: ({ server }) => [
    { method: "PATCH", path: `/mcp/${server}`, body: { name: "renamed" }, least: 60_000 },
  ],
  deleteMcpServer: async ({ make }) => {
    const { id } = await make({
      path: "/mcp/servers/custom",
      body: { name: "ends", toolkits: ["many"], allowed_tools: manyTools },
    });
    return [{ method: "DELETE", path: `/mcp/${id}` }];
  },
  listMcpInstances: ({ server }) => [{ path: `/mcp/servers/${server}/instances?limit=1000` }],
  createMcpInstance: ({ server }) => [
    ofIds(`/mcp/servers/${server}/instances`, { user_id: longUser }, { status: 201 }),
  ],
  deleteMcpInstance: async ({ make, server }) => {
    const { id } = await make({
      path: `/mcp/servers/${server}/instances`,
      body: { user_id: `${longUser}2` },
    });
    return [{ method: "DELETE", path: `/mcp/servers/${server}/instances/${id}` }];
  },
  callMcpServer: ({ largeUrl, loudUrl }) => [
    {
      method: "POST",
      path: largeUrl,
      isWhole: true,
      body: { jsonrpc: "2.0", id: 1, method: "tools/list" },
      text: '"LARGE_TOOL_0"',
      most: mostOfAgent,
    },
    ...loudAnswers.map((kind) => callTool(loudUrl, "LOUD_GET_ANSWER", { kind }, limitOf(kind))),
  ],
  getNanoId: () => [
    {
      path: "/migration/get-nanoid?uuid=00000000-0000-4000-8000-000000000000&type=CONNECTED_ACCOUNT",
      status: 404,
    },
  ],
  getProjectUsage: () => [{ path: "/org/project/usage" }],
  getProjectConfig: () => [{ path: "/org/project/config" }],
  updateProjectConfig: () => [
    {
      method: "PATCH",
      path: "/org/project/config",
      body: {
        logo_url: `https://a.example/${"x".repeat(2_000)}`,
        display_name: "ä".repeat(100),
      },
      least: 2_000,
    },
  ],
  createProject: () => [
    ofIds("/org/owner/project/new", { name: "x".repeat(75) }, { isOwner: true }),
  ],
  listProjects: () => [
    {
      path: "/org/owner/project/list?limit=1000",
      isOwner: true,
      items: 1_000,
      least: 150_000,
    },
  ],
  getProject: async (rows) => [
    { path: `/org/owner/project/${await createProject(rows)}`, isOwner: true },
  ],
  updateProject: async (rows) => [
    {
      method: "PATCH",
      path: `/org/owner/project/${await createProject(rows)}`,
      body: { name: "x".repeat(75) },
      isOwner: true,
    },
  ],
  deleteProject: async (rows) => [
    {
      method: "DELETE",
      path: `/org/owner/project/${await createProject(rows)}`,
      isOwner: true,
    },
  ],
  createProjectKey: async (rows) => [
    ofIds(
      `/org/owner/project/${await createProject(rows)}/api_keys`,
      { name: "x".repeat(75) },
      { isOwner: true, status: 201 },
    ),
  ],
  deleteProjectKey: async (rows) => {
    const nano_id = await createProject(rows);
    const { id } = await rows.make({
      path: `/org/owner/project/${nano_id}/api_keys`,
      body: { name: "x".repeat(75) },
      isOwner: true,
    });
    const path = `/org/owner/project/${nano_id}/api_keys/${id}`;
    return [{ method: "DELETE", path, isOwner: true }];
  },
  regenerateApiKey: async (rows) => [
    ofIds(
      `/org/owner/project/${await createProject(rows)}/regenerate_api_key`,
      {},
      { isOwner: true },
    ),
  ],
  deleteUser: () => [{ method: "DELETE", path: `/users/${encodeURIComponent(longUser)}` }],
  createSession: () => [ofIds("/tool_router/session", { user_id: longUser }, { status: 201 })],
  updateSession: ({ session }) => [
    {
      method: "PATCH",
      path: `/tool_router/session/${session}`,
      body: { tools: { many: { enable: manyTools.slice(0, 100) } } },
      least: 6_000,
    },
  ],
  deleteSession: async ({ make }) => {
    const { session_id: id } = await make({
      path: "/tool_router/session",
      body: { user_id: longUser },
    });
    return [{ method: "DELETE", path: `/tool_router/session/${id}` }];
  },
  deleteSessions: () => [
    {
      method: "DELETE",
      path: `/tool_router/session?user_id=${encodeURIComponent(longUser)}`,
    },
  ],
  listSessions: () => [{ path: "/tool_router/sessions?limit=1000", items: 100, least: 900_000 }],
  deleteSessionByHandle: async ({ make }) => {
    const { handle } = await make({ path: "/tool_router/session", body: { user_id: longUser } });
    return [{ method: "DELETE", path: `/tool_router/sessions/${handle}` }];
  },
  getSession: ({ session }) => [{ path: `/tool_router/session/${session}` }],
  listSessionToolkits: ({ session }) => [
    { path: `/tool_router/session/${session}/toolkits?limit=1000` },
  ],
  listSessionTools: ({ session }) => [{ path: `/tool_router/session/${session}/tools` }],
  executeSessionTool: ({ session }) =>
    loudAnswers.map((kind) =>
      ofIds(
        `/tool_router/session/${session}/execute`,
        { tool_slug: "LOUD_GET_ANSWER", arguments: { kind } },
        sizeOf(kind),
      ),
    ),
  executeMetaTool: ({ session }) => [
    ofIds(
      `/tool_router/session/${session}/execute_meta`,
      {
        slug: "PLATFORM_GET_TOOL_SCHEMAS",
        arguments: { tool_slugs: Array.from({ length: 50 }, (_, at) => `LARGE_TOOL_${at}`) },
      },
      { least: 10_000, most: mostOfAgent },
    ),
    ...executeAll(`/tool_router/session/${session}/execute_meta`, (tools) => ({
      slug: "PLATFORM_MULTI_EXECUTE_TOOL",
      arguments: { tools },
    })),
  ],
  createSessionLink: async ({ make }) => {
    const { session_id: id } = await make({
      path: "/tool_router/session",
      body: { user_id: longUser },
    });
    return [ofIds(`/tool_router/session/${id}/link`, { toolkit: "large" }, { status: 201 })];
  },
  callSessionMcp: ({ session }) => [
    callTool(`/tool_router/${session}/mcp`, "PLATFORM_GET_TOOL_SCHEMAS", {
      tool_slugs: Array.from({ length: 5 }, (_, at) => `LARGE_TOOL_${at}`),
    }),
    ...executeAll(`/tool_router/${session}/mcp`, (tools) => ({
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "PLATFORM_MULTI_EXECUTE_TOOL", arguments: { tools } },
    })).map((ask) => ({ ...ask, isWhole: true, text: '"result"' })),
  ],
  listToolkits: () => [{ path: "/toolkits?limit=1000" }],
  fetchToolkits: () => [ofIds("/toolkits/multi", { limit: 1000 })],
  listToolkitCategories: () => [{ path: "/toolkits/categories" }],
  importToolkit: () => [
    ofIds(
      "/toolkits/import",
      { slug: "many2", document: writeManyTools() },
      {
        status: 201,
        least: 1_000,
      },
    ),
  ],
  getToolkit: () => [{ path: "/toolkits/large" }],
  replaceToolkit: async ({ make }) => {
    await make({ path: "/toolkits/import", body: { slug: "many3", document: writeManyTools() } });
    return [
      {
        method: "PUT",
        path: "/toolkits/many3",
        body: { document: writeManyTools() },
        least: 1_000,
      },
    ];
  },
  deleteToolkit: async ({ make }) => {
    await make({ path: "/toolkits/import", body: { slug: "many4", document: writeManyTools() } });
    return [{ method: "DELETE", path: "/toolkits/many4" }];
  },
  listTools: () => [{ path: "/tools?toolkit_slug=large&limit=1000", items: 100 }],
  listToolSlugs: () => [{ path: "/tools/enum" }],
  getTool: () => [{ path: "/tools/LARGE_TOOL_0" }],
  executeTool: ({ loudAccount }) =>
    loudAnswers.map((kind) =>
      ofIds(
        "/tools/execute/LOUD_GET_ANSWER",
        { connected_account_id: loudAccount, arguments: { kind } },
        sizeOf(kind),
      ),
    ),
  proxyRequest: ({ loudAccount }) =>
    loudAnswers.map((kind) =>
      ofIds(
        "/tools/execute/proxy",
        { connected_account_id: loudAccount, endpoint: `/answers/${kind}`, method: "GET" },
        sizeOf(kind),
      ),
    ),
  listToolExecutionLogs: () => [ofIds("/logs/tool_execution", { limit: 1000 }, { items: 50 })],
  listTriggerTypes: () => [{ path: "/triggers_types?toolkit_slugs=large&limit=1000", items: 100 }],
  listTriggerTypeSlugs: () => [{ path: "/triggers_types/list/enum" }],
  getTriggerType: () => [{ path: "/triggers_types/LARGE_EVENT_0" }],
  listActiveTriggers: () => [{ path: "/trigger_instances/active?limit=1000", items: 4 }],
  upsertTrigger: ({ account }) => [
    ofIds("/trigger_instances/LARGE_EVENT_0/upsert", {
      connected_account_id: account,
      trigger_config: { value: huge },
    }),
  ],
  setTriggerStatus: ({ trigger }) => [
    {
      method: "PATCH",
      path: `/trigger_instances/manage/${trigger}`,
      body: { status: "disable" },
    },
  ],
  deleteTrigger: async ({ make, account }) => {
    const { trigger_id: id } = await make({
      path: "/trigger_instances/LARGE_EVENT_9/upsert",
      body: { connected_account_id: account, trigger_config: { value: huge } },
    });
    return [{ method: "DELETE", path: `/trigger_instances/manage/${id}` }];
  },
  receiveWebhook: () => [
    ofIds(`/webhook_ingress/large/${"x".repeat(43)}`, { value: huge }, { status: 404 }),
  ],
  createWebhookSubscription: () => [
    ofIds(
      "/webhook_subscriptions",
      { webhook_url: "https://192.0.2.1/", enabled_events: ["platform.trigger.message"] },
      // A project has one subscription.
      { status: 409 },
    ),
  ],
  listWebhookSubscriptions: () => [{ path: "/webhook_subscriptions", least: 2_000 }],
  listWebhookEventTypes: () => [{ path: "/webhook_subscriptions/event_types" }],
  getWebhookSubscription: ({ subscription }) => [
    { path: `/webhook_subscriptions/${subscription}`, least: 2_000 },
  ],
  updateWebhookSubscription: ({ subscription }) => [
    {
      method: "PATCH",
      path: `/webhook_subscriptions/${subscription}`,
      body: { version: "V3" },
      least: 2_000,
    },
  ],
  rotateWebhookSecret: ({ subscription }) => [
    ofIds(`/webhook_subscriptions/${subscription}/rotate_secret`, undefined),
  ],
  sendTestEvent: ({ subscription }) => [
    ofIds(`/webhook_subscriptions/${subscription}/test`, {}, { status: 202 }),
  ],
  listDeliveries: ({ subscription }) => [
    {
      path: `/webhook_subscriptions/${subscription}/deliveries?limit=1000`,
      items: 200,
      least: 900_000,
    },
  ],
  replayDelivery: ({ subscription }) => [
    ofIds(`/webhook_subscriptions/${subscription}/deliveries/dlv_000000000000/replay`, undefined, {
      status: 202,
    }),
  ],
  replayEvents: ({ subscription }) => [
    ofIds(
      `/webhook_subscriptions/${subscription}/replay`,
      { since: new Date(Date.now() - 1_000).toISOString() },
      { status: 202 },
    ),
  ],
  deleteWebhookSubscription: ({ subscription }) => [
    { method: "DELETE", path: `/webhook_subscriptions/${subscription}` },
  ],
};

/** Twelve tools at once, for each kind of answer. */
function executeAll(path: string, toBody: (tools: readonly object[]) => unknown): readonly Ask[] {
  return loudAnswers.map((kind) => {
    const tool = { tool_slug: "LOUD_GET_ANSWER", arguments: { kind } };
    return ofIds(path, toBody(Array.from({ length: 12 }, () => tool)), limitOf(kind));
  });
}

function configOfLarge(credentials: object): object {
  const auth_config = { type: "use_custom_auth", authScheme: "API_KEY", credentials };
  return { toolkit: { slug: "large" }, auth_config };
}

async function requestLargeFile(make: LargestRows["make"]): Promise<string> {
  return String((await make({ path: "/files/upload/request", body: largeFile })).id);
}

async function createConfig(make: LargestRows["make"]): Promise<string> {
  const made = await make({ path: "/auth_configs", body: configOfLarge({ note: huge }) });
  return String((made.auth_config as { id: string }).id);
}

function accountOf(id: string): object {
  const val = { status: "ACTIVE", generic_api_key: "key", note: huge };
  const connection = { user_id: longUser, state: { authScheme: "API_KEY", val } };
  return { auth_config: { id }, connection };
}

function linkOf(id: string): object {
  return { auth_config_id: id, user_id: longUser };
}

async function openLink({ make, authConfig }: LargestRows): Promise<string> {
  const { redirect_url: url } = await make({
    path: "/connected_accounts/link",
    body: linkOf(authConfig),
  });
  return new URL(String(url)).pathname;
}

async function createProject({ make }: LargestRows): Promise<string> {
  const { id } = await make({
    path: "/org/owner/project/new",
    body: { name: "x".repeat(75), should_create_api_key: true },
    isOwner: true,
  });
  return String(id);
}
