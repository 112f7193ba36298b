import {
  type AliasedRawBuilder,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from "kysely";
import type { Page } from "./cursors.ts";
import { countItemsAsked, countItemsBefore } from "./pages.ts";

/**
 * A page ends early when its rows, as stored, would be larger than this. Eight lists can then be answered at a time
 * in a process of some hundred megabytes, including the memory for parsing and writing JSON.
 */
const maximumPageBytes = 1024 * 1024;

/** The rows of a page: those before it, and the largest number in it. */
export interface PageRange {
  readonly before: number;
  readonly asked: number;
}

/** The rows that a page asks for. */
export function toPageRange(page: Page): PageRange {
  return { before: countItemsBefore(page), asked: countItemsAsked(page) };
}

/** The columns that `fitPage` needs. */
export interface PagePosition {
  readonly page_position: number;
  readonly page_bytes: number;
}

/** A page that ends before this row is read in about a millisecond. */
const mostShallowRows = 200;

/** True when reading the page, with the rows before it, is as short as a look-up. */
export function isShallow({ before, asked }: PageRange): boolean {
  return before + asked <= mostShallowRows;
}

/** The most rows that a page asks for: the highest limit, and one that shows that the list continues. */
const mostRows = 1001;

/** The order of a list: by a column, and by id where that is equal. */
export interface PageOrder {
  readonly column: string;
  readonly direction: "asc" | "desc";
}

/** The text after `order by`, without the name of a table. */
export function toOrderBy({ column, direction }: PageOrder): RawBuilder<unknown> {
  return sql`${sql.ref(column)} ${sql.raw(direction)}, id ${sql.raw(direction)}`;
}

/**
 * Selects the rows of a page. The first row is looked for in the index of the order: that reads one entry of the index for a row
 * before the page, and for a row after the page nothing. The rows follow from there in the same index.
 *
 * Selecting the ids first, and then the rows with `id in (…)`, compares each id with each row when PostgreSQL has no statistics
 * of a table that has just grown: 2 s for a page of 1,000. The limit that does not vary makes PostgreSQL choose the index in each
 * plan, however many rows there are.
 *
 * @param rows those of the list, with the columns of the page, among them the id and the column of the order
 */
export function selectRowsOfPage<Tables, Table extends keyof Tables, Row>(
  { before, asked }: PageRange,
  rows: SelectQueryBuilder<Tables, Table, Row>,
  order: PageOrder,
): RawBuilder<Row> {
  const orderBy = toOrderBy(order);
  const place = sql`${sql.ref(order.column)}, id`;
  const first = rows.clearSelect().select(place.as("place"));
  const isAfter = sql.raw(order.direction === "desc" ? "<=" : ">=");
  const following = rows
    .where(sql<SqlBool>`(${place}) ${isAfter} (${first.orderBy(orderBy).limit(1).offset(before)})`)
    .orderBy(orderBy)
    .limit(sql.lit(mostRows));
  return sql<Row>`(select * from (${following}) as following order by ${orderBy} limit ${asked})`;
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
 * Selects the rows of a page that fit into 1 MiB, at least one, in their order. The database decides before it reads
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
 * The number of rows of a page that fit into 1 MiB, at least one, for the `LIMIT` of the page's query. The database
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
