import { deleteMcpInstance as remove } from "../../../domain/agents/mcp/mcp-instances.ts";
import type { HandlerOf } from "../handler.ts";
import { runInCallersProject } from "../scopes.ts";

/** `DELETE /mcp/servers/{serverId}/instances/{instanceId}` */
export const deleteMcpInstance: HandlerOf<"deleteMcpInstance"> = async (input) => {
  const { serverId, instanceId } = input.path;
  const accounts = await runInCallersProject(input, (scope) => remove(scope, serverId, instanceId));
  const count =
    accounts.length === 1 ? "one connected account" : `${accounts.length} connected accounts`;
  return {
    status: 200,
    body: {
      message: `The instance was deleted with ${count}.`,
      deleted_connected_accounts: [...accounts],
    },
  };
};
