import { expect, test } from "vitest";
import { toSwrInfinite } from "../query.ts";

test("numbered pages are asked for one after the other, until there are no more", async () => {
  const [getKey, fetcher] = toSwrInfinite({
    queryKey: ["pets"],
    queryFn: async ({ pageParam }: { pageParam: number }) => pageParam,
    initialPageParam: 4,
    getNextPageParam: (_page, _pages, number) => (number < 6 ? number + 1 : undefined),
  });
  expect(getKey(0, null)).toEqual(["pets", 4]);
  expect(getKey(2, 5)).toEqual(["pets", 6]);
  expect(getKey(3, 6)).toBeNull();
  expect(await fetcher(["pets", 6])).toBe(6);
});

test("the first page of a list with cursors has no cursor, and the last has no successor", async () => {
  const [getKey, fetcher] = toSwrInfinite({
    queryKey: ["pets"],
    queryFn: async ({ pageParam }: { pageParam: string | undefined }) => ({ next: pageParam }),
    initialPageParam: undefined,
    getNextPageParam: ({ next }: { next: string | undefined }) => next,
  });
  expect(getKey(0, null)).toEqual(["pets", undefined]);
  expect(await fetcher(["pets", undefined])).toEqual({ next: undefined });
  expect(getKey(1, { next: "b" })).toEqual(["pets", "b"]);
  expect(getKey(2, { next: undefined })).toBeNull();
});

test("each key follows from the one before it, also when pages have different sizes", () => {
  const [getKey] = toSwrInfinite({
    queryKey: ["pets"],
    queryFn: async () => ["a"],
    initialPageParam: 0,
    getNextPageParam: (page: string[], _pages, offset: number) => offset + page.length,
  });
  expect(getKey(0, null)).toEqual(["pets", 0]);
  expect(getKey(1, ["a", "b", "c"])).toEqual(["pets", 3]);
  expect(getKey(2, ["d", "e"])).toEqual(["pets", 5]);
});
