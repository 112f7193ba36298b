/** The report of a serving process when it is ready. */
export interface ServiceFacts {
  readonly url: string;
  /** The key of a project with 1,000 accounts. */
  readonly key: string;
  /** An account of the toolkit whose tool is executed, with a stored key. */
  readonly accountId: string;
  /** An account with an access token that is valid for a day. */
  readonly oauthAccountId: string;
  /** An MCP server with the toolkit of the account with a stored key. */
  readonly mcpServerId: string;
  /** A project with `manyAccounts` accounts, if the process was started with `large`. */
  readonly many?: { readonly key: string; readonly authConfigId: string };
}

/** A request, with options of autocannon. */
export interface Load {
  readonly method?: "POST";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Replaces each `[<id>]` by an id, another one for each request. */
  readonly idReplacement?: boolean;
  /** Sends webhooks in place of `body`, each a new one, signed with this secret. */
  readonly webhookSecret?: string;
}

/** A request to measure. */
export interface MeasuredRequest {
  readonly title: string;
  readonly path: (facts: ServiceFacts) => string;
  readonly load: (facts: ServiceFacts) => Load;
}

const tool = "/api/v3/tools/execute/BENCH_GET_THING";
const oauthTool = "/api/v3/tools/execute/HARBOUR_GET_THING";

/** The number of accounts in the project for very long lists. */
export const manyAccounts = 1_000_000;

/** The operations that are called the most. */
export const requests: readonly MeasuredRequest[] = [
  {
    title: "GET /tools/{slug}",
    path: () => "/api/v3/tools/GITHUB_LIST_ISSUES",
    load: ({ key }) => withKey(key),
  },
  {
    title: "GET /connected_accounts, 20 of 1,000",
    path: () => "/api/v3/connected_accounts",
    load: ({ key }) => withKey(key),
  },
  {
    title: "execute, stored key",
    path: () => tool,
    load: ({ key, accountId }) => planExecution(key, accountId),
  },
  {
    title: "execute, OAuth token",
    path: () => oauthTool,
    load: ({ key, oauthAccountId }) => planExecution(key, oauthAccountId),
  },
  {
    title: "execute, stored key, with an Idempotency-Key",
    path: () => tool,
    load: ({ key, accountId }) => {
      const { headers, ...load } = planExecution(key, accountId);
      return { ...load, headers: { ...headers, "idempotency-key": "[<id>]" }, idReplacement: true };
    },
  },
];

/** The same tool of the same account, over REST and over MCP. */
export const toolCalls: readonly MeasuredRequest[] = [
  {
    title: "REST, POST /tools/execute",
    path: () => tool,
    load: ({ key, accountId }) => planExecution(key, accountId),
  },
  {
    title: "MCP, tools/call",
    path: ({ mcpServerId, accountId }) => `/mcp/${mcpServerId}?connected_account_id=${accountId}`,
    load: ({ key }) => ({
      method: "POST",
      headers: {
        "x-api-key": key,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name: "BENCH_GET_THING", arguments: {} },
      }),
    }),
  },
];

/** Pages of a list of 1,000,000, with filters and without. */
export const listRequests: readonly MeasuredRequest[] = [
  planList("page 1", () => ""),
  planList("page 1,000", () => `cursor=${encodePageCursor(1000)}`),
  planList("page 1, by updated_at", () => "order_by=updated_at"),
  planList("page 1, one user", () => "user_ids=user-7"),
  planList(
    "page 1, one of two auth configs",
    ({ many }) => `auth_config_ids=${many?.authConfigId}`,
  ),
  planList("page 1, one toolkit", () => "toolkit_slugs=notion"),
  planList("page 1, status ACTIVE", () => "statuses=ACTIVE"),
  planList("page 1, status FAILED, which none has", () => "statuses=FAILED"),
];

function planList(title: string, query: (facts: ServiceFacts) => string): MeasuredRequest {
  return {
    title: `GET /connected_accounts, ${title}`,
    path: (facts) => `/api/v3/connected_accounts?${query(facts)}`,
    load: ({ many }) => withKey(many?.key ?? ""),
  };
}

function withKey(key: string): Load {
  return { headers: { "x-api-key": key } };
}

function planExecution(key: string, accountId: string): Load {
  return {
    method: "POST",
    headers: { "x-api-key": key, "content-type": "application/json" },
    body: JSON.stringify({ connected_account_id: accountId, arguments: {} }),
  };
}

function encodePageCursor(page: number): string {
  return Buffer.from(JSON.stringify({ page, limit: 20 })).toString("base64url");
}
