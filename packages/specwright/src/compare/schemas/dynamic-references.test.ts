import { expect, test } from "vitest";
import { buildModelFrom } from "../../../test/build-model-from.ts";
import { compareModels } from "../compare-models.ts";

/** The kinds of changes of a response with the schema `A` when components change. */
function listKinds(before: object, after: object): readonly string[] {
  const content = { "application/json": { schema: { $ref: "#/components/schemas/A" } } };
  const describe = (schemas: object): Readonly<Record<string, unknown>> => ({
    paths: { "/a": { get: { responses: { 200: { description: "", content } } } } },
    components: { schemas },
  });
  return compareModels(buildModelFrom(describe(before)), buildModelFrom(describe(after))).map(
    ({ kind }) => kind,
  );
}

const [text, number] = [{ type: "string" }, { type: "integer" }];
const list = {
  $id: "https://a.example/list",
  type: "array",
  items: { $dynamicRef: "#item" },
  $defs: { item: { $dynamicAnchor: "item" } },
};
const listOf = (item: object): object => ({
  $id: "https://a.example/a",
  $ref: "https://a.example/list",
  $defs: { item: { $dynamicAnchor: "item", ...item } },
});

test.each<[string, object, object, readonly string[]]>([
  [
    "the schema that it leads to",
    { A: { $dynamicRef: "#item" }, Item: { $dynamicAnchor: "item", ...text } },
    { A: { $dynamicRef: "#item" }, Item: { $dynamicAnchor: "item", ...number } },
    ["response-type-changed"],
  ],
  [
    "the schema that the outer resource puts in its place",
    { A: listOf(text), List: list },
    { A: listOf(number), List: list },
    ["response-type-changed"],
  ],
  [
    "a schema that the outer resource no longer puts in its place",
    { A: listOf(text), List: list },
    { A: { ...listOf(text), $defs: {} }, List: list },
    ["response-type-widened"],
  ],
  [
    "no other values when a reference becomes a dynamic one with the same target",
    {
      A: { items: { $ref: "#/components/schemas/Item" } },
      Item: { $dynamicAnchor: "item", ...text },
    },
    { A: { items: { $dynamicRef: "#item" } }, Item: { $dynamicAnchor: "item", ...text } },
    ["document-spelling-changed"],
  ],
  [
    "a property of a tree that leads to itself",
    {
      A: {
        $id: "https://a.example/tree",
        $dynamicAnchor: "node",
        type: "object",
        properties: { v: text, n: { $dynamicRef: "#node" } },
      },
    },
    {
      A: {
        $id: "https://a.example/tree",
        $dynamicAnchor: "node",
        type: "object",
        properties: { v: number, n: { $dynamicRef: "#node" } },
      },
    },
    ["response-type-changed"],
  ],
])("diff sees behind $dynamicRef %s", (_, before, after, kinds) => {
  expect(listKinds(before, after)).toEqual(kinds);
});
