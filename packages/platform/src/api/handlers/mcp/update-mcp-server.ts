import { updateMcpServer as update } from "../../../domain/agents/mcp/mcp-servers.ts";
import type { HandlerOf } from "../handler.ts";
import { runInCallersProject } from "../scopes.ts";

/** `PATCH /mcp/{id}` */
export const updateMcpServer: HandlerOf<"updateMcpServer"> = (input) =>
  runInCallersProject(input, async (scope) => {
    const server = await update(scope, input.path.id, input.body);
    return { status: 200, body: { ...server, deleted: false } };
  });
