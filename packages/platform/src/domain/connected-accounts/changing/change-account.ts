import { sql } from "kysely";
import { databaseNow, databaseNowPlus } from "../../../db/now.ts";
import type { ConnectionStatus } from "../../../db/tables.ts";
import type { Scope } from "../../scope.ts";
import { type AccountRow, computedColumns } from "../account-rows.ts";
import { type ConnectionSecrets, sealConnection } from "../connection-secrets.ts";
import type { LockedAccount, OpenedAccount } from "../open-account.ts";
import { type ConnectionStart, firstStatus, type Refusal, transition } from "../transitions.ts";
import {
  type AccountColumns,
  type AccountEvent,
  columnsAfter,
  secretsAfter,
  stateBefore,
} from "./account-events.ts";
import { cancelJobs, scheduleAfter, scheduleExpiry } from "./account-jobs.ts";
import { keepForRevocation } from "./keep-for-revocation.ts";

// The only file that writes `connected_accounts`: test/house/writers.test.ts holds that (ADR 56).

/** Result of an event: the account as it is now, or the reason why the event does not count. */
export type AccountChange =
  | {
      readonly kind: "changed";
      readonly account: LockedAccount;
      /** True when `platform.connected_account.expired` has to be sent. */
      readonly expiredEvent: boolean;
    }
  | { readonly kind: "refused"; readonly refusal: Refusal };

/**
 * Writes what an event does to an account: its status by the table of decisions §6, the members of `state.val` that come
 * and go with the status, what is added to its secrets, the versions of row and envelope, and the jobs that follow. An
 * event that the table refuses changes nothing.
 *
 * @param account must not be used afterwards: the answer has the account as it is then
 * @param added members of `val` and `params` that are new or take the place of others
 */
export async function changeAccount(
  scope: Scope,
  account: LockedAccount,
  event: AccountEvent,
  added?: Partial<ConnectionSecrets>,
): Promise<AccountChange> {
  const { row } = account;
  const next = transition(stateBefore(row, event), event);
  if (next.kind === "refused") {
    return next;
  }
  const isMoved = next.kind === "moved";
  const secrets = await secretsAfter(account, event, isMoved, added);
  const columns: AccountColumns = {
    ...columnsAfter(row, event, next),
    ...(secrets && { ...(await sealConnection(scope, row, secrets)), version: row.version + 1 }),
    ...((isMoved || secrets) && { updated_at: databaseNow() }),
  };
  const changed =
    Object.keys(columns).length === 0 ? account : await update(scope, account, columns, secrets);
  if (isMoved && secrets) {
    await scheduleAfter(scope, row.id, event, secrets.val);
  }
  return { kind: "changed", account: changed, expiredEvent: isMoved && next.expiredEvent };
}

/** The account after an event that the table cannot refuse there; @throws Error when it does */
export function assertChanged(change: AccountChange): LockedAccount {
  if (change.kind === "refused") {
    throw new Error(`The account cannot be changed so: ${change.refusal}.`);
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
    .returning(computedColumns())
    .executeTakeFirstOrThrow();
  return { ...account, row, ...(secrets && { secrets: () => Promise.resolve(secrets) }) };
}

/** An account that is to be made. */
export interface NewAccount {
  readonly id: string;
  readonly authConfigId: string;
  readonly toolkitSlug: string;
  readonly authScheme: AccountRow["auth_scheme"];
  readonly userId: string;
  readonly callbackUrl: string | null;
  readonly start: ConnectionStart;
  /** How long it waits for its user; undefined when it need not. */
  readonly waitMs: number | undefined;
  readonly secrets: ConnectionSecrets;
}

/** Writes a new account. One that waits for its user expires when its time is over. */
export async function addAccount(
  scope: Scope,
  account: NewAccount,
): Promise<{ readonly uuid: string; readonly status: ConnectionStatus }> {
  const { id, waitMs } = account;
  const added = await scope.trx
    .insertInto("connected_accounts")
    .values({
      project_id: scope.projectId,
      id,
      auth_config_id: account.authConfigId,
      toolkit_slug: account.toolkitSlug,
      auth_scheme: account.authScheme,
      user_id: account.userId,
      status: firstStatus(account.start),
      callback_url: account.callbackUrl,
      waits_until: waitMs === undefined ? null : databaseNowPlus(waitMs),
      ...(await sealConnection(scope, id, account.secrets)),
    })
    .returning(["uuid", "status", "waits_until"])
    .executeTakeFirstOrThrow();
  if (added.waits_until !== null) {
    await scheduleExpiry(scope, id, added.waits_until);
  }
  return added;
}

/**
 * Gives a process the right to refresh the tokens of an account, for so long, unless another one has it or the account was
 * changed since it was read. It compares and sets in one statement, so that reading an account takes no lock.
 *
 * @returns whether the right was given
 */
export async function leaseRefresh(
  { trx, projectId }: Scope,
  { row }: OpenedAccount,
  lease: { readonly owner: string; readonly ms: number },
): Promise<boolean> {
  const leased = await trx
    .updateTable("connected_accounts")
    .set({ refresh_owner: lease.owner, refresh_until: databaseNowPlus(lease.ms) })
    .where("project_id", "=", projectId)
    .where("id", "=", row.id)
    .where("version", "=", row.version)
    .where("status", "=", row.status)
    .where("deleted_at", "is", null)
    .where(sql<boolean>`coalesce(refresh_until <= clock_timestamp(), true)`)
    .executeTakeFirst();
  return leased.numUpdatedRows === 1n;
}

/**
 * Deletes an account in any status. Its tokens are kept for their revocation alone; a tombstone without secrets stays, by
 * which the id and the legacy UUID are known as deleted.
 */
export async function endAccount(scope: Scope, account: LockedAccount): Promise<void> {
  const { trx, projectId } = scope;
  const { id, version } = account.row;
  await keepForRevocation(scope, [account]);
  await trx
    .updateTable("connected_accounts")
    .set({
      secrets: null,
      callback_url: null,
      waits_until: null,
      refresh_owner: null,
      refresh_until: null,
      version: version + 1,
      deleted_at: databaseNow(),
      updated_at: databaseNow(),
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

/** Removes accounts for good, with their links and the states of these. Their tokens are kept for their revocation alone. */
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

/** Removes all accounts of a project whose tokens were revoked when it was deleted. */
export async function eraseAllAccounts(scope: Scope): Promise<void> {
  await deleteAccounts(scope).execute();
}

function deleteAccounts({ trx, projectId }: Scope) {
  return trx.deleteFrom("connected_accounts").where("project_id", "=", projectId);
}
