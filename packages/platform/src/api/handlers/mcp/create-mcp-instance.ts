import { createMcpInstance as create } from "../../../domain/agents/mcp/mcp-instances.ts";
import type { HandlerOf } from "../handler.ts";
import { runOnceInProject } from "../scopes.ts";

/** `POST /mcp/servers/{serverId}/instances` */
export const createMcpInstance: HandlerOf<"createMcpInstance"> = (input) =>
  runOnceInProject(input, async (scope) => ({
    status: 201,
    body: await create(scope, input.path.serverId, input.body.user_id),
  }));
