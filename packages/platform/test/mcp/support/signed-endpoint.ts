import type { World } from "../../e2e/world.ts";

/**
 * Creates an MCP server for toolkits. Returns a signed address for the user `mia`, with which a client needs no key.
 */
export async function createSignedEndpoint(
  world: Pick<World, "platform" | "url">,
  toolkits: readonly string[],
): Promise<string> {
  const [endpoint = ""] = await createSignedEndpoints(world, toolkits, ["mia"]);
  return endpoint;
}

/** The same for several users of one server. */
export async function createSignedEndpoints(
  { platform, url }: Pick<World, "platform" | "url">,
  toolkits: readonly string[],
  users: readonly string[],
): Promise<readonly string[]> {
  await platform.projects.updateProjectConfig({ body: { require_mcp_api_key: false } });
  const { id } = await platform.mcp.createCustomMcpServer({
    body: { name: `Of ${toolkits.join(" ")}`.slice(0, 30), toolkits: [...toolkits] },
  });
  const { user_ids_url: urls } = await platform.mcp.generateMcpUrls({
    body: { mcp_server_id: id, user_ids: [...users] },
  });
  return urls.map((each) => {
    const { pathname, search } = new URL(each);
    return `${url}${pathname}${search}`;
  });
}
