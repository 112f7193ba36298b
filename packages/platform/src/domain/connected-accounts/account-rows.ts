import { type RawBuilder, type Selectable, type SelectQueryBuilder, sql } from "kysely";
import type { ConnectionStatus, Tables } from "../../db/tables.ts";
import { PlatformError } from "../../errors.ts";
import type { Scope } from "../scope.ts";

/** A row of `connected_accounts`, with the status that it has at this moment. */
export type AccountRow = Selectable<Tables["connected_accounts"]> & {
  readonly effective_status: ConnectionStatus;
};

/**
 * The status at this moment: an account whose ten minutes are over is EXPIRED, whether or not the job has come to it
 * (decisions §6).
 */
export function effectiveStatus(): RawBuilder<ConnectionStatus> {
  return sql<ConnectionStatus>`(case
    when connected_accounts.status in ('INITIALIZING', 'INITIATED') and connected_accounts.waits_until <= now()
    then 'EXPIRED' else connected_accounts.status end)`;
}

/** A query for accounts of the project. */
export type AccountQuery = SelectQueryBuilder<Tables, "connected_accounts", object>;

/** The accounts of the project that were not deleted. */
export function selectAccounts(scope: Scope): AccountQuery {
  return scope.trx
    .selectFrom("connected_accounts")
    .where("connected_accounts.project_id", "=", scope.projectId)
    .where("connected_accounts.deleted_at", "is", null);
}

/**
 * The row of an account that was not deleted, locked until the transaction ends when it is to be changed.
 *
 * @throws PlatformError `ConnectedAccount_NotFound`
 */
export async function readAccount(scope: Scope, id: string, lock?: "update"): Promise<AccountRow> {
  const query = selectAccounts(scope)
    .selectAll()
    .select(effectiveStatus().as("effective_status"))
    .where("connected_accounts.id", "=", id);
  const row = await (lock === "update" ? query.forUpdate() : query).executeTakeFirst();
  if (row === undefined) {
    throw new PlatformError("ConnectedAccount_NotFound");
  }
  return row;
}
