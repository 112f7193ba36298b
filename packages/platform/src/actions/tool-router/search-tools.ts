import type { Schemas } from "../../api-types.ts";
import type { SessionView } from "./session-view.ts";
import { suggestOrder } from "./suggest-order.ts";

/** The schemas of further tools would cost an agent more than they help. */
const toolsPerQuery = 5;

/**
 * Limits the whole response, because the schemas of one tool can have 300,000 characters. Each query still gets at
 * least one tool.
 */
const mostCharacters = 2 * 1024 * 1024;

/** `PLATFORM_SEARCH_TOOLS`: finds the tools for each use case, among those that the session may use. */
export async function answerToolSearch(
  view: SessionView,
  { queries }: Schemas["SearchToolsArguments"],
  mayConnect: boolean,
): Promise<Schemas["SearchToolsData"]> {
  const results: Schemas["SearchToolsResult"][] = [];
  let room = mostCharacters;
  for (const query of queries) {
    const found = await findTools(view, query.use_case);
    const tools = found.filter((tool, index) => {
      room -= JSON.stringify(tool).length;
      return index === 0 || room > 0;
    });
    results.push({
      use_case: query.use_case,
      tools: tools.map(toToolSchema),
      suggested_order: await suggestOrder(view, { query, best: tools[0], mayConnect }),
    });
  }
  const slugs = new Set(results.flatMap(({ tools }) => tools.map(({ toolkit }) => toolkit)));
  return {
    results,
    toolkit_connection_statuses: [...slugs].map((toolkit) => {
      const account = view.accounts.get(toolkit);
      return {
        toolkit,
        is_connected: view.isConnected(toolkit),
        connected_account_id: account?.id ?? null,
        status: account?.status ?? null,
      };
    }),
  };
}

/** A query without words finds nothing, although a list without a query would return every tool. */
async function findTools(
  { catalog, allowsTool }: SessionView,
  useCase: string,
): Promise<readonly Schemas["Tool"][]> {
  if (useCase.trim() === "") {
    return [];
  }
  const listed = await catalog.listTools({ search: useCase, isWanted: allowsTool });
  return await listed.read(0, toolsPerQuery);
}

/** A tool in the form that the meta tools return. */
export function toToolSchema(tool: Schemas["Tool"]): Schemas["MetaToolSchema"] {
  const { slug, toolkit, description, input_parameters, output_parameters } = tool;
  return {
    tool_slug: slug,
    toolkit: toolkit.slug,
    description,
    input_parameters,
    output_parameters,
  };
}
