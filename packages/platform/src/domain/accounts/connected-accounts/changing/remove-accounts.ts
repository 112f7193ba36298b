import { readDatabaseNow } from "../../../../base/db/now.ts";
import type { Scope } from "../../../scope.ts";
import type { LockedAccount } from "../open-account.ts";
import { cancelJobs } from "./account-jobs.ts";
import { keepForRevocation } from "./keep-for-revocation.ts";

/**
 * Deletes an account in any status. Its tokens are kept only to revoke them. A tombstone without secrets stays, so
 * that its id and legacy UUID are known to be deleted.
 */
export async function endAccount(scope: Scope, account: LockedAccount): Promise<void> {
  const { trx, projectId } = scope;
  const { id, version } = account.row;
  await keepForRevocation(scope, [account]);
  await trx
    .updateTable("connected_accounts")
    .set({
      secrets: null,
      alias: null,
      callback_url: null,
      waits_until: null,
      refresh_owner: null,
      refresh_until: null,
      version: version + 1,
      deleted_at: readDatabaseNow(),
      updated_at: readDatabaseNow(),
    })
    .where("project_id", "=", projectId)
    .where("id", "=", id)
    .execute();
  await trx
    .deleteFrom("link_tokens")
    .where("project_id", "=", projectId)
    .where("connected_account_id", "=", id)
    .execute();
  await cancelJobs(scope, [id]);
}

/**
 * Removes accounts permanently, with their links and the OAuth states of the links. Their tokens are kept only to
 * revoke them.
 */
export async function eraseAccounts(
  scope: Scope,
  accounts: readonly LockedAccount[],
): Promise<void> {
  await keepForRevocation(scope, accounts);
  const ids = accounts.map(({ row }) => row.id);
  if (ids.length > 0) {
    await deleteAccounts(scope).where("id", "in", ids).execute();
    await cancelJobs(scope, ids);
  }
}

/** Removes all accounts of a project. Their tokens were revoked when the project was deleted. */
export async function eraseAllAccounts(scope: Scope): Promise<void> {
  await deleteAccounts(scope).execute();
}

function deleteAccounts({ trx, projectId }: Scope) {
  return trx.deleteFrom("connected_accounts").where("project_id", "=", projectId);
}
