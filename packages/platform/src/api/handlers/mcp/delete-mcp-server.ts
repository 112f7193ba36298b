import { deleteMcpServer as remove } from "../../../domain/agents/mcp/mcp-servers.ts";
import type { HandlerOf } from "../handler.ts";
import { runInCallersProject } from "../scopes.ts";

/** `DELETE /mcp/{id}` */
export const deleteMcpServer: HandlerOf<"deleteMcpServer"> = async (input) => {
  const { id } = input.path;
  await runInCallersProject(input, (scope) => remove(scope, id));
  return { status: 200, body: { id, deleted: true } };
};
