import type { Ids } from "../../isolation/seed-project.ts";

/** Changes that make a request as expensive as it can be, or let it succeed. */
export interface Loudness {
  /** Distinguishes several requests of one operation. */
  readonly name?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

const tasks = [
  "create an issue",
  "send a message to a channel",
  "list the customers",
  "add an event to the calendar",
  "search the mailbox",
  "refund a payment",
  "read the newest stories",
  "make a page",
  "upload a document",
  "close a pull request",
];

const thing = { tool_slug: "ACME_CREATE_THING", arguments: { title: "a" } };

/** Lists that a query makes as long as possible. */
const longLists: readonly string[] = [
  "listConnectedAccounts",
  "listAuthConfigs",
  "listTools",
  "listToolkits",
  "listTriggerTypes",
  "listActiveTriggers",
  "listFiles",
  "listSessionTools",
  "listSessionToolkits",
];

const bodies: Readonly<Record<string, (ids: Ids) => readonly Loudness[]>> = {
  listToolExecutionLogs: () => [{ body: { limit: 1000 } }],
  listDeliveries: () => [{ query: { limit: "1000" } }],
  fetchToolkits: () => [{ body: {} }],
  createAuthConfig: () => [
    {
      body: {
        toolkit: { slug: "acme" },
        auth_config: { type: "use_custom_auth", authScheme: "API_KEY", credentials: {} },
      },
    },
  ],
  createLink: ({ ac, user }) => [{ body: { auth_config_id: ac, user_id: user } }],
  createSession: ({ user }) => [{ body: { user_id: user, toolkits: { enabled: ["acme"] } } }],
  updateSession: () => [{ body: { toolkits: { enabled: ["acme"] } } }],
  executeSessionTool: () => [{ body: thing }],
  executeMetaTool: () => [
    {
      name: "search",
      body: {
        slug: "PLATFORM_SEARCH_TOOLS",
        arguments: { queries: tasks.map((use_case) => ({ use_case })) },
      },
    },
    {
      name: "schemas",
      body: {
        slug: "PLATFORM_GET_TOOL_SCHEMAS",
        arguments: { tool_slugs: ["ACME_CREATE_THING", "ACME_LIST_THINGS"] },
      },
    },
    {
      name: "many calls",
      body: {
        slug: "PLATFORM_MULTI_EXECUTE_TOOL",
        arguments: { tools: Array.from({ length: 10 }, () => thing) },
      },
    },
  ],
};

/** The requests of an operation that is the noise. Most are sent as their examples are. */
export function listLoudRequests(operation: string, ids: Ids): readonly Loudness[] {
  const isList = longLists.includes(operation);
  return bodies[operation]?.(ids) ?? [isList ? { query: { limit: "1000" } } : {}];
}
