import {
  type AliasedRawBuilder,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from "kysely";
import { PlatformError } from "../../errors.ts";

/** The requested page. */
export interface Page {
  readonly page: number;
  readonly limit: number;
  /**
   * The number of items of this page that were already returned, when the previous response ended early because of
   * its size.
   */
  readonly skip?: number;
}

/** The part of the request with `limit` and `cursor`, and the allowed sizes of pages. */
export interface PageRules {
  readonly place?: "query" | "body";
  readonly defaultLimit?: number;
  readonly maximum?: number;
}

/** A page in the form of cursor lists. Some lists call `items` `data` or `logs`. */
export interface PageOf<T> {
  readonly items: T[];
  readonly next_cursor: string | null;
  readonly total_pages: number;
  readonly current_page: number;
  readonly total_items: number;
}

/** No list has this many pages (docs/decisions.md §3). Without a limit, skipping pages could be endless work. */
const highestPage = 1_000_000;

/**
 * A page ends early when its rows, as stored, would be larger than this. Eight lists can then be answered at a time
 * in a process of some hundred megabytes, including the memory for parsing and writing JSON.
 */
const maximumPageBytes = 4 * 1024 * 1024;

/**
 * Reads the page from `limit` and `cursor` (docs/decisions.md §3). A cursor is exactly the base64url of
 * `{"page":2,"limit":20}`, with or without padding. When the previous response ended early after 7 items, it also has
 * `"skip":7`.
 *
 * @throws PlatformError `Validation_Failed` for any other cursor, and for a limit that is out of bounds or differs
 *   from the cursor's
 */
export function parsePage(
  input: { readonly limit?: number | null; readonly cursor?: string | null },
  rules: PageRules = {},
): Page {
  const { place = "query", defaultLimit = 20, maximum = 1000 } = rules;
  const { limit, cursor } = input;
  if (limit != null && !isBetween(limit, maximum)) {
    throw refuseCursor(`${place}.limit: must be a whole number from 1 to ${maximum}`);
  }
  if (cursor == null) {
    return { page: 1, limit: limit ?? defaultLimit };
  }
  const parsed = decodeCursor(cursor);
  if (parsed === undefined || !isBetween(parsed.limit, maximum)) {
    throw refuseCursor(`${place}.cursor: is not a cursor of this list`);
  }
  if (limit != null && limit !== parsed.limit) {
    throw refuseCursor(
      `${place}.limit: must be ${parsed.limit}, as in the request that returned the cursor`,
    );
  }
  return parsed;
}

/**
 * Wraps the items of a page. If the response ended early, the cursor leads to the rest of the page. A page past the
 * end is empty and has no cursor.
 */
export function toPage<T>(page: Page, totalItems: number, items: T[]): PageOf<T> {
  const totalPages = Math.ceil(totalItems / page.limit);
  return {
    items,
    next_cursor: buildNextCursor(page, totalItems, items.length),
    total_pages: totalPages,
    current_page: page.page,
    total_items: totalItems,
  };
}

function buildNextCursor(page: Page, totalItems: number, count: number): string | null {
  const end = countItemsBefore(page) + count;
  // Rows can vanish between counting and reading. A page without any must not continue here, or reading the list
  // would never end.
  const isCut = count > 0 && count < countItemsAsked(page) && end < totalItems;
  if (isCut) {
    return encodeCursor({ ...page, skip: (page.skip ?? 0) + count });
  }
  const isLast = page.page * page.limit >= totalItems;
  return isLast ? null : encodeCursor({ page: page.page + 1, limit: page.limit });
}

/** Cuts a page from a list that is entirely in memory. */
export function cutPage<T>(page: Page, all: readonly T[]): PageOf<T> {
  const start = countItemsBefore(page);
  return toPage(page, all.length, all.slice(start, start + countItemsAsked(page)));
}

/** The number of items before the first one of the response. */
export function countItemsBefore({ page, limit, skip = 0 }: Page): number {
  return (page - 1) * limit + skip;
}

/** The rows of a page: those before it, and the largest number in it. */
export interface PageRange {
  readonly before: number;
  readonly asked: number;
}

/** The rows that a page asks for. */
export function toPageRange(page: Page): PageRange {
  return { before: countItemsBefore(page), asked: countItemsAsked(page) };
}

/** The largest number of items in the response. */
export function countItemsAsked({ limit, skip = 0 }: Page): number {
  return limit - skip;
}

/** The columns that `fitPage` needs. */
export interface PagePosition {
  readonly page_position: number;
  readonly page_bytes: number;
}

/**
 * Selects the ids of a page's rows from an index in the order of the list. For a row before the page it reads one entry
 * of the index, and for a row after the page nothing.
 *
 * @param order the text after `order by`; it has to end with the id
 */
export function selectIdsOfPage<Tables, Table extends keyof Tables, Row>(
  { before, asked }: PageRange,
  rows: SelectQueryBuilder<Tables, Table, Row>,
  order: RawBuilder<unknown>,
): SelectQueryBuilder<Tables, Table, Row> {
  return rows.orderBy(order).limit(asked).offset(before);
}

/** A page that ends before this row is read in about a millisecond. */
const mostShallowRows = 200;

/** True when `selectShallowRows` can read the page. */
export function isShallow({ before, asked }: PageRange): boolean {
  return before + asked <= mostShallowRows;
}

/**
 * Selects the rows of a shallow page. It reads the rows before the page too, so for deep pages `selectIdsOfPage` is faster. The
 * limit that does not vary makes PostgreSQL choose the index of the order in each plan, however many rows there are.
 *
 * @param order the text after `order by`, without names of tables; it has to end with the id
 */
export function selectShallowRows<Tables, Table extends keyof Tables, Row>(
  { before, asked }: PageRange,
  rows: SelectQueryBuilder<Tables, Table, Row>,
  order: RawBuilder<unknown>,
): RawBuilder<Row> {
  const first = rows.orderBy(order).limit(sql.lit(mostShallowRows));
  return sql<Row>`(select * from (${first}) as shallow order by ${order} limit ${asked} offset ${before})`;
}

/**
 * Adds to the rows of a page their position, and the size of all rows up to and including each.
 *
 * @param bytes the size of a row as it is stored, such as `octet_length(secrets)`
 */
export function selectPagePosition(
  bytes: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): { [Name in keyof PagePosition]: AliasedRawBuilder<number, Name> }[keyof PagePosition][] {
  // Both have the same window, which PostgreSQL then computes once.
  const window = sql`(order by ${order} rows unbounded preceding)`;
  const total = sql<number>`sum(coalesce(${bytes}, 0)) over ${window}`;
  return [sql<number>`count(*) over ${window}`.as("page_position"), total.as("page_bytes")];
}

/**
 * Selects the rows of a page that fit into 4 MiB, at least one, in their order. The database decides before it reads
 * the long columns, so that the process never holds more.
 *
 * @param rows from a query with `selectPagePosition`
 */
export function fitPage<Tables, Table extends keyof Tables, Row>(
  rows: SelectQueryBuilder<Tables, Table, Row>,
): SelectQueryBuilder<Tables, Table, Row> {
  return rows
    .where(sql<SqlBool>`(page_position = 1 or page_bytes <= ${maximumPageBytes})`)
    .orderBy(sql`page_position`);
}

/** A value that all rows of `fitPage` share, such as a total. Only the first row has it, and it is computed once. */
export function onFirstRow<T>(value: RawBuilder<T>): RawBuilder<T | null> {
  return sql<T | null>`(case page_position when 1 then ${value} end)`;
}

/**
 * The number of rows of a page that fit into 4 MiB, at least one, for the `LIMIT` of the page's query. The database
 * decides before it reads the long columns, so that the process never holds more.
 *
 * @param list.rows the query without its order
 * @param list.bytes the size of a row, such as `octet_length(secrets)`
 * @param list.order the text after `order by` in the page's query
 */
export function countRowsThatFit<Tables, Table extends keyof Tables, Row>(
  page: Page,
  list: {
    readonly rows: SelectQueryBuilder<Tables, Table, Row>;
    readonly bytes: RawBuilder<unknown>;
    readonly order: RawBuilder<unknown>;
  },
): RawBuilder<number> {
  const { rows, bytes, order } = list;
  const sizes = rows
    .select([
      sql<number>`row_number() over (order by ${order})`.as("position"),
      sql<number>`coalesce(${bytes}, 0)`.as("bytes"),
    ])
    .orderBy(order)
    .limit(countItemsAsked(page))
    .offset(countItemsBefore(page));
  return sql<number>`(select greatest(1, count(*)) from
    (select sum(bytes) over (order by position) as total from ${sizes} as sizes) as totals
    where total <= ${maximumPageBytes})`;
}

/** The text of a cursor: base64url without padding. */
export function encodeCursor({ page, limit, skip = 0 }: Page): string {
  const parts = skip === 0 ? { page, limit } : { page, limit, skip };
  return Buffer.from(JSON.stringify(parts)).toString("base64url");
}

function decodeCursor(cursor: string): Page | undefined {
  const text = Buffer.from(cursor, "base64url").toString("utf8");
  const [, page, limit, skip] =
    /^\{"page":([1-9][0-9]{0,6}),"limit":([1-9][0-9]{0,3})(?:,"skip":([1-9][0-9]{0,2}))?\}$/.exec(
      text,
    ) ?? [];
  const parsed = {
    page: Number(page),
    limit: Number(limit),
    ...(skip === undefined ? {} : { skip: Number(skip) }),
  };
  // Node's decoder skips characters that are not base64url. Accept only a string that `encodeCursor` would write.
  if (page === undefined || encodeCursor(parsed) !== cursor.replace(/={0,2}$/, "")) {
    return undefined;
  }
  const isWithin = parsed.page <= highestPage && (parsed.skip ?? 0) < parsed.limit;
  return isWithin ? parsed : undefined;
}

function isBetween(limit: number, maximum: number): boolean {
  return Number.isInteger(limit) && limit >= 1 && limit <= maximum;
}

function refuseCursor(line: string): PlatformError {
  return new PlatformError("Validation_Failed", { errors: [line] });
}
