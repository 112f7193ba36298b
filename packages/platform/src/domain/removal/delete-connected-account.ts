import { selectAccounts } from "../connected-accounts/account-rows.ts";
import { endAccount } from "../connected-accounts/changing/remove-accounts.ts";
import { lockAccount, lockAccounts } from "../connected-accounts/open-account.ts";
import type { Scope } from "../scope.ts";

/** Deletes an account in any status; @throws PlatformError `ConnectedAccount_NotFound` */
export async function deleteConnectedAccount(scope: Scope, id: string): Promise<void> {
  await endAccount(scope, await lockAccount(scope, id));
}

/** Deletes all accounts of an auth config, with the same effects as deleting each of them. */
export async function deleteAccountsWithConfig(scope: Scope, authConfigId: string): Promise<void> {
  const accounts = selectAccounts(scope).where("auth_config_id", "=", authConfigId);
  for (const account of await lockAccounts(scope, accounts)) {
    await endAccount(scope, account);
  }
}
