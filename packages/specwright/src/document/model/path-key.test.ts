import { expect, test } from "vitest";
import { listNamesInPath, splitPathKey } from "./path-key.ts";

test("a key of paths is split at the first ? and # outside of braces", () => {
  expect(splitPathKey("/a/{b}")).toEqual({ path: "/a/{b}", query: [], fragment: undefined });
  expect(splitPathKey("/a?b=1&&c={c}#d?e#f")).toEqual({
    path: "/a",
    query: ["b=1", "c={c}"],
    fragment: "d?e#f",
  });
  expect(splitPathKey("/a/{b?c#d}{e}?")).toEqual({
    path: "/a/{b?c#d}{e}",
    query: [],
    fragment: undefined,
  });
  expect(splitPathKey("/a#\nb")).toEqual({ path: "/a", query: [], fragment: "\nb" });
});

test("a name in the query of a path is a path parameter, unless only a query parameter has that name", () => {
  const path = { name: "b", in: "path" } as const;
  const query = { name: "b", in: "query" } as const;
  expect(listNamesInPath("/{a}?b={b}", [])).toEqual(["a", "b"]);
  expect(listNamesInPath("/{a}?b={b}", [query])).toEqual(["a"]);
  expect(listNamesInPath("/{a}?b={b}", [query, path])).toEqual(["a", "b"]);
  expect(listNamesInPath("/{b}#{c}", [query])).toEqual(["b"]);
});
