import { expect, test } from "vitest";
import { openModel } from "../../../../test/client-project.ts";
import { createTemplates } from "../../shared/print/templates.ts";
import { emitClient } from "../index.ts";

const string = { type: "string" };
const integer = { type: "integer" };
const listOfItems = { type: "array", items: { $ref: "#/components/schemas/Item" } };
const page = {
  type: "object",
  properties: {
    data: listOfItems,
    name: string,
    next: string,
    pages: integer,
    links: { anyOf: [{ type: "object", properties: { next: string } }, {}] },
    open: { type: "object", additionalProperties: string },
  },
};

function emit(
  pagination: object,
  schema: object = page,
): Pick<ReturnType<typeof emitClient>, "diagnostics"> & { readonly code: string } {
  const document = {
    openapi: "3.1.0",
    info: { title: "t", version: "1" },
    paths: {
      "/x": {
        post: {
          operationId: "list",
          "x-pagination": pagination,
          parameters: [
            { name: "cursor", in: "query", schema: string },
            { name: "page", in: "query", schema: { ...integer, default: 0 } },
            { name: "offset", in: "query", schema: integer },
          ],
          requestBody: {
            content: {
              "application/json": { schema: { type: "object", properties: { after: string } } },
            },
          },
          responses: {
            200: { description: "", content: { "application/json": { schema } } },
          },
        },
      },
    },
    components: {
      schemas: { Item: { allOf: [{ type: "object", properties: { id: string } }] } },
    },
  };
  const { files, diagnostics } = emitClient({
    model: openModel(document),
    command: "",
    render: createTemplates(),
  });
  return { diagnostics, code: files.find(({ path }) => path === "client/x.js")?.content ?? "" };
}

test.each([
  [{ type: "cursor", items: "/data", cursor: "query.cursor", next: "/next" }, "return pages("],
  [{ type: "cursor", items: "/data", cursor: "body.after", next: "/open/a" }, "return pages("],
  [{ type: "cursor", items: "/data", cursor: "query.cursor", last: "/id" }, '  last: ["id"],'],
  [{ type: "page", items: "/data", page: "query.page", total_pages: "/pages" }, "  first: 0,"],
  [{ type: "offset", items: "/data", offset: "query.offset" }, '  offset: ["offset"],'],
  [{ type: "link", items: "/data" }, "return followedPages("],
  [{ type: "url", items: "/data", next: "/links/next" }, '  next: ["links", "next"],'],
])("%j makes iterators", (pagination, part) => {
  const { code, diagnostics } = emit(pagination);
  expect(diagnostics).toEqual([]);
  expect(code).toContain(part);
});

test.each<[object, readonly (readonly [place: string, message: string])[]]>([
  [
    { type: "cursor", items: "/date", cursor: "query.curser" },
    [
      ["", "`x-pagination` of `list` does not say where an answer has the next cursor."],
      ["/cursor", "`list` has no `query.curser`, which `cursor` of its `x-pagination` names."],
      [
        "/items",
        "The answer of `list` has nothing at `/date`, which `items` of its `x-pagination` names.",
      ],
    ],
  ],
  [
    { type: "page", items: "/name", limit: "query.size", more: "/has_more" },
    [
      ["", "`x-pagination` of `list` has the type `page` and no `page`."],
      ["/limit", "`list` has no `query.size`, which `limit` of its `x-pagination` names."],
      [
        "/items",
        "The answer of `list` has at `/name` something other than a list, which `items` of its `x-pagination` names.",
      ],
      [
        "/more",
        "The answer of `list` has nothing at `/has_more`, which `more` of its `x-pagination` names.",
      ],
    ],
  ],
  [
    { type: "url", items: "" },
    [
      ["", "`x-pagination` of `list` has the type `url` and no `next`."],
      [
        "/items",
        "The answer of `list` has another value than a list, which `items` of its `x-pagination` names.",
      ],
    ],
  ],
  [
    { type: "cursor", items: "/data", cursor: "body.before", last: "/uid" },
    [
      ["/cursor", "`list` has no `body.before`, which `cursor` of its `x-pagination` names."],
      [
        "/last",
        "The answer of `list` has nothing at `/uid`, which `last` of its `x-pagination` names.",
      ],
    ],
  ],
  [
    { type: "url", items: "/data", next: "links.next" },
    [["/next", "`links.next` in `x-pagination` of `list` is not a JSON Pointer."]],
  ],
])("each mistake of %j is a warning, and there are no iterators", (pagination, expected) => {
  const { code, diagnostics } = emit(pagination);
  expect(diagnostics.map(({ pointer, message }) => [pointer, message])).toEqual(
    expected.map(([place, message]) => [`/paths/~1x/post/x-pagination${place}`, message]),
  );
  for (const each of diagnostics) {
    expect(each).toMatchObject({ severity: "warning", code: "invalid-pagination" });
  }
  expect(code).not.toContain("listPages");
});

test("the fix of a misspelt place names the right one", () => {
  const { diagnostics } = emit({ type: "offset", items: "/date", offset: "query.ofset" });
  expect(diagnostics.map(({ fix }) => fix.slice(0, 40))).toEqual([
    "Did you mean `query.offset`? Write `quer",
    "Did you mean `data`? Write a JSON Pointe",
  ]);
});

test.each([
  [{}],
  [{ type: "object" }],
  [{ type: "object", properties: { a: string }, additionalProperties: true }],
])("nothing is missing in an answer of the schema %j", (schema) => {
  const { code, diagnostics } = emit({ type: "url", items: "/data/0", next: "/next" }, schema);
  expect(diagnostics).toEqual([]);
  expect(code).toContain("listPages");
});
