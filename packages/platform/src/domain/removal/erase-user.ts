import type { Schemas } from "../../api-types.ts";
import { effectiveStatus } from "../connected-accounts/account-rows.ts";
import type { Scope } from "../scope.ts";
import { keepForRevocation } from "./delete-connected-account.ts";

/**
 * Erases all that the project stores of a user, tombstones of deleted accounts included. Tokens that can be revoked at
 * their application are kept for that alone, for 24 hours at most.
 */
export async function eraseUser(scope: Scope, userId: string): Promise<Schemas["DeletedUser"]> {
  const { trx, projectId } = scope;
  const accounts = await trx
    .selectFrom("connected_accounts")
    .selectAll()
    .select(effectiveStatus().as("effective_status"))
    .where("project_id", "=", projectId)
    .where("user_id", "=", userId)
    .orderBy("id")
    .forUpdate()
    .execute();
  for (const account of accounts) {
    await keepForRevocation(scope, account);
  }
  const ids = accounts.map((account) => account.id);
  // Logs of calls that named the account alone are the user's too.
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
  if (ids.length > 0) {
    await trx
      .deleteFrom("jobs")
      .where("project_id", "=", projectId)
      .where("unique_key", "in", ids)
      .execute();
    // Links and states go with their accounts.
    await trx
      .deleteFrom("connected_accounts")
      .where("project_id", "=", projectId)
      .where("id", "in", ids)
      .execute();
  }
  return {
    user_id: userId,
    erased: {
      connected_accounts: ids.length,
      trigger_instances: 0,
      mcp_instances: 0,
      tool_router_sessions: 0,
      events: 0,
      logs: Number(logs.numDeletedRows),
      files: 0,
    },
  };
}
