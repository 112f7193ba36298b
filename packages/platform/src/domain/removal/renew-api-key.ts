import type { Schemas } from "../../base/api-types.ts";
import { enterProject } from "../../base/db/transactions/scoped.ts";
import { deleteSessions } from "../agents/tool-router/delete-sessions.ts";
import { endMcpTokens } from "../mcp-sign-in/end-tokens.ts";
import { regenerateApiKey } from "../projects/regenerate-api-key.ts";
import type { OrganizationScope } from "../scope.ts";

/**
 * Replaces the key of a project. Tokens of MCP clients end with it: whoever had the key could choose how people sign in. With `revoke_sessions`, its
 * tool router sessions are deleted in the same transaction: their URLs work without a key.
 *
 * @throws PlatformError `Project_NotFound`
 */
export async function renewApiKey(
  scope: OrganizationScope,
  projectId: string,
  { revoke_sessions: revokes = false }: Schemas["RegenerateApiKeyRequest"] = {},
): Promise<Schemas["RegeneratedApiKey"]> {
  const { trx } = scope;
  const regenerated = await regenerateApiKey(scope, projectId);
  await enterProject(trx, projectId);
  await endMcpTokens({ trx, projectId });
  if (!revokes) {
    return { ...regenerated, revoked_sessions: 0 };
  }
  return { ...regenerated, revoked_sessions: await deleteSessions({ trx, projectId }) };
}
