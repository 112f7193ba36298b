import { type RawBuilder, sql } from "kysely";
import type { Scope } from "../../../scope.ts";
import { type AccountQuery, selectAccounts, waitingStatuses } from "../account-rows.ts";
import { type AccountFilter, applyFilter, applyNames } from "./filter-accounts.ts";

/**
 * Counts the accounts that a filter admits. It uses the stored counts, unless the filter selects only a few accounts.
 */
export function countAccounts(
  scope: Scope,
  filter: AccountFilter,
  matching: AccountQuery,
): RawBuilder<number> {
  const { toolkit_slugs: slugs = [], auth_config_ids: configs = [], statuses = [] } = filter;
  const { user_ids: users = [], connected_account_ids: ids = [] } = filter;
  if (users.length + ids.length > 0) {
    return sql<number>`(${matching.select(sql`count(*)::integer`.as("total"))})`;
  }
  let counts = scope.trx
    .selectFrom("account_counts")
    .select(sql`coalesce(sum(accounts), 0)::integer`.as("total"))
    .where("project_id", "=", scope.projectId);
  if (slugs.length > 0) {
    counts = counts.where("toolkit_slug", "in", slugs);
  }
  if (configs.length > 0) {
    counts = counts.where("auth_config_id", "in", configs);
  }
  if (statuses.length === 0) {
    return sql<number>`(${counts})`;
  }
  // Until its row is written, an account whose time is over is counted under its old status.
  const over = applyNames(selectAccounts(scope), filter)
    .where("connected_accounts.status", "in", waitingStatuses)
    .where("connected_accounts.waits_until", "<=", sql<Date>`now()`);
  const added = statuses.includes("EXPIRED") ? 1 : 0;
  const corrections = over.select(
    sql`coalesce(sum(${added} - (connected_accounts.status = any(${statuses}::text[]))::integer), 0)`.as(
      "total",
    ),
  );
  return sql<number>`((${counts.where("status", "in", statuses)}) + (${corrections}))::integer`;
}

/** The same number, with a statement of its own. */
export async function readCount(scope: Scope, filter: AccountFilter): Promise<number> {
  const count = countAccounts(scope, filter, applyFilter(scope, filter));
  const { rows } = await sql<{ total: number }>`select ${count} as total`.execute(scope.trx);
  return rows[0]?.total ?? 0;
}
