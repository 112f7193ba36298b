import { PlatformError } from "../../base/errors.ts";
import {
  selectAccount,
  selectAccounts,
} from "../../domain/accounts/connected-accounts/account-rows.ts";
import type { OpenedAccount } from "../../domain/accounts/connected-accounts/open-account.ts";
import type { Scope } from "../../domain/scope.ts";
import {
  describeNoActiveAccount,
  describeSeveralAccounts,
  describeUnknownAlias,
} from "./account-words.ts";
import { readCandidates, readNamed } from "./choice-statements.ts";
import {
  type AccountChoice,
  assertNamed,
  type ChosenAccount,
  choose,
  isUsable,
  tryChoose,
} from "./choose-account.ts";

/**
 * Chooses the named account, or the user's newest ACTIVE account of the toolkit. Returns undefined when neither an
 * account nor a user is named.
 *
 * @throws PlatformError `ToolExecution_ConnectedAccountNotFound`, `ToolExecution_AccountOfAnotherUser`,
 *   `ToolExecution_AccountNotActive`, `ToolExecution_AuthConfigDisabled`, `ToolExecution_ToolNotAllowed`,
 *   `ToolExecution_AccountAmbiguous`
 */
export async function chooseAccount(
  scope: Scope,
  choice: AccountChoice,
): Promise<ChosenAccount | undefined> {
  const { accountId, userId } = choice;
  if (accountId === undefined && userId === undefined) {
    return undefined;
  }
  if (accountId === undefined) {
    return choose(scope, choice, await findOfUser(scope, choice));
  }
  const [account] = await readCandidates(scope, selectAccount(scope, accountId));
  return choose(scope, choice, assertNamed(account, choice));
}

/** Chooses several named accounts with one statement. Each choice has its own result or error. */
export async function chooseAccounts(
  scope: Scope,
  choices: readonly AccountChoice[],
): Promise<readonly PromiseSettledResult<ChosenAccount>[]> {
  const ids = [...new Set(choices.map(({ accountId }) => accountId))];
  const accounts = new Map<string | undefined, OpenedAccount>(
    (await readNamed(scope, ids)).map((account) => [account.row.id, account]),
  );
  return choices.map((choice) => tryChoose(scope, choice, accounts.get(choice.accountId)));
}

/** The accounts that a message about several of them names. */
const mostCandidates = 10;

/** The account of a user: the newest ACTIVE one, or, for an agent, the only one that it could mean. */
async function findOfUser(scope: Scope, choice: AccountChoice): Promise<OpenedAccount> {
  const { toolkitSlug = "", userId = "", authConfigIds, alias, isAgent } = choice;
  let matching = selectAccounts(scope)
    .where("connected_accounts.user_id", "=", userId)
    .where("connected_accounts.toolkit_slug", "=", toolkitSlug);
  if (authConfigIds !== undefined) {
    matching = matching.where("connected_accounts.auth_config_id", "in", authConfigIds);
  }
  if (alias !== undefined) {
    matching = matching.where("connected_accounts.alias", "=", alias);
  }
  const newest = matching
    .orderBy((eb) => eb("connected_accounts.status", "=", "ACTIVE"), "desc")
    .orderBy("connected_accounts.created_at", "desc")
    .orderBy("connected_accounts.id", "desc")
    .limit(isAgent === true ? mostCandidates : 1);
  const accounts = await readCandidates(scope, newest);
  const usable = accounts.filter((account) => isUsable(account, choice));
  if (usable.length > 1) {
    const words = describeSeveralAccounts(toolkitSlug, usable);
    throw new PlatformError("ToolExecution_AccountAmbiguous", { words });
  }
  const account = usable[0] ?? accounts[0];
  if (account?.row.effective_status === "ACTIVE") {
    return account;
  }
  const words = account
    ? describeNoActiveAccount(account.row.id, account.row.effective_status)
    : alias && describeUnknownAlias(toolkitSlug, alias);
  throw new PlatformError("ToolExecution_ConnectedAccountNotFound", { ...(words && { words }) });
}
