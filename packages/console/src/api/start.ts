import {
  createSessionMutation,
  listConnectedAccountsQuery,
  listToolExecutionLogsQuery,
} from "../../../../generated/query/index.js";
import { liveMs } from "./live-list.ts";
import { transport, unkept } from "./transport.ts";

/** The newest account that works, if there is one. */
export const firstAccountQuery = {
  ...listConnectedAccountsQuery(transport, { statuses: ["ACTIVE"], limit: 1 }),
  refetchInterval: liveMs,
};

/** The newest execution that succeeded, if there is one. */
export const firstRunQuery = {
  ...listToolExecutionLogsQuery(
    transport,
    { body: { limit: 1, filters: { successful: true } } },
    unkept,
  ),
  refetchInterval: liveMs,
};

/** The last executions, among which those of agents are. */
export const lastRunsQuery = {
  ...listToolExecutionLogsQuery(transport, { body: { limit: 100 } }, unkept),
  refetchInterval: liveMs,
};

/** Makes a session, whose address an agent takes. */
export const createSessionOptions = createSessionMutation(transport);
