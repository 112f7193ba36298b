import { compactSchema } from "../../applications/toolkits/strict-schema/compact-schema.ts";
import type { Schemas } from "../../base/api-types.ts";
import { cutToBytes } from "../../base/sharing/cut-to-bytes.ts";
import { countJsonBytes } from "../../base/sharing/fit-answer.ts";

/** The tools of one query, the best first, and the calls that lead to the best one. */
export interface FoundTools {
  readonly useCase: string;
  readonly tools: readonly Schemas["Tool"][];
  readonly order: readonly Schemas["SuggestedCall"][];
}

/** How an answer is written. */
export interface SearchForm {
  /** Bytes of JSON of the whole answer. */
  readonly room: number;
  /** True when each tool comes with its schemas, instead of the arguments of the best tool of a query. */
  readonly hasSchemas: boolean;
  readonly describeConnection: (toolkit: string) => Schemas["ToolkitConnectionStatus"];
}

/** Bytes of a task that is repeated, and of the description of a tool. */
const longest = { useCase: 120, description: 300 };

/** Bytes of one schema, if there is room. */
const largestSchema = 4_000;

/** Bytes of the shortest schema, which is a note. */
const smallestSchema = 200;

/**
 * Writes the answer of a search within its room. First comes what no agent can do without: the best tool of each query with the
 * suggested calls, then its arguments, then the other tools by their rank.
 */
export function fitSearch(
  found: readonly FoundTools[],
  { room, hasSchemas, describeConnection }: SearchForm,
): Schemas["SearchToolsData"] {
  const results = found.map(({ useCase }): Schemas["SearchToolsResult"] => ({
    use_case: cutToBytes(useCase, longest.useCase),
    tools: [],
    suggested_order: [],
  }));
  const data: Schemas["SearchToolsData"] = { results, toolkit_connection_statuses: [] };
  let left = room - countJsonBytes(data);
  // Half of the room is left for the other tools of a query.
  const schemaRoom = Math.min(largestSchema, Math.floor(room / 2 / Math.max(1, found.length)));
  const takes = (value: unknown): boolean => {
    const bytes = countJsonBytes(value) + 1;
    if (bytes > left) {
      return false;
    }
    left -= bytes;
    return true;
  };
  const connected = new Map<string, Schemas["ToolkitConnectionStatus"]>();
  const addTool = (tool: Schemas["Tool"], to: Schemas["SearchToolsResult"]): void => {
    const { slug } = tool.toolkit;
    const status = connected.get(slug) ?? describeConnection(slug);
    const shown = {
      tool_slug: tool.slug,
      toolkit: slug,
      description: cutToBytes(tool.description, longest.description),
    };
    if (takes(connected.has(slug) ? [shown] : [shown, status])) {
      to.tools.push(shown);
      connected.set(slug, status);
    }
  };
  const addSchema = (
    tool: Schemas["Tool"],
    to: Schemas["SearchToolsResult"],
    member: "input_parameters" | "output_parameters",
  ): void => {
    const shown = to.tools.find((each) => each.tool_slug === tool.slug);
    const own = Math.min(schemaRoom, left - smallestSchema);
    if (shown === undefined || own < smallestSchema) {
      return;
    }
    const schema = {
      [member]: compactSchema(tool[member], { slug: tool.slug, member, room: own }),
    };
    if (takes(schema)) {
      Object.assign(shown, schema);
    }
  };
  const ranks = Math.max(0, ...found.map(({ tools }) => tools.length));
  const forEach = (
    rank: number,
    add: (tool: Schemas["Tool"], to: Schemas["SearchToolsResult"]) => void,
  ): void => {
    for (const [index, { tools }] of found.entries()) {
      const [tool, to] = [tools[rank], results[index]];
      if (tool !== undefined && to !== undefined) {
        add(tool, to);
      }
    }
  };
  for (let rank = 0; rank < ranks; rank += 1) {
    forEach(rank, addTool);
    if (rank === 0) {
      for (const [index, { order }] of found.entries()) {
        if (takes(order)) {
          results[index]?.suggested_order.push(...order);
        }
      }
    }
    if (rank === 0 || hasSchemas) {
      forEach(rank, (tool, to) => addSchema(tool, to, "input_parameters"));
    }
    if (hasSchemas) {
      forEach(rank, (tool, to) => addSchema(tool, to, "output_parameters"));
    }
  }
  data.toolkit_connection_statuses.push(...connected.values());
  return data;
}
