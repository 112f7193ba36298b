import type { World } from "../../e2e/world.ts";

/**
 * Creates an MCP server for toolkits. Returns a signed address for the user `mia`, with which a client needs no key.
 */
export async function createSignedEndpoint(
  { platform, url }: Pick<World, "platform" | "url">,
  toolkits: readonly string[],
): Promise<string> {
  await platform.projects.updateProjectConfig({ body: { require_mcp_api_key: false } });
  const { id } = await platform.mcp.createCustomMcpServer({
    body: { name: `Of ${toolkits.join(" ")}`.slice(0, 30), toolkits: [...toolkits] },
  });
  const { user_ids_url: urls } = await platform.mcp.generateMcpUrls({
    body: { mcp_server_id: id, user_ids: ["mia"] },
  });
  const { pathname, search } = new URL(urls[0] ?? "");
  return `${url}${pathname}${search}`;
}
