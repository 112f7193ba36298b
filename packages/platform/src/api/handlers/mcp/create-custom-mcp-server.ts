import { createMcpServer as create } from "../../../domain/agents/mcp/mcp-servers.ts";
import type { HandlerOf } from "../handler.ts";
import { runOnceInProject } from "../scopes.ts";

/** `POST /mcp/servers/custom` */
export const createCustomMcpServer: HandlerOf<"createCustomMcpServer"> = (input) => {
  const { name, toolkits, auth_config_ids, allowed_tools, managed_auth_via_platform } = input.body;
  return runOnceInProject(input, async (scope) => ({
    status: 201,
    body: await create(scope, {
      name,
      authConfigIds: auth_config_ids,
      ownToolkits: toolkits,
      allowedTools: allowed_tools,
      managedAuthViaPlatform: managed_auth_via_platform,
    }),
  }));
};
