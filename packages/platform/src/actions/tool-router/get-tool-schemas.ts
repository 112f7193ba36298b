import { compactSchema } from "../../applications/toolkits/strict-schema/compact-schema.ts";
import type { Schemas } from "../../base/api-types.ts";
import { cutText } from "../../base/sharing/cut-text.ts";
import { countJsonBytes } from "../../base/sharing/fit-answer.ts";
import type { SessionView } from "./session-view.ts";

/** The largest number of suggestions for an unknown slug (`GetToolSchemasData` of the document). */
const mostSuggestions = 5;

/** Bytes of a schema that is only a note. */
const aroundNote = 250;

/**
 * `PLATFORM_GET_TOOL_SCHEMAS`: returns the schemas of tools that the session may use, and similar tools for unknown
 * slugs. The schemas share the limit, and notes say where to read what has no room.
 */
export async function getToolSchemas(
  view: SessionView,
  { tool_slugs: slugs }: Schemas["GetToolSchemasArguments"],
  limit: number,
): Promise<Schemas["GetToolSchemasData"]> {
  const { catalog, allowsTool } = view;
  const records: Schemas["Tool"][] = [];
  const missing = new Set<string>();
  for (const slug of new Set(slugs)) {
    const record = catalog.hasTool(slug) ? await catalog.getRecord(slug) : undefined;
    if (record !== undefined && allowsTool({ slug, record })) {
      records.push(record);
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
  const others = { not_found: [...missing], suggestions: Object.fromEntries(suggestions) };
  return { schemas: fitSchemas(records, limit - countJsonBytes(others) - 50), ...others };
}

/** Each tool gets an equal part of the room that the tools before it have left. Arguments come before results. */
function fitSchemas(
  records: readonly Schemas["Tool"][],
  limit: number,
): Schemas["MetaToolSchema"][] {
  let room = limit;
  return records.map((tool, index) => {
    const { slug, toolkit, description } = tool;
    const about = {
      tool_slug: slug,
      toolkit: toolkit.slug,
      description: cutText(description, 500),
    };
    const own = Math.floor(room / (records.length - index)) - countJsonBytes(about) - 60;
    const fit = (member: "input_parameters" | "output_parameters", bytes: number) =>
      compactSchema(tool[member], { slug, member, room: Math.max(0, bytes) });
    const input_parameters = fit("input_parameters", own - aroundNote);
    const output_parameters = fit("output_parameters", own - countJsonBytes(input_parameters));
    const shown = { ...about, input_parameters, output_parameters };
    room -= countJsonBytes(shown) + 1;
    return shown;
  });
}
