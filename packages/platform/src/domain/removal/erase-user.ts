import type { Schemas } from "../../base/api-types.ts";
import { selectWithDeleted } from "../accounts/connected-accounts/account-rows.ts";
import { eraseAccounts } from "../accounts/connected-accounts/changing/remove-accounts.ts";
import { lockAccounts } from "../accounts/connected-accounts/open-account.ts";
import { deleteSessions } from "../agents/tool-router/delete-sessions.ts";
import { eraseTriggersOfUser } from "../events/triggers/delete-trigger.ts";
import { eraseFilesOfUser } from "../files/erase-files.ts";
import { endMcpTokensOfUser } from "../mcp-sign-in/end-tokens.ts";
import type { Scope } from "../scope.ts";
import { eraseEvents } from "../webhooks/deliveries/erase-events.ts";

/**
 * Erases all data that the project stores about a user, including tombstones of deleted accounts. Tokens that can be
 * revoked at their application are kept for that purpose, for 24 hours at most.
 */
export async function eraseUser(scope: Scope, userId: string): Promise<Schemas["DeletedUser"]> {
  const { trx, projectId } = scope;
  const matching = selectWithDeleted(scope).where("connected_accounts.user_id", "=", userId);
  const accounts = await lockAccounts(scope, matching);
  const ids = accounts.map(({ row }) => row.id);
  // Logs of calls that named only the account belong to the user too.
  const logs = await trx
    .deleteFrom("tool_execution_logs")
    .where("project_id", "=", projectId)
    .where((eb) =>
      eb.or([
        eb("user_id", "=", userId),
        ...(ids.length === 0 ? [] : [eb("connected_account_id", "in", ids)]),
      ]),
    )
    .executeTakeFirst();
  const events = await eraseEvents(scope, userId);
  const sessions = await deleteSessions(scope, userId);
  const instances = await trx
    .deleteFrom("mcp_instances")
    .where("project_id", "=", projectId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  const files = await eraseFilesOfUser(scope, userId);
  await endMcpTokensOfUser(scope, userId);
  const triggers = await eraseTriggersOfUser(scope, userId);
  await eraseAccounts(scope, accounts);
  return {
    user_id: userId,
    erased: {
      connected_accounts: ids.length,
      trigger_instances: triggers,
      mcp_instances: Number(instances.numDeletedRows),
      tool_router_sessions: sessions,
      events,
      logs: Number(logs.numDeletedRows),
      files,
    },
  };
}
