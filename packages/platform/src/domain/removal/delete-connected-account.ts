import { selectAccounts } from "../accounts/connected-accounts/account-rows.ts";
import { endAccount } from "../accounts/connected-accounts/changing/remove-accounts.ts";
import { lockAccount, lockAccounts } from "../accounts/connected-accounts/open-account.ts";
import { endTriggersOfAccounts } from "../events/triggers/delete-trigger.ts";
import type { Scope } from "../scope.ts";

/** Deletes an account in any status; @throws PlatformError `ConnectedAccount_NotFound` */
export async function deleteConnectedAccount(scope: Scope, id: string): Promise<void> {
  await endAccount(scope, await lockAccount(scope, id));
  await endTriggersOfAccounts(scope, [id]);
}

/** Deletes all accounts of an auth config, with the same effects as deleting each of them. */
export async function deleteAccountsWithConfig(scope: Scope, authConfigId: string): Promise<void> {
  const matching = selectAccounts(scope).where("auth_config_id", "=", authConfigId);
  const accounts = await lockAccounts(scope, matching);
  for (const account of accounts) {
    await endAccount(scope, account);
  }
  await endTriggersOfAccounts(
    scope,
    accounts.map(({ row }) => row.id),
  );
}
