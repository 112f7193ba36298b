import { type SqlBool, sql } from "kysely";
import { compileOnce, sendQuery } from "../../base/db/postgres/statements.ts";
import {
  type AccountQuery,
  selectAccounts,
} from "../../domain/accounts/connected-accounts/account-rows.ts";
import {
  type OpenedAccount,
  toOpenedAccount,
  withAuthConfig,
} from "../../domain/accounts/connected-accounts/open-account.ts";
import { openSecretBox, type Scope } from "../../domain/scope.ts";

/** Choosing the account is the last statement of an action's first transaction. */
const last = { isPrepared: true, isLast: true, short: "reads" } as const;

/** The accounts of a query, in its order. */
export async function readCandidates(
  scope: Scope,
  matching: AccountQuery,
): Promise<readonly OpenedAccount[]> {
  const box = await openSecretBox(scope);
  const { rows } = await sendQuery(scope.trx, withAuthConfig(matching), last);
  return rows.map((row) => toOpenedAccount(box, row));
}

/** The accounts with these ids. */
export async function readNamed(
  scope: Scope,
  ids: readonly (string | undefined)[],
): Promise<readonly OpenedAccount[]> {
  const { trx, projectId } = scope;
  const box = await openSecretBox(scope);
  const { rows } = await sendQuery(trx, namedAccounts({ projectId, ids }), last);
  return rows.map((row) => toOpenedAccount(box, row));
}

const namedAccounts = compileOnce(["projectId", "ids"], ({ projectId, ids }, trx) =>
  withAuthConfig(
    selectAccounts({ trx, projectId }).where(
      sql<SqlBool>`connected_accounts.id = any(${ids}::text[])`,
    ),
  ).compile(),
);
