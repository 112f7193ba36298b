import { toMcpServer } from "../../domain/agents/mcp/mcp-server-record.ts";
import { readMcpServer } from "../../domain/agents/mcp/read-mcp-servers.ts";
import type { HandlerOf } from "../handler.ts";
import { runInCallersProject } from "../scopes.ts";

/** `GET /mcp/{id}` */
export const getMcpServer: HandlerOf<"getMcpServer"> = (input) =>
  runInCallersProject(input, async (scope) => {
    const server = toMcpServer(scope, await readMcpServer(scope, input.path.id));
    return { status: 200, body: { ...server, deleted: false } };
  });
