import { type SqlBool, sql } from "kysely";
import { compileOnce, sendQuery } from "../../db/statements.ts";
import {
  selectAccount,
  selectAccounts,
} from "../../domain/accounts/connected-accounts/account-rows.ts";
import {
  type OpenedAccount,
  openAccounts,
  toOpenedAccount,
  withAuthConfig,
} from "../../domain/accounts/connected-accounts/open-account.ts";
import type { Scope } from "../../domain/scope.ts";
import { PlatformError } from "../../errors.ts";
import { describeNoActiveAccount } from "./account-words.ts";
import {
  type AccountChoice,
  assertNamed,
  type ChosenAccount,
  choose,
  tryChoose,
} from "./choose-account.ts";
import type { KnownAccount } from "./known-accounts.ts";

/** Choosing the account is the last statement of an action's first transaction. */
const sending = { isPrepared: true, isLast: true, short: "reads" } as const;

/**
 * Chooses the named account, or the user's newest ACTIVE account of the toolkit. Returns undefined when neither an
 * account nor a user is named.
 *
 * @throws PlatformError `ToolExecution_ConnectedAccountNotFound`, `ToolExecution_AccountOfAnotherUser`,
 *   `ToolExecution_AccountNotActive`, `ToolExecution_AuthConfigDisabled`, `ToolExecution_ToolNotAllowed`
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
    return await choose(scope, choice, await findNewest(scope, choice));
  }
  const [account] = await openAccounts(scope, selectAccount(scope, accountId), sending);
  return await choose(scope, choice, assertNamed(account, choice));
}

/**
 * Chooses several named accounts with one statement. Each choice has its own result or error.
 *
 * @param keep is called with each account that may be recalled for other calls
 */
export async function chooseAccounts(
  scope: Scope,
  choices: readonly AccountChoice[],
  keep: (known: KnownAccount) => void,
): Promise<readonly PromiseSettledResult<ChosenAccount>[]> {
  const ids = [...new Set(choices.map(({ accountId }) => accountId))];
  const { projectId, catalog } = scope;
  const readAt = performance.now();
  const { rows } = await sendQuery(scope.trx, namedAccounts({ projectId, ids }), sending);
  const accounts = new Map<string | undefined, OpenedAccount>();
  for (const row of rows) {
    const account = toOpenedAccount(scope, row);
    accounts.set(row.id, account);
    keep({ account, rowMark: row.row_mark, catalog, readAt });
  }
  const chosen: PromiseSettledResult<ChosenAccount>[] = [];
  for (const choice of choices) {
    const choosing = tryChoose(scope, choice, accounts.get(choice.accountId));
    // One after the other, because they share a transaction.
    chosen.push(choosing instanceof Promise ? await choosing : choosing);
  }
  return chosen;
}

/**
 * Each change of a row gives it the number of another transaction as its `xmin`. `log_executions` compares it with the same
 * text (ADR 106).
 */
const rowMark = sql<string>`connected_accounts.xmin::text || ' ' || auth_configs.xmin::text`;

const namedAccounts = compileOnce(["projectId", "ids"], ({ projectId, ids }, trx) =>
  withAuthConfig(
    selectAccounts({ trx, projectId }).where(
      sql<SqlBool>`connected_accounts.id = any(${ids}::text[])`,
    ),
  )
    .select(rowMark.as("row_mark"))
    .compile(),
);

async function findNewest(
  scope: Scope,
  { toolkitSlug = "", userId = "", authConfigIds }: AccountChoice,
): Promise<OpenedAccount> {
  const ofUser = selectAccounts(scope)
    .where("connected_accounts.user_id", "=", userId)
    .where("connected_accounts.toolkit_slug", "=", toolkitSlug);
  const limited =
    authConfigIds === undefined
      ? ofUser
      : ofUser.where("connected_accounts.auth_config_id", "in", authConfigIds);
  const newest = limited
    .orderBy((eb) => eb("connected_accounts.status", "=", "ACTIVE"), "desc")
    .orderBy("connected_accounts.created_at", "desc")
    .orderBy("connected_accounts.id", "desc")
    .limit(1);
  const [account] = await openAccounts(scope, newest, sending);
  if (account?.row.effective_status === "ACTIVE") {
    return account;
  }
  const words = account && describeNoActiveAccount(account.row.id, account.row.effective_status);
  throw new PlatformError("ToolExecution_ConnectedAccountNotFound", { ...(words && { words }) });
}
