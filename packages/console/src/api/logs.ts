import { queryOptions } from "@tanstack/react-query";
import {
  listToolExecutionLogsInfiniteQuery,
  listToolExecutionLogsQuery,
} from "../../../../generated/query/index.js";
import type { ToolExecutionLogFilters } from "../../../../generated/types/index.js";
import { liveList, liveMs } from "./live-list.ts";
import { transport, unkept } from "./transport.ts";

/** The filters of the list, as they are in the address. */
export interface LogSearch {
  readonly tool?: string;
  readonly toolkit?: string;
  readonly user?: string;
  readonly account?: string;
  /** Only those that began before this time. */
  readonly until?: string;
  readonly result?: "failed" | "successful";
}

/** The entries of the log, the newest first, a page at a time. */
export const logsQuery = (search: LogSearch) => ({
  ...listToolExecutionLogsInfiniteQuery(
    transport,
    {
      body: {
        limit: 50,
        filters: toFilters(search),
        ...(search.until && { time_range: { until: search.until } }),
      },
    },
    unkept,
  ),
  ...liveList,
});

/** One entry; null when the project has none with this id. A running one is asked for again. */
export const logQuery = (id: string) =>
  queryOptions({
    ...listToolExecutionLogsQuery(transport, { body: { filters: { log_ids: [id] } } }, unkept),
    select: ({ logs }) => logs[0] ?? null,
    refetchInterval: ({ state }) =>
      state.data?.logs[0]?.status === "running" ? liveMs / 4 : false,
  });

function toFilters({ tool, toolkit, user, account, result }: LogSearch): ToolExecutionLogFilters {
  return {
    ...(tool && { tool_slugs: [tool] }),
    ...(toolkit && { toolkit_slugs: [toolkit] }),
    ...(user && { user_ids: [user] }),
    ...(account && { connected_account_ids: [account] }),
    ...(result && { successful: result === "successful" }),
  };
}
