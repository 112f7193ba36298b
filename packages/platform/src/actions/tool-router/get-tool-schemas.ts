import type { Schemas } from "../../api-types.ts";
import { toToolSchema } from "./search-tools.ts";
import type { SessionView } from "./session-view.ts";

/** The largest number of suggestions for an unknown slug (`GetToolSchemasData` of the document). */
const mostSuggestions = 5;

/**
 * `PLATFORM_GET_TOOL_SCHEMAS`: returns the schemas of tools that the session may use, and similar tools for unknown
 * slugs.
 */
export async function getToolSchemas(
  view: SessionView,
  { tool_slugs: slugs }: Schemas["GetToolSchemasArguments"],
): Promise<Schemas["GetToolSchemasData"]> {
  const { catalog, allowsTool } = view;
  const schemas: Schemas["MetaToolSchema"][] = [];
  const missing = new Set<string>();
  for (const slug of new Set(slugs)) {
    const record = catalog.hasTool(slug) ? await catalog.getRecord(slug) : undefined;
    if (record !== undefined && allowsTool({ slug, record })) {
      schemas.push(toToolSchema(record));
    } else {
      missing.add(slug);
    }
  }
  const suggestions: [string, string[]][] = [];
  for (const slug of missing) {
    const words = slug.replaceAll(/[^A-Za-z0-9]+/g, " ").trim();
    const listed =
      words === "" ? undefined : await catalog.listTools({ search: words, isWanted: allowsTool });
    const similar = (await listed?.read(0, mostSuggestions)) ?? [];
    suggestions.push([slug, similar.map((tool) => tool.slug)]);
  }
  return { schemas, not_found: [...missing], suggestions: Object.fromEntries(suggestions) };
}
