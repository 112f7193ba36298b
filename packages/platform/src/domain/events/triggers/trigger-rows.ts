import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from "kysely";
import type { Tables } from "../../../base/db/tables.ts";
import { PlatformError } from "../../../base/errors.ts";
import { selectAccount } from "../../accounts/connected-accounts/account-rows.ts";
import {
  type LockedAccount,
  lockAccounts,
} from "../../accounts/connected-accounts/open-account.ts";
import type { Scope } from "../../scope.ts";
import type { TriggerRow } from "./trigger-record.ts";

/** A query for instances of the project. */
export type TriggerQuery = SelectQueryBuilder<Tables, "trigger_instances", object>;

/** The instances of the project, without deleted ones. */
export function selectTriggers({ trx, projectId }: Pick<Scope, "projectId" | "trx">): TriggerQuery {
  return trx
    .selectFrom("trigger_instances")
    .where("trigger_instances.project_id", "=", projectId)
    .where("trigger_instances.deleted_at", "is", null);
}

/** A condition with one parameter for all values, so that the text of its statement does not vary. */
export function isOneOf(column: string, values: readonly string[]): RawBuilder<SqlBool> {
  const type = sql.raw(column.endsWith(".uuid") ? "uuid[]" : "text[]");
  return sql<SqlBool>`${sql.ref(column)} = any(${[...values]}::${type})`;
}

/** An instance and its account, both locked. An instance of a toolkit without authentication may have no account. */
export interface LockedTrigger {
  readonly row: TriggerRow;
  readonly account: LockedAccount | undefined;
}

/** True while an instance may call its application: it needs no account, or its account is ACTIVE. */
export function canCall({ account }: Pick<LockedTrigger, "account">): boolean {
  return account === undefined || account.row.effective_status === "ACTIVE";
}

/**
 * Reads an instance and its account, and locks both until the transaction ends. Accounts are locked before their
 * instances (ADR 46).
 *
 * @throws PlatformError `Trigger_InstanceNotFound`
 */
export async function lockTrigger(scope: Scope, id: string): Promise<LockedTrigger> {
  const locked = await findAndLockTrigger(scope, id);
  if (locked === undefined) {
    throw new PlatformError("Trigger_InstanceNotFound");
  }
  return locked;
}

/**
 * Like `lockTrigger`; undefined when the instance does not exist. Every transaction that changes an instance locks its account,
 * because the second change of a row locks the rows that its foreign keys name.
 */
export async function findAndLockTrigger(
  scope: Scope,
  id: string,
): Promise<LockedTrigger | undefined> {
  const found = await selectTriggers(scope)
    .select("connected_account_id")
    .where("id", "=", id)
    .executeTakeFirst();
  if (found === undefined) {
    return undefined;
  }
  const { connected_account_id: accountId } = found;
  const [account] =
    accountId === null ? [] : await lockAccounts(scope, selectAccount(scope, accountId));
  const row = await selectTriggers(scope)
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  return row && (account !== undefined || accountId === null) ? { row, account } : undefined;
}
