import { PlatformError } from "../errors.ts";

/** Which page of a list is asked for. */
export type Page = { readonly page: number; readonly limit: number };

/** Where `limit` and `cursor` stand in the request, and how large a page may be. */
export type PageRules = {
  readonly place?: "query" | "body";
  readonly defaultLimit?: number;
  readonly maximum?: number;
};

/** A page as the envelope of cursor lists has it; `items` is called `data` or `logs` in some lists. */
export type PageOf<T> = {
  readonly items: readonly T[];
  readonly next_cursor: string | null;
  readonly total_pages: number;
  readonly current_page: number;
  readonly total_items: number;
};

/** Beyond it, skipping alone would be work without an end; no list is that long (decisions §3). */
const highestPage = 1_000_000;

/**
 * The page that `limit` and `cursor` ask for (decisions §3). A cursor is base64url of `{"page":2,"limit":20}`, with or
 * without padding, and of nothing else.
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
  if (cursor == null) return { page: 1, limit: limit ?? defaultLimit };
  const parsed = decodeCursor(cursor);
  if (parsed === undefined || !isBetween(parsed.limit, maximum)) {
    throw invalid(`${place}.cursor: is not a cursor of this list`);
  }
  if (limit != null && limit !== parsed.limit) {
    throw invalid(`${place}.limit: must be ${parsed.limit}, with which the cursor was made`);
  }
  return parsed;
}

/** The envelope around the items of a page. Past the end it has no items and no further page. */
export function toPage<T>(page: Page, totalItems: number, items: readonly T[]): PageOf<T> {
  const totalPages = Math.ceil(totalItems / page.limit);
  return {
    items,
    next_cursor:
      page.page < totalPages ? encodeCursor({ page: page.page + 1, limit: page.limit }) : null,
    total_pages: totalPages,
    current_page: page.page,
    total_items: totalItems,
  };
}

/** The page of a list that is whole in memory. */
export function cutPage<T>(page: Page, all: readonly T[]): PageOf<T> {
  const start = offsetOf(page);
  return toPage(page, all.length, all.slice(start, start + page.limit));
}

/** How many items come before the page. */
export function offsetOf(page: Page): number {
  return (page.page - 1) * page.limit;
}

/** The text of a cursor: base64url without padding. */
export function encodeCursor({ page, limit }: Page): string {
  return Buffer.from(JSON.stringify({ page, limit })).toString("base64url");
}

function decodeCursor(cursor: string): Page | undefined {
  const text = Buffer.from(cursor, "base64url").toString("utf8");
  const [, page, limit] =
    /^\{"page":([1-9][0-9]{0,6}),"limit":([1-9][0-9]{0,3})\}$/.exec(text) ?? [];
  const parsed = { page: Number(page), limit: Number(limit) };
  // The decoder skips what is no base64url; only the text that we would have written is a cursor.
  if (page === undefined || encodeCursor(parsed) !== cursor.replace(/={0,2}$/, ""))
    return undefined;
  return parsed.page <= highestPage ? parsed : undefined;
}

function isBetween(limit: number, maximum: number): boolean {
  return Number.isInteger(limit) && limit >= 1 && limit <= maximum;
}

function invalid(line: string): PlatformError {
  return new PlatformError("Validation_Failed", { errors: [line] });
}
