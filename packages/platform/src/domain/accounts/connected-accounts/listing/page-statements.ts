import { sql } from "kysely";
import { compileOnce, sendQuery } from "../../../../base/db/postgres/statements.ts";
import type { StoredProjectConfig } from "../../../../base/db/tables.ts";
import type { Page } from "../../../lists/cursors.ts";
import {
  fitPage,
  isShallow,
  onFirstRow,
  type PageRange,
  selectPagePosition,
  selectRowsOfPage,
  toOrderBy,
  toPageRange,
} from "../../../lists/page-queries.ts";
import { selectProjectConfig } from "../../../projects/config.ts";
import type { Scope } from "../../../scope.ts";
import type { AccountQuery } from "../account-rows.ts";
import { countAccounts } from "./count-accounts.ts";
import { type AccountFilter, applyFilter, countValues } from "./filter-accounts.ts";
import { type ListedRow, listedColumns, withListedColumns } from "./listed-account.ts";

/** A row of a page. */
export interface PageRow extends ListedRow {
  /** The number of accounts in the list; null in all rows but the first. */
  readonly total: number | null;
  /** Null in all rows but the first, and when the project was deleted meanwhile. */
  readonly project_config: StoredProjectConfig | null;
}

/**
 * Reads a page as one statement, because each costs a round trip and this list is read often. It is the last statement of
 * its transaction.
 */
export async function readPage(
  scope: Scope,
  filter: AccountFilter,
  page: Page,
): Promise<readonly PageRow[]> {
  const range = toPageRange(page);
  // Planning takes three times as long as reading, so prepare the statement. With filters its text varies with the
  // number of values, so do not.
  if (countValues(filter) > 0) {
    const query = selectPage(scope, filter, range);
    return (await sendQuery(scope.trx, query, { isLast: true })).rows;
  }
  const unfiltered = findUnfilteredPage(scope, filter);
  const query = unfiltered({ projectId: scope.projectId, ...range });
  const short = isShallow(range) ? ({ short: "reads" } as const) : {};
  return (await sendQuery(scope.trx, query, { isPrepared: true, isLast: true, ...short })).rows;
}

function selectPage(scope: Scope, filter: AccountFilter, range: PageRange) {
  const matching = applyFilter(scope, filter);
  const order = {
    column: filter.order_by ?? "created_at",
    direction: filter.order_direction ?? "desc",
  };
  const rows = selectRowsOfPage(range, matching.select(listedColumns), order);
  const position = selectPagePosition(sql`octet_length(secrets)`, toOrderBy(order));
  const positioned = scope.trx.selectFrom(rows.as("page")).selectAll().select(position);
  // Rows of `connected_accounts`, with the columns that are needed.
  const page = scope.trx.selectFrom(positioned.as("connected_accounts")) as unknown as AccountQuery;
  return fitPage(withListedColumns(page)).select([
    onFirstRow(countAccounts(scope, filter, matching)).as("total"),
    onFirstRow(selectProjectConfig(scope)).as("project_config"),
  ]);
}

/** The pages of a list without a filter, by its order. Only their values vary. */
const unfilteredPages = new Map<string, ReturnType<typeof compileUnfiltered>>();

function findUnfilteredPage(
  scope: Scope,
  { order_by, order_direction }: AccountFilter,
): ReturnType<typeof compileUnfiltered> {
  const order = {
    ...(order_by && { order_by }),
    ...(order_direction && { order_direction }),
  };
  const key = JSON.stringify(order);
  const page = unfilteredPages.get(key) ?? compileUnfiltered(scope, order);
  unfilteredPages.set(key, page);
  return page;
}

function compileUnfiltered({ platform, catalog }: Scope, order: AccountFilter) {
  return compileOnce(["projectId", "before", "asked"], (slots, trx) =>
    selectPage({ platform, catalog, trx, projectId: slots.projectId }, order, slots).compile(),
  );
}
