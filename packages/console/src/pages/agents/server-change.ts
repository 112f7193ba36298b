import type { McpServer, UpdateMcpServerRequest } from "../../../../../generated/types/index.js";
import type { ServerDraft } from "./server-form.tsx";

/** An MCP server as its form shows it. */
export function toServerDraft(
  server: Pick<McpServer, "allowed_tools" | "managed_auth_via_platform" | "name" | "toolkits">,
): ServerDraft {
  const { name, toolkits, allowed_tools: tools, managed_auth_via_platform: helps } = server;
  const picked = Object.fromEntries(
    toolkits.map((slug) => [slug, tools.filter((tool) => findToolkitOf(tool, toolkits) === slug)]),
  );
  return { name, picked, helps };
}

/** The toolkit of a tool: the slug of a tool begins with that of its toolkit, in capitals. */
function findToolkitOf(tool: string, toolkits: readonly string[]): string | undefined {
  return toolkits
    .filter((slug) => tool.startsWith(`${slug.replaceAll("-", "_").toUpperCase()}_`))
    .toSorted((one, other) => other.length - one.length)[0];
}

/**
 * The changes alone: a member that somebody else changes meanwhile stays.
 *
 * @param configs the toolkits of the auth configs that the server uses and that were not deleted, by their ids. One whose toolkit is
 *   taken away leaves the server with it
 */
export function planServerChange(
  server: McpServer,
  { name, picked, helps }: ServerDraft,
  configs: ReadonlyMap<string, string>,
): UpdateMcpServerRequest {
  const kept = [...configs].filter(([, toolkit]) => picked[toolkit] !== undefined);
  const own = Object.keys(picked).filter((slug) => !kept.some(([, toolkit]) => toolkit === slug));
  const ids = kept.map(([id]) => id);
  const tools = Object.values(picked).flat();
  const isOther =
    !isSameSet(Object.keys(picked), server.toolkits) || !isSameSet(ids, server.auth_config_ids);
  return {
    ...(name !== server.name && { name }),
    ...(isOther && { toolkits: own, auth_config_ids: ids }),
    ...(!isSameSet(tools, server.allowed_tools) && { allowed_tools: tools }),
    ...(helps !== server.managed_auth_via_platform && { managed_auth_via_platform: helps }),
  };
}

function isSameSet(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((each) => other.includes(each));
}
