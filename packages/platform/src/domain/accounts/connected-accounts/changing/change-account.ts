import { readDatabaseNow } from "../../../../base/db/now.ts";
import type { Scope } from "../../../scope.ts";
import { type AccountRow, selectComputedColumns } from "../account-rows.ts";
import { type ConnectionSecrets, sealConnection } from "../connection-secrets.ts";
import type { LockedAccount } from "../open-account.ts";
import { findTransition, type Refusal } from "../transitions.ts";
import {
  type AccountColumns,
  type AccountEvent,
  computeSecretsAfter,
  findStateBefore,
  listColumnsAfter,
} from "./account-events.ts";
import { scheduleAfter } from "./account-jobs.ts";
import { disableTriggers, resumeTriggers } from "./account-triggers.ts";
import { emitAccountExpired } from "./emit-account-expired.ts";

// Only the files of this folder write `connected_accounts`; test/house/writers.test.ts lists them (ADR 56).

/** Result of an event: the changed account, or the reason why the event was refused. */
export type AccountChange =
  | {
      readonly kind: "changed";
      readonly account: LockedAccount;
      /** True when `platform.connected_account.expired` was emitted. */
      readonly expiredEvent: boolean;
    }
  | { readonly kind: "refused"; readonly refusal: Refusal };

/**
 * Writes the effects of an event on an account: its status by the table of docs/decisions.md §6, the members of
 * `state.val` that belong to a status, the added secrets, the versions of row and envelope, and the following jobs.
 * If the table refuses the event, nothing changes.
 *
 * @param account do not use it afterwards: the result contains the changed account
 * @param added members of `val` and `params` that are added or replaced, and the identity
 */
export async function changeAccount(
  scope: Scope,
  account: LockedAccount,
  event: AccountEvent,
  added?: Partial<ConnectionSecrets>,
): Promise<AccountChange> {
  const { row } = account;
  const next = findTransition(findStateBefore(row, event), event);
  if (next.kind === "refused") {
    return next;
  }
  const isMoved = next.kind === "moved";
  const secrets = await computeSecretsAfter(account, event, isMoved, added);
  const columns: AccountColumns = {
    ...listColumnsAfter(row, event, next),
    ...(secrets && { ...(await sealConnection(scope, row, secrets)), version: row.version + 1 }),
    ...((isMoved || secrets) && { updated_at: readDatabaseNow() }),
  };
  const changed =
    Object.keys(columns).length === 0 ? account : await update(scope, account, columns, secrets);
  if (isMoved && secrets) {
    await scheduleAfter(scope, changed.row, event, secrets.val);
  }
  const expiredEvent = isMoved && next.expiredEvent;
  if (expiredEvent) {
    await emitAccountExpired(scope, changed);
  }
  await followStatus(scope, row, changed);
  return { kind: "changed", account: changed, expiredEvent };
}

/** The triggers of an account stop when it leaves ACTIVE, and continue when it returns to ACTIVE. */
async function followStatus(
  scope: Scope,
  before: AccountRow,
  { row: after }: LockedAccount,
): Promise<void> {
  const wasActive = before.effective_status === "ACTIVE";
  const isActive = after.effective_status === "ACTIVE";
  if (wasActive && !isActive) {
    const wasSwitchedOff = after.effective_status === "INACTIVE";
    const reason = wasSwitchedOff ? "account_disabled" : "connection_expired";
    await disableTriggers(scope, after, reason);
  }
  if (!wasActive && isActive) {
    await resumeTriggers(scope, after);
  }
}

/**
 * Returns the account after an event. The table has to accept the event in the account's status; @throws Error when it
 * was refused
 */
export function assertChanged(change: AccountChange): LockedAccount {
  if (change.kind === "refused") {
    throw new Error(`The event cannot change the account: ${change.refusal}.`);
  }
  return change.account;
}

async function update(
  scope: Scope,
  account: LockedAccount,
  columns: AccountColumns,
  secrets: ConnectionSecrets | undefined,
): Promise<LockedAccount> {
  const row = await scope.trx
    .updateTable("connected_accounts")
    .set(columns)
    .where("project_id", "=", scope.projectId)
    .where("id", "=", account.row.id)
    .returningAll()
    .returning(selectComputedColumns())
    .executeTakeFirstOrThrow();
  return { ...account, row, ...(secrets && { openSecrets: () => secrets }) };
}
