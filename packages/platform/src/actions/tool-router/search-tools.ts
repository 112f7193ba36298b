import type { Schemas } from "../../base/api-types.ts";
import { yieldWhenLate } from "../../base/sharing/take-turns.ts";
import { type FoundTools, fitSearch } from "./fit-search.ts";
import type { SessionView } from "./session-view.ts";
import { suggestOrder } from "./suggest-order.ts";

/** The schemas of further tools would cost an agent more than they help. */
const toolsPerQuery = 5;

/** Bytes of an answer. An agent reads all of it before each task. */
const largestSearch = 12_000;

/**
 * `PLATFORM_SEARCH_TOOLS`: finds the tools for each use case, among those that the session may use. The answer has at most 12 kB,
 * and no more than a result of the session may have.
 */
export async function answerToolSearch(
  view: SessionView,
  { queries, include_schemas: hasSchemas = false }: Schemas["SearchToolsArguments"],
  { mayConnect, limit }: { readonly mayConnect: boolean; readonly limit: number },
): Promise<Schemas["SearchToolsData"]> {
  const found: FoundTools[] = [];
  for (const query of queries) {
    const { found: tools, standsOut } = await findTools(view, query.use_case);
    const order = await suggestOrder(view, { query, best: tools[0], standsOut, mayConnect });
    found.push({ useCase: query.use_case, tools, order });
    await yieldWhenLate();
  }
  return fitSearch(found, {
    room: Math.min(largestSearch, limit),
    hasSchemas,
    describeConnection: (toolkit) => {
      const account = view.accounts.get(toolkit);
      return {
        toolkit,
        is_connected: view.isConnected(toolkit),
        connected_account_id: account?.id ?? null,
        status: account?.status ?? null,
      };
    },
  });
}

/** A query without words finds nothing, although a list without a query would return every tool. */
async function findTools(
  { catalog, allowsTool, accounts }: SessionView,
  useCase: string,
): Promise<{ readonly found: readonly Schemas["Tool"][]; readonly standsOut: boolean }> {
  if (useCase.trim() === "") {
    return { found: [], standsOut: false };
  }
  const listed = await catalog.listTools({
    search: useCase,
    isWanted: allowsTool,
    isPreferred: (slug) => accounts.get(slug)?.status === "ACTIVE",
  });
  return { found: await listed.read(0, toolsPerQuery), standsOut: listed.standsOut };
}
