import { takeFitting } from "../../base/sharing/fit-answer.ts";
import { encodeCursor, type Page } from "./cursors.ts";

/** A page in the form of cursor lists. Some lists call `items` `data` or `logs`. */
export interface PageOf<T> {
  readonly items: T[];
  readonly next_cursor: string | null;
  readonly total_pages: number;
  readonly current_page: number;
  readonly total_items: number;
}

/**
 * Wraps the items of a page. Items that do not fit into one answer are left for the next (`takeFitting`). If the response
 * ended early, the cursor leads to the rest of the page. A page past the end is empty and has no cursor.
 */
export function toPage<T>(page: Page, totalItems: number, found: readonly T[]): PageOf<T> {
  const totalPages = Math.ceil(totalItems / page.limit);
  const items = takeFitting(found);
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

/** Cuts a page from a list that is entirely in memory, and makes its items. */
export function cutPage<T, Item = T>(
  page: Page,
  all: readonly T[],
  // Without this function, the items are those of the list.
  toItem: (entry: T) => Item = (entry) => entry as unknown as Item,
): PageOf<Item> {
  const start = countItemsBefore(page);
  return toPage(page, all.length, all.slice(start, start + countItemsAsked(page)).map(toItem));
}

/** The number of items before the first one of the response. */
export function countItemsBefore({ page, limit, skip = 0 }: Page): number {
  return (page - 1) * limit + skip;
}

/** The largest number of items in the response. */
export function countItemsAsked({ limit, skip = 0 }: Page): number {
  return limit - skip;
}
