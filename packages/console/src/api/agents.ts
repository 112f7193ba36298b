import {
  createCustomMcpServerMutation,
  createSessionMutation,
  deleteMcpServerMutation,
  deleteSessionByHandleMutation,
  deleteSessionsMutation,
  executeMetaToolMutation,
  generateMcpUrlsMutation,
  getAuthConfigQuery,
  getMcpServerQuery,
  listMcpServersInfiniteQuery,
  listSessionsInfiniteQuery,
  listSessionToolsQuery,
  updateMcpServerMutation,
} from "../../../../generated/query/index.js";
import { isNotFound } from "./failure.ts";
import { liveList, liveMs } from "./live-list.ts";
import { queryClient } from "./query-client.ts";
import { transport, unkept } from "./transport.ts";

/** The MCP servers of the project, the newest first, a page at a time. */
export const serversQuery = (search: string) => ({
  ...listMcpServersInfiniteQuery(transport, { limit: 50, ...(search && { name: search }) }),
  ...liveList,
});

/** One MCP server, with the commands that add it to clients for a user. */
export const serverQuery = (id: string, user: string, keyVariable: string) => ({
  ...getMcpServerQuery(transport, { id, user_id: user, key_variable: keyVariable }),
  refetchInterval: liveMs,
});

/** The toolkits of auth configs by their ids, without those that were deleted. */
export async function readLiveConfigs(
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const found = await Promise.all(
    ids.map((nanoid) =>
      queryClient.fetchQuery(getAuthConfigQuery(transport, { nanoid })).then(
        ({ toolkit }) => [[nanoid, toolkit.slug] as const],
        (error: unknown) => {
          if (isNotFound(error)) {
            return [];
          }
          throw error;
        },
      ),
    ),
  );
  return new Map(found.flat());
}

/** The sessions of the project, or of one user, the newest first, a page at a time. */
export const sessionsQuery = (user: string) => ({
  ...listSessionsInfiniteQuery(transport, { limit: 50, ...(user && { user_id: user }) }),
  ...liveList,
});

/** The meta tools of a session, with their schemas. */
export const metaToolsQuery = (session: string) => ({
  ...listSessionToolsQuery(transport, { session_id: session }),
  staleTime: 600_000,
});

/** What a person can do about MCP servers and sessions. Answers with addresses are not kept by the service. */
export const agentActions = {
  createServer: createCustomMcpServerMutation(transport),
  updateServer: updateMcpServerMutation(transport),
  removeServer: deleteMcpServerMutation(transport),
  signAddress: generateMcpUrlsMutation(transport, unkept),
  createSession: createSessionMutation(transport, unkept),
  removeSession: deleteSessionByHandleMutation(transport),
  removeSessions: deleteSessionsMutation(transport),
  callMetaTool: executeMetaToolMutation(transport, { ...unkept, attemptTimeout: 90_000 }),
} as const;
