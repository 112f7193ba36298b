import { expect, test } from "vitest";
import { buildLenient } from "../../../../../test/lenient.ts";

function build(pagination: unknown): ReturnType<typeof buildLenient> {
  return buildLenient({
    paths: {
      "/a": {
        get: { "x-pagination": pagination, responses: { 200: { description: "ok" } } },
      },
    },
  });
}

test("every member is read", () => {
  const texts = { items: "", cursor: "a", next: "/b", last: "/c", page: "d", offset: "e" };
  const more = { total: "/f", more: "/g", limit: "h" };
  const { model, reported } = build({
    ...{ type: "cursor", ...texts, ...more, total_pages: "/i" },
    "x-note": 1,
  });
  expect(reported).toEqual([]);
  expect(model.operations[0]?.pagination).toEqual({
    ...{ type: "cursor", ...texts, ...more, totalPages: "/i" },
  });
});

test.each<[unknown, readonly string[]]>([
  [{ results: "data" }, [""]],
  [{ type: "cursor" }, [""]],
  [{ type: "curser", items: 1, totalPages: "/a" }, ["/type", "/items", "/totalPages"]],
  [{ items: "/a", page: 7 }, ["", "/page"]],
  ["cursor", [""]],
])("each mistake of %j is reported at its place", (pagination, places) => {
  const { model, reported } = build(pagination);
  expect(model.operations[0]?.pagination).toBeUndefined();
  expect(reported).toEqual(
    places.map((place) => ["invalid-pagination", `/paths/~1a/get/x-pagination${place}`]),
  );
});
