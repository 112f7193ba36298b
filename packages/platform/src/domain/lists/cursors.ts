import { PlatformError } from "../../base/errors.ts";

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

/** No list has this many pages (docs/decisions.md §3). Without a limit, skipping pages could be endless work. */
const highestPage = 1_000_000;

/**
 * Reads the page from `limit` and `cursor` (docs/decisions.md §3). A cursor is exactly the base64url of
 * `{"page":2,"limit":20}`, with or without padding. When the previous response ended early after 7 items, it also has
 * `"skip":7`.
 *
 * @throws PlatformError `Validation_Failed` for any other cursor, and for a limit that is out of bounds or differs
 *   from the cursor's
 */
export function parsePage(
  input: {
    readonly limit?: number | null | undefined;
    readonly cursor?: string | null | undefined;
  },
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
