import {
  executeToolMutation,
  getToolkitQuery,
  getToolQuery,
  listConnectedAccountsQuery,
  listToolkitsInfiniteQuery,
  listToolsInfiniteQuery,
} from "../../../../generated/query/index.js";
import { liveMs } from "./live-list.ts";
import { transport, unkept } from "./transport.ts";

/** What knows of toolkits is asked again after this many milliseconds: they change when somebody imports one. */
const staleTime = 60_000;

/** The toolkits that match a text, or all, the ones that are used most first. */
export const toolkitsQuery = (search: string) => ({
  ...listToolkitsInfiniteQuery(transport, { limit: 60, ...(search && { search }) }),
  staleTime,
});

/** The tools of a toolkit, or of all, that match a text. */
export const toolsQuery = (toolkit: string | undefined, search: string) => ({
  ...listToolsInfiniteQuery(transport, {
    limit: 50,
    ...(toolkit && { toolkit_slug: toolkit }),
    ...(search && { search }),
  }),
  staleTime,
});

/** One toolkit. */
export const toolkitQuery = (slug: string) => ({
  ...getToolkitQuery(transport, { slug }),
  staleTime,
});

/** One tool at its latest version. */
export const toolQuery = (slug: string) => ({
  ...getToolQuery(transport, { tool_slug: slug }),
  staleTime,
});

/** The newest accounts of a toolkit. An account that is connected in another tab shows by itself. */
export const accountsOfQuery = (toolkit: string) => ({
  ...listConnectedAccountsQuery(transport, { toolkit_slugs: [toolkit], limit: 100 }),
  refetchInterval: liveMs,
});

/** Runs a tool. It ends when the page is closed, because nothing keeps its answer. An application may take a minute. */
export const runToolMutation = executeToolMutation(transport, {
  ...unkept,
  attemptTimeout: 90_000,
});
