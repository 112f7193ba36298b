import { createMcpServer as create } from "../../../domain/agents/mcp/mcp-servers.ts";
import type { HandlerOf } from "../handler.ts";
import { runOnceInProject } from "../scopes.ts";

/** `POST /mcp/servers` */
export const createMcpServer: HandlerOf<"createMcpServer"> = (input) => {
  const { name, auth_config_ids, allowed_tools, managed_auth_via_platform } = input.body;
  return runOnceInProject(input, async (scope) => ({
    status: 201,
    body: await create(scope, {
      name,
      authConfigIds: auth_config_ids,
      ownToolkits: [],
      allowedTools: allowed_tools,
      managedAuthViaPlatform: managed_auth_via_platform,
    }),
  }));
};
