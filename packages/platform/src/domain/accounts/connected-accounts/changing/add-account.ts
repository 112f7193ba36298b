import { addToDatabaseNow } from "../../../../base/db/now.ts";
import type { ConnectionStatus } from "../../../../base/db/tables.ts";
import type { Scope } from "../../../scope.ts";
import { type AccountRow, selectComputedColumns } from "../account-rows.ts";
import { type ConnectionSecrets, sealConnection } from "../connection-secrets.ts";
import type { TokensEnd } from "../given-tokens.ts";
import { type ConnectionStart, chooseFirstStatus } from "../transitions.ts";
import { toColumn } from "./account-events.ts";
import { scheduleExpiry, scheduleGiven } from "./account-jobs.ts";

/** An account to create. */
export interface NewAccount {
  readonly id: string;
  readonly authConfigId: string;
  readonly toolkitSlug: string;
  readonly authScheme: AccountRow["auth_scheme"];
  readonly userId: string;
  readonly alias: string | undefined;
  readonly callbackUrl: string | null;
  readonly start: ConnectionStart;
  /** Milliseconds that the account waits for its user; undefined when it does not have to wait. */
  readonly waitMs: number | undefined;
  readonly secrets: ConnectionSecrets;
  /** When the access token that it begins with expires. Default: it has none. */
  readonly tokensEnd?: TokensEnd | undefined;
  /** SHA-256 of the line and the key with which it is imported. */
  readonly importHash?: string | undefined;
}

/** A new account as it was stored. */
export interface AddedAccount {
  readonly uuid: string;
  readonly status: ConnectionStatus;
}

/**
 * Writes new accounts with one statement. Those that wait for their users expire when their time is over.
 *
 * @returns in their order; undefined for an account whose alias, or `importHash`, another account has already
 */
export async function storeAccounts(
  scope: Scope,
  accounts: readonly NewAccount[],
): Promise<readonly (AddedAccount | undefined)[]> {
  if (accounts.length === 0) {
    return [];
  }
  const rows = [];
  for (const account of accounts) {
    const { id, waitMs, tokensEnd = null } = account;
    rows.push({
      project_id: scope.projectId,
      id,
      auth_config_id: account.authConfigId,
      toolkit_slug: account.toolkitSlug,
      auth_scheme: account.authScheme,
      user_id: account.userId,
      alias: account.alias ?? null,
      import_hash: account.importHash ?? null,
      status: chooseFirstStatus(account.start),
      callback_url: account.callbackUrl,
      waits_until: waitMs === undefined ? null : addToDatabaseNow(waitMs),
      tokens_expire_at: toColumn(tokensEnd),
      ...(await sealConnection(scope, id, account.secrets)),
    });
  }
  const stored = await scope.trx
    .insertInto("connected_accounts")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning(["id", "uuid", "status", "waits_until"])
    .returning(selectComputedColumns())
    .execute();
  const added = new Map(stored.map((row) => [row.id, row]));
  for (const { id, waits_until: until } of stored) {
    if (until !== null) {
      await scheduleExpiry(scope, id, until);
    }
  }
  const given = accounts.map(({ id, secrets: { val } }) => {
    return { id, val, leftMs: added.get(id)?.tokens_left_ms ?? null };
  });
  await scheduleGiven(scope, given);
  return accounts.map(({ id }) => added.get(id));
}
