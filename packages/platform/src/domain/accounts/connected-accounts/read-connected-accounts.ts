import { type RawBuilder, sql } from "kysely";
import type { Query, Schemas } from "../../../api-types.ts";
import { compileOnce, sendQuery } from "../../../db/statements.ts";
import { PlatformError } from "../../../errors.ts";
import {
  fitPage,
  isShallow,
  onFirstRow,
  type Page,
  type PageOf,
  type PageRange,
  selectIdsOfPage,
  selectPagePosition,
  selectShallowRows,
  toPage,
  toPageRange,
} from "../../lists/pages.ts";
import { getProjectConfig, selectProjectConfig, toProjectConfig } from "../../projects/config.ts";
import type { Scope } from "../../scope.ts";
import { toAccountDetail, toAccountRecord } from "./account-record.ts";
import {
  type AccountQuery,
  matchStatus,
  selectAccount,
  selectAccounts,
  waitingStatuses,
} from "./account-rows.ts";
import { listedColumns, toListedAccount, withListedColumns } from "./listed-account.ts";
import { toOpenedAccount, withAuthConfig } from "./open-account.ts";

/** The document's limit for all filters together. More would make a query slow to plan. */
const mostFilterValues = 200;

/**
 * The connected accounts of the project, in every status except deleted.
 *
 * @throws PlatformError `ConnectedAccount_TooManyFilterValues`, `Toolkit_NotFound` for an unknown slug
 */
export async function listConnectedAccounts(
  scope: Scope,
  filter: Query<"listConnectedAccounts">,
  page: Page,
): Promise<PageOf<Schemas["ConnectedAccountResponse"]>> {
  assertFilter(scope, filter);
  const range = toPageRange(page);
  // Planning takes three times as long as reading, so prepare the statement. With filters its text varies with the
  // number of values, so do not.
  const isPrepared = countValues(filter) === 0;
  const isShort = isPrepared && isShallow(range);
  const listed = isPrepared
    ? findUnfiltered(scope, filter, isShort)({ projectId: scope.projectId, ...range })
    : selectPage(scope, filter, range, isShort);
  const sending = { isPrepared, isLast: true, ...(isShort && ({ short: "reads" } as const)) };
  const { rows } = await sendQuery(scope.trx, listed, sending);
  // Past the end of the list, the result has no row that could carry the total and the settings.
  const total = rows[0]?.total ?? (await readCount(scope, filter));
  const config = rows[0] ? toProjectConfig(rows[0].project_config) : await getProjectConfig(scope);
  const { mask_secret_keys_in_connected_account: mask } = config;
  const records: Schemas["ConnectedAccountResponse"][] = [];
  for (const row of rows) {
    const record = toAccountRecord(scope, toListedAccount(scope, row), mask);
    records.push(record instanceof Promise ? await record : record);
  }
  return toPage(page, total, records);
}

/** Selects a page in one statement, because each costs a round trip and this list is read often. */
function selectPage(
  scope: Scope,
  filter: Query<"listConnectedAccounts">,
  range: PageRange,
  isShort: boolean,
) {
  const matching = applyFilter(scope, filter);
  const direction = sql.raw(filter.order_direction ?? "desc");
  const order = sql`${sql.ref(filter.order_by ?? "created_at")} ${direction}, id ${direction}`;
  const rows = isShort
    ? selectShallowRows(range, matching.select(listedColumns), order)
    : selectAccounts(scope)
        .where("id", "in", selectIdsOfPage(range, matching.select("id"), order))
        .select(listedColumns);
  const position = selectPagePosition(sql`octet_length(secrets)`, order);
  const positioned = scope.trx.selectFrom(rows.as("page")).selectAll().select(position);
  // Rows of `connected_accounts`, with the columns that are needed.
  const page = scope.trx.selectFrom(positioned.as("connected_accounts")) as unknown as AccountQuery;
  return fitPage(withListedColumns(page)).select([
    onFirstRow(countAccounts(scope, filter, matching)).as("total"),
    onFirstRow(selectProjectConfig(scope)).as("project_config"),
  ]);
}

/** The pages of a list without a filter, by its order and depth. Only their values vary. */
const unfilteredPages = new Map<string, ReturnType<typeof compileUnfiltered>>();

function findUnfiltered(
  scope: Scope,
  { order_by, order_direction }: Query<"listConnectedAccounts">,
  isShort: boolean,
): ReturnType<typeof compileUnfiltered> {
  const order = {
    ...(order_by && { order_by }),
    ...(order_direction && { order_direction }),
  };
  const key = JSON.stringify([order, isShort]);
  const page = unfilteredPages.get(key) ?? compileUnfiltered(scope, order, isShort);
  unfilteredPages.set(key, page);
  return page;
}

function compileUnfiltered(
  { platform, catalog }: Scope,
  order: Query<"listConnectedAccounts">,
  isShort: boolean,
) {
  return compileOnce(["projectId", "before", "asked"], (slots, trx) =>
    selectPage(
      { platform, catalog, trx, projectId: slots.projectId },
      order,
      slots,
      isShort,
    ).compile(),
  );
}

/**
 * Counts the accounts that a filter admits. It uses the stored counts, unless the filter selects only a few accounts.
 */
function countAccounts(
  scope: Scope,
  filter: Query<"listConnectedAccounts">,
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

async function readCount(scope: Scope, filter: Query<"listConnectedAccounts">): Promise<number> {
  const count = countAccounts(scope, filter, applyFilter(scope, filter));
  const { rows } = await sql<{ total: number }>`select ${count} as total`.execute(scope.trx);
  return rows[0]?.total ?? 0;
}

/** One account with its parameters; @throws PlatformError `ConnectedAccount_NotFound` */
export async function getConnectedAccount(
  scope: Scope,
  id: string,
): Promise<Schemas["ConnectedAccountDetailResponse"]> {
  const row = await withAuthConfig(selectAccount(scope, id))
    .select(selectProjectConfig(scope).as("project_config"))
    .executeTakeFirst();
  if (row === undefined) {
    throw new PlatformError("ConnectedAccount_NotFound");
  }
  const { mask_secret_keys_in_connected_account: mask } = toProjectConfig(row.project_config);
  return await toAccountDetail(scope, toOpenedAccount(scope, row), mask);
}

function assertFilter(scope: Scope, filter: Query<"listConnectedAccounts">): void {
  if (countValues(filter) > mostFilterValues) {
    throw new PlatformError("ConnectedAccount_TooManyFilterValues");
  }
  const { toolkit_slugs: slugs = [] } = filter;
  if (slugs.some((slug) => scope.catalog.findToolkit(slug) === undefined)) {
    throw new PlatformError("Toolkit_NotFound");
  }
}

function countValues(filter: Query<"listConnectedAccounts">): number {
  const { toolkit_slugs: slugs = [], statuses = [], user_ids: users = [] } = filter;
  const { auth_config_ids: configs = [], connected_account_ids: ids = [] } = filter;
  return [slugs, statuses, users, configs, ids].reduce((sum, list) => sum + list.length, 0);
}

/** An empty filter admits all. */
function applyFilter(scope: Scope, filter: Query<"listConnectedAccounts">): AccountQuery {
  let query = applyNames(selectAccounts(scope), filter);
  const { statuses = [], user_ids: users = [], connected_account_ids: ids = [] } = filter;
  if (statuses.length > 0) {
    query = query.where(matchStatus(statuses));
  }
  if (users.length > 0) {
    query = query.where("connected_accounts.user_id", "in", users);
  }
  if (ids.length > 0) {
    query = query.where("connected_accounts.id", "in", ids);
  }
  return query;
}

function applyNames(query: AccountQuery, filter: Query<"listConnectedAccounts">): AccountQuery {
  const { toolkit_slugs: slugs = [], auth_config_ids: configs = [] } = filter;
  let named = query;
  if (slugs.length > 0) {
    named = named.where("connected_accounts.toolkit_slug", "in", slugs);
  }
  if (configs.length > 0) {
    named = named.where("connected_accounts.auth_config_id", "in", configs);
  }
  return named;
}
