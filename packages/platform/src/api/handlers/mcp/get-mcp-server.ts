import { toMcpServer } from "../../../domain/agents/mcp/mcp-server-record.ts";
import { readMcpServer } from "../../../domain/agents/mcp/read-mcp-servers.ts";
import type { HandlerOf } from "../handler.ts";
import { runInCallersProject } from "../scopes.ts";

/** `GET /mcp/{id}` */
export const getMcpServer: HandlerOf<"getMcpServer"> = (input) =>
  runInCallersProject(input, async (scope) => {
    const { user_id: userId, key_variable: keyVariable } = input.query;
    const row = await readMcpServer(scope, input.path.id);
    const server = toMcpServer(scope, row, { userId, keyVariable });
    return { status: 200, body: { ...server, deleted: false } };
  });
