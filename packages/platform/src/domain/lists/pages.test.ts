import { expect, test } from "vitest";
import { PlatformError } from "../../base/errors.ts";
import { encodeCursor, parsePage } from "./cursors.ts";
import { countItemsBefore, cutPage, toPage } from "./pages.ts";

const encode = (text: string): string => Buffer.from(text).toString("base64url");

test("a cursor is base64url of page and limit, as docs/decisions.md §3 shows it", () => {
  expect(encodeCursor({ page: 2, limit: 20 })).toBe("eyJwYWdlIjoyLCJsaW1pdCI6MjB9");
  expect(parsePage({ cursor: "eyJwYWdlIjoyLCJsaW1pdCI6MjB9" })).toEqual({ page: 2, limit: 20 });
  expect(parsePage({ cursor: `${encode('{"page":2,"limit":200}')}=` })).toEqual({
    page: 2,
    limit: 200,
  });
});

test("without a cursor the first page has 20 items unless a limit says otherwise", () => {
  expect(parsePage({})).toEqual({ page: 1, limit: 20 });
  expect(parsePage({ limit: null, cursor: null })).toEqual({ page: 1, limit: 20 });
  expect(parsePage({ limit: 1000 })).toEqual({ page: 1, limit: 1000 });
  expect(parsePage({}, { defaultLimit: 10 })).toEqual({ page: 1, limit: 10 });
});

test.each([
  ["nothing", ""],
  ["no JSON", encode("x")],
  ["another order", encode('{"limit":20,"page":2}')],
  ["spaces", encode('{"page": 2,"limit":20}')],
  ["a further member", encode('{"page":2,"limit":20,"x":1}')],
  ["page 0", encode('{"page":0,"limit":20}')],
  ["a page that is too high", encode('{"page":1000001,"limit":20}')],
  ["limit 0", encode('{"page":1,"limit":0}')],
  ["a limit over the maximum", encode('{"page":1,"limit":1001}')],
  ["nothing skipped", encode('{"page":1,"limit":10,"skip":0}')],
  ["a whole page skipped", encode('{"page":1,"limit":10,"skip":10}')],
  ["a fraction", encode('{"page":1.5,"limit":20}')],
  ["characters that the decoder skips", "eyJw!YWdlIjoyLCJsaW1pdCI6MjB9"],
  ["padding too much", "eyJwYWdlIjoyLCJsaW1pdCI6MjB9==="],
])("a cursor with %s is refused", (_, cursor) => {
  expect(() => parsePage({ cursor })).toThrow(PlatformError);
});

test("a limit beside a cursor has to be the cursor's", () => {
  const cursor = encodeCursor({ page: 3, limit: 50 });
  expect(parsePage({ cursor, limit: 50 })).toEqual({ page: 3, limit: 50 });
  expect(() => parsePage({ cursor, limit: 20 })).toThrow(
    expect.objectContaining({
      slug: "Validation_Failed",
      errors: ["query.limit: must be 50, as in the request that returned the cursor"],
    }),
  );
});

test.each([0, -1, 1.5, 1001, Number.NaN])("the limit %s is refused with its place", (limit) => {
  expect(() => parsePage({ limit }, { place: "body" })).toThrow(
    expect.objectContaining({ errors: ["body.limit: must be a whole number from 1 to 1000"] }),
  );
});

test("after a page that ended early the cursor leads to the rest of it, then to the next page", () => {
  const first = toPage({ page: 2, limit: 20 }, 45, Array(12).fill(0));
  const rest = parsePage({ cursor: first.next_cursor });
  expect(rest).toEqual({ page: 2, limit: 20, skip: 12 });
  expect(countItemsBefore(rest)).toBe(32);
  const second = toPage(rest, 45, Array(3).fill(0));
  expect(parsePage({ cursor: second.next_cursor })).toEqual({ page: 2, limit: 20, skip: 15 });
  const third = toPage({ page: 2, limit: 20, skip: 15 }, 45, Array(5).fill(0));
  expect(parsePage({ cursor: third.next_cursor })).toEqual({ page: 3, limit: 20 });
  expect(toPage({ page: 3, limit: 20, skip: 1 }, 45, Array(4).fill(0)).next_cursor).toBeNull();
  // All rows were deleted in the meantime.
  expect(toPage({ page: 3, limit: 20 }, 45, []).next_cursor).toBeNull();
});

test("pages follow one another to the end, and past it there is nothing", () => {
  const all = Array.from({ length: 45 }, (_, index) => index);
  const first = cutPage({ page: 1, limit: 20 }, all);
  expect(first).toMatchObject({ total_pages: 3, current_page: 1, total_items: 45 });
  const second = cutPage(parsePage({ cursor: first.next_cursor }), all);
  const third = cutPage(parsePage({ cursor: second.next_cursor }), all);
  expect([...first.items, ...second.items, ...third.items]).toEqual(all);
  expect(third.next_cursor).toBeNull();
  expect(cutPage({ page: 9, limit: 20 }, all)).toMatchObject({
    items: [],
    next_cursor: null,
    current_page: 9,
  });
  expect(toPage({ page: 1, limit: 20 }, 0, [])).toMatchObject({
    total_pages: 0,
    next_cursor: null,
  });
  expect(countItemsBefore({ page: 3, limit: 20 })).toBe(40);
});
