import {
  type AliasedRawBuilder,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from "kysely";
import { PlatformError } from "../../errors.ts";

/** Which page of a list is asked for. */
export interface Page {
  readonly page: number;
  readonly limit: number;
  /** How many items of this page were answered already, when the answer before ended early because of its size. */
  readonly skip?: number;
}

/** The part of the request that holds `limit` and `cursor`, and the sizes of pages. */
export interface PageRules {
  readonly place?: "query" | "body";
  readonly defaultLimit?: number;
  readonly maximum?: number;
}

/** A page as the envelope of cursor lists has it; `items` is called `data` or `logs` in some lists. */
export interface PageOf<T> {
  readonly items: T[];
  readonly next_cursor: string | null;
  readonly total_pages: number;
  readonly current_page: number;
  readonly total_items: number;
}

/** Beyond it, skipping alone would be work without an end; no list is that long (docs/decisions.md §3). */
const highestPage = 1_000_000;

/**
 * A page ends early when its rows would be larger than this as they are stored. Eight lists at a time then fit into a
 * process of some hundred megabytes, although parsing and writing JSON takes memory too.
 */
const maximumPageBytes = 4 * 1024 * 1024;

/**
 * The page that `limit` and `cursor` ask for (docs/decisions.md §3). A cursor is base64url of `{"page":2,"limit":20}`, with or
 * without padding, and of nothing else; `"skip":7` is added when the page ended early after 7 items.
 *
 * @throws PlatformError `Validation_Failed` for another cursor, a limit out of bounds, or one that differs from the cursor's
 */
export function parsePage(
  input: { readonly limit?: number | null; readonly cursor?: string | null },
  rules: PageRules = {},
): Page {
  const { place = "query", defaultLimit = 20, maximum = 1000 } = rules;
  const { limit, cursor } = input;
  if (limit != null && !isBetween(limit, maximum)) {
    throw invalid(`${place}.limit: must be a whole number from 1 to ${maximum}`);
  }
  if (cursor == null) {
    return { page: 1, limit: limit ?? defaultLimit };
  }
  const parsed = decodeCursor(cursor);
  if (parsed === undefined || !isBetween(parsed.limit, maximum)) {
    throw invalid(`${place}.cursor: is not a cursor of this list`);
  }
  if (limit != null && limit !== parsed.limit) {
    throw invalid(`${place}.limit: must be ${parsed.limit}, with which the cursor was made`);
  }
  return parsed;
}

/**
 * The envelope around the items of a page. With fewer items than the page has, the cursor leads to the rest of it. Past
 * the end a page is empty and has no cursor.
 */
export function toPage<T>(page: Page, totalItems: number, items: T[]): PageOf<T> {
  const totalPages = Math.ceil(totalItems / page.limit);
  return {
    items,
    next_cursor: nextCursor(page, totalItems, items.length),
    total_pages: totalPages,
    current_page: page.page,
    total_items: totalItems,
  };
}

function nextCursor(page: Page, totalItems: number, count: number): string | null {
  const end = countItemsBefore(page) + count;
  // Rows can vanish between counting and reading: without any, going on from here would never end.
  const isCut = count > 0 && count < countItemsAsked(page) && end < totalItems;
  if (isCut) {
    return encodeCursor({ ...page, skip: (page.skip ?? 0) + count });
  }
  const isLast = page.page * page.limit >= totalItems;
  return isLast ? null : encodeCursor({ page: page.page + 1, limit: page.limit });
}

/** The page of a list that is whole in memory. */
export function cutPage<T>(page: Page, all: readonly T[]): PageOf<T> {
  const start = countItemsBefore(page);
  return toPage(page, all.length, all.slice(start, start + countItemsAsked(page)));
}

/** Counts the items before the first one on the page. */
export function countItemsBefore({ page, limit, skip = 0 }: Page): number {
  return (page - 1) * limit + skip;
}

/** How many items are asked for at most. */
export function countItemsAsked({ limit, skip = 0 }: Page): number {
  return limit - skip;
}

/** The columns by which `fitsPage` decides. */
export interface PagePosition {
  readonly page_position: number;
  readonly page_bytes: number;
}

/**
 * The ids of a page's rows, which an index has in the order of the list: rows before the page cost an entry of the index
 * each, and those after it nothing.
 *
 * @param order what follows `order by`; it has to end with the id
 */
export function idsOfPage<Tables, Table extends keyof Tables, Row>(
  page: Page,
  rows: SelectQueryBuilder<Tables, Table, Row>,
  order: RawBuilder<unknown>,
): SelectQueryBuilder<Tables, Table, Row> {
  return rows.orderBy(order).limit(countItemsAsked(page)).offset(countItemsBefore(page));
}

/**
 * For the rows of `idsOfPage`: where each stands, and how long it is together with those before it.
 *
 * @param bytes the size of a row as it is stored, such as `octet_length(secrets)`
 */
export function pagePosition(
  bytes: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): { [Name in keyof PagePosition]: AliasedRawBuilder<number, Name> }[keyof PagePosition][] {
  const total = sql<number>`sum(coalesce(${bytes}, 0)) over (order by ${order} rows unbounded preceding)`;
  return [
    sql<number>`row_number() over (order by ${order})`.as("page_position"),
    total.as("page_bytes"),
  ];
}

/**
 * The rows of a page that fit into 4 MiB, at least one, in their order. The database finds it out before it reads the
 * long columns, so that the process never holds more.
 *
 * @param rows selected with `pagePosition`
 */
export function fitPage<Tables, Row>(
  rows: SelectQueryBuilder<Tables & { rows: PagePosition }, "rows", Row>,
): SelectQueryBuilder<Tables & { rows: PagePosition }, "rows", Row> {
  return rows
    .where(sql<SqlBool>`(page_position = 1 or page_bytes <= ${maximumPageBytes})`)
    .orderBy(sql`page_position`);
}

/**
 * For the `LIMIT` of a page's query: how many of its rows fit into 4 MiB, at least one. The database finds it out before
 * it reads the long columns, so that the process never holds more.
 *
 * @param list.rows the query without its order
 * @param list.bytes the size of a row, such as `octet_length(secrets)`
 * @param list.order what follows `order by` in the page's query
 */
export function rowsThatFit<Tables, Table extends keyof Tables, Row>(
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
  // The decoder skips characters that are not base64url. Only a text that we would have written is a cursor.
  if (page === undefined || encodeCursor(parsed) !== cursor.replace(/={0,2}$/, "")) {
    return undefined;
  }
  const isWithin = parsed.page <= highestPage && (parsed.skip ?? 0) < parsed.limit;
  return isWithin ? parsed : undefined;
}

function isBetween(limit: number, maximum: number): boolean {
  return Number.isInteger(limit) && limit >= 1 && limit <= maximum;
}

function invalid(line: string): PlatformError {
  return new PlatformError("Validation_Failed", { errors: [line] });
}
