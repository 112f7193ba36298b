import { type CompiledQuery, sql } from "kysely";
import { compileOnce, type Sending } from "../../../../db/statements.ts";
import type { StoredProjectConfig } from "../../../../db/tables.ts";
import {
  fitPage,
  isShallow,
  onFirstRow,
  type Page,
  type PageRange,
  selectIdsOfPage,
  selectPagePosition,
  selectShallowRows,
  toPageRange,
} from "../../../lists/pages.ts";
import { selectProjectConfig } from "../../../projects/config.ts";
import type { Scope } from "../../../scope.ts";
import { type AccountQuery, selectAccounts } from "../account-rows.ts";
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

/** The statement of a page, for `sendQuery`. */
export interface PlannedPage {
  readonly query: { compile(trx: Scope["trx"]): CompiledQuery<PageRow> };
  readonly sending: Sending;
}

/** Plans a page as one statement, because each costs a round trip and this list is read often. */
export function planPage(scope: Scope, filter: AccountFilter, page: Page): PlannedPage {
  const range = toPageRange(page);
  // Planning takes three times as long as reading, so prepare the statement. With filters its text varies with the
  // number of values, so do not.
  if (countValues(filter) > 0) {
    return { query: selectPage(scope, filter, range, false), sending: { isLast: true } };
  }
  const isShort = isShallow(range);
  const unfiltered = findUnfilteredPage(scope, filter, isShort);
  return {
    query: unfiltered({ projectId: scope.projectId, ...range }),
    sending: { isPrepared: true, isLast: true, ...(isShort && ({ short: "reads" } as const)) },
  };
}

function selectPage(scope: Scope, filter: AccountFilter, range: PageRange, isShort: boolean) {
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

function findUnfilteredPage(
  scope: Scope,
  { order_by, order_direction }: AccountFilter,
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

function compileUnfiltered({ platform, catalog }: Scope, order: AccountFilter, isShort: boolean) {
  return compileOnce(["projectId", "before", "asked"], (slots, trx) =>
    selectPage(
      { platform, catalog, trx, projectId: slots.projectId },
      order,
      slots,
      isShort,
    ).compile(),
  );
}
