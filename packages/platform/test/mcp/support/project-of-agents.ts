import { setTimeout as sleep } from "node:timers/promises";
import { connect, createConfig } from "../../e2e/suites/accounts.ts";
import type { World } from "../../e2e/world.ts";

/** A client of MCP, of one user of one project. */
export interface AgentOfProject {
  /** A string that all data of this agent contains, and no data of another agent. */
  readonly marker: string;
  /** The key of its user at the application. */
  readonly key: string;
  /** Calls the tool `ECHO_GET_KEY` with a string, and returns the answer as it came. */
  readonly call: (id: number, asked: string) => Promise<string>;
}

/** Makes a project with an MCP server, and users with an account each. Half of the clients have the project's key, half a signed address. */
export async function createProjectOfAgents(
  world: World,
  project: number,
  count: number,
): Promise<readonly AgentOfProject[]> {
  const made = await world.owner.projects.createProject({
    body: { name: `agents-${project}`, should_create_api_key: true },
  });
  const projectKey = made.api_key ?? "";
  const platform = world.clientWith(projectKey);
  await platform.projects.updateProjectConfig({ body: { require_mcp_api_key: false } });
  const config = await createConfig({ platform }, "API_KEY", [], "echo");
  const { id } = await platform.mcp.createMcpServer({
    body: { name: `Agents ${project}`, auth_config_ids: [config], allowed_tools: [] },
  });
  const markers = Array.from({ length: count }, (_, user) => `p${project}u${user}`);
  const { user_ids_url: urls } = await platform.mcp.generateMcpUrls({
    body: { mcp_server_id: id, user_ids: markers },
  });
  const agents: AgentOfProject[] = [];
  for (const [index, marker] of markers.entries()) {
    const key = `${marker}-key-${crypto.randomUUID()}`;
    await connect({ platform }, config, "API_KEY", { generic_api_key: key }, { user_id: marker });
    const { search } = new URL(urls[index] ?? "");
    const isSigned = index % 2 === 0;
    const url = `${world.url}/mcp/${id}${isSigned ? search : `?user_id=${marker}`}`;
    const headers = {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      // Without a version, results are text alone.
      "mcp-protocol-version": "2025-11-25",
      ...(isSigned ? {} : { "x-api-key": projectKey }),
    };
    agents.push({
      marker,
      key,
      call: async (requestId, asked) => {
        const params = { name: "ECHO_GET_KEY", arguments: { asked } };
        const body = JSON.stringify({
          jsonrpc: "2.0",
          id: requestId,
          method: "tools/call",
          params,
        });
        for (;;) {
          const response = await fetch(url, { method: "POST", headers, body });
          const text = await response.text();
          // On a busy machine the service asks some callers to wait, before it has done anything.
          if (response.status !== 429 && response.status !== 503) {
            return text;
          }
          await sleep(1_000 * Number(response.headers.get("retry-after") ?? 1));
        }
      },
    });
  }
  return agents;
}
