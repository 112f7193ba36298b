import {
  type AliasedExpression,
  type RawBuilder,
  type Selectable,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from "kysely";
import type { ConnectionStatus, Tables } from "../../../base/db/tables.ts";
import type { Scope } from "../../scope.ts";
import type { AccountState } from "./transitions.ts";

/** Values that the database computes with its own clock when it reads an account. */
interface ComputedColumns {
  /** The status at this moment. */
  readonly effective_status: ConnectionStatus;
  /** Milliseconds until the access token expires, negative afterwards; null when the application did not say. */
  readonly tokens_left_ms: number | null;
  /** True while a process holds the lease to refresh the tokens. */
  readonly is_leased: boolean;
  /** The start of the transaction that read the row. */
  readonly read_at: Date;
}

/** A row of `connected_accounts` with its status at this moment. */
export type AccountRow = Selectable<Tables["connected_accounts"]> & ComputedColumns;

/** A query for accounts of the project. */
export type AccountQuery = SelectQueryBuilder<Tables, "connected_accounts", object>;

/**
 * The status at this moment. An account whose ten minutes are over is EXPIRED, even if the job has not updated it yet
 * (docs/decisions.md §6).
 */
export function computeEffectiveStatus(): RawBuilder<ConnectionStatus> {
  return sql<ConnectionStatus>`(case
    when connected_accounts.status in ('INITIALIZING', 'INITIATED') and connected_accounts.waits_until <= now()
    then 'EXPIRED' else connected_accounts.status end)`;
}

/** The statuses in which an account waits for its user until its time is over. */
export const waitingStatuses: readonly ConnectionStatus[] = ["INITIALIZING", "INITIATED"];

/** A condition: the status at this moment is one of these. It can use an index on the stored status. */
export function matchStatus(statuses: readonly ConnectionStatus[]): RawBuilder<SqlBool> {
  const isOver = sql<SqlBool>`connected_accounts.waits_until <= now()`;
  const isStored = isStoredAs(statuses);
  if (statuses.includes("EXPIRED")) {
    const candidates = [...new Set([...statuses, ...waitingStatuses])];
    return sql`(${isStoredAs(candidates)} and (${isStored} or ${isOver}))`;
  }
  return waitingStatuses.some((status) => statuses.includes(status))
    ? sql`(${isStored} and not (${isStoredAs(waitingStatuses)} and coalesce(${isOver}, false)))`
    : isStored;
}

/** `in` with one value is a comparison, so rows come in the index's order. With `any` of an array they do not. */
function isStoredAs(statuses: readonly ConnectionStatus[]): RawBuilder<SqlBool> {
  return sql`connected_accounts.status in (${sql.join(statuses)})`;
}

/** The computed columns of an `AccountRow`. */
export function selectComputedColumns(): {
  [Name in keyof ComputedColumns]: AliasedExpression<ComputedColumns[Name], Name>;
}[keyof ComputedColumns][] {
  const left = sql<number | null>`(extract(epoch from connected_accounts.tokens_expire_at - now())
    * 1000)::float8`;
  const isLeased = sql<boolean>`coalesce(connected_accounts.refresh_until > clock_timestamp(), false)`;
  return [
    computeEffectiveStatus().as("effective_status"),
    left.as("tokens_left_ms"),
    isLeased.as("is_leased"),
    sql<Date>`now()`.as("read_at"),
  ];
}

/** The accounts of the project, without deleted ones. */
export function selectAccounts(scope: Pick<Scope, "projectId" | "trx">): AccountQuery {
  return selectWithDeleted(scope).where("connected_accounts.deleted_at", "is", null);
}

/** The accounts of the project, including the tombstones of deleted ones. */
export function selectWithDeleted(scope: Pick<Scope, "projectId" | "trx">): AccountQuery {
  return scope.trx
    .selectFrom("connected_accounts")
    .where("connected_accounts.project_id", "=", scope.projectId);
}

/** The account with this id, unless it is deleted. */
export function selectAccount(scope: Scope, id: string): AccountQuery {
  return selectAccounts(scope).where("connected_accounts.id", "=", id);
}

/** The account's state for the table of transitions. */
export function toAccountState(row: AccountRow): AccountState {
  return { status: row.effective_status, remembered: row.remembered_status };
}
