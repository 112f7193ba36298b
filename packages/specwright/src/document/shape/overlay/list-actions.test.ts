import { expect, test } from "vitest";
import { fc } from "../../../../../../test/support/fast-check.ts";
import { makeTemporaryFolder, writeFiles } from "../../../../test/temporary-folder.ts";
import { printYaml } from "../../../text/print-yaml.ts";
import { openShapedDocument } from "../open-shaped.ts";
import { listActions } from "./list-actions.ts";

/** What the overlay with the actions between two documents makes of the first one. */
function applyActions(folder: string, before: object, after: object): unknown {
  const actions = listActions({ ...before }, { ...after });
  const overlay = { overlay: "1.0.0", info: { title: "a", version: "1" }, actions };
  writeFiles(folder, { "old.yaml": printYaml(before), "change.yaml": printYaml(overlay) });
  const input = { overlays: actions.length === 0 ? [] : ["change.yaml"] };
  const { document } = openShapedDocument("old.yaml", { folder, input });
  expect(document.problems).toEqual([]);
  return document.root.value;
}

const names = ["name", "in", "url", "a", "b", "a b", "it's", "\\", "\n", "", "*", "é", "/a/{b}"];
const key = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...names, "__proto__", "constructor", "toString") },
  // The library that applies overlays here refuses control characters.
  fc.string({ unit: "binary", maxLength: 3 }).filter((text) => !/\p{Cc}/u.test(text)),
);
const scalar = fc.constantFrom<unknown>(
  null,
  true,
  false,
  0,
  1,
  -1.5,
  1e21,
  "",
  "a",
  "b",
  "it's \\",
);
const value = fc.letrec<{ readonly value: unknown; readonly members: object }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    scalar,
    fc.array(tie("value"), { maxLength: 4 }),
    fc.array(scalar, { maxLength: 4 }),
    tie("members"),
  ),
  members: fc
    .array(fc.tuple(key, tie("value")), { maxLength: 4 })
    .map((entries) => Object.fromEntries(entries)),
}));

test("applied to the old document, the actions make the new one", () => {
  const folder = makeTemporaryFolder({});
  fc.assert(
    fc.property(value.members, value.members, (before, after) => {
      expect(applyActions(folder, { a: 1, ...before }, { a: 1, ...after })).toEqual({
        a: 1,
        ...after,
      });
    }),
    { numRuns: 200 },
  );
});

const parameter = (name: string, rest: object = {}): object => ({ name, in: "query", ...rest });

test.each([
  [
    "members are changed, added and removed where they are",
    { info: { title: "a", version: "1", license: {} }, paths: { "/a": { get: { tags: ["x"] } } } },
    { info: { title: "b", version: "1" }, paths: { "/a": { get: { tags: ["x"], summary: "s" } } } },
    [
      { target: "$.info.license", remove: true },
      { target: "$.info", update: { title: "b" } },
      { target: "$.paths['/a'].get", update: { summary: "s" } },
    ],
  ],
  [
    "a value of another kind is removed first",
    { a: { b: 1 }, c: [1] },
    { a: 1, c: null },
    [
      { target: "$.a", remove: true },
      { target: "$.c", remove: true },
      { target: "$", update: { a: 1, c: null } },
    ],
  ],
  [
    "parameters are told apart by their name and place",
    {
      list: [
        { $ref: "#/a" },
        parameter("limit"),
        parameter("old"),
        { name: "limit", in: "header" },
      ],
    },
    {
      list: [
        { $ref: "#/a" },
        parameter("limit", { required: true }),
        { name: "limit", in: "header" },
        { $ref: "#/b" },
      ],
    },
    [
      {
        target: "$.list[?(@.in == 'query' && @.name == 'limit')]",
        update: { required: true },
      },
      { target: "$.list[?(@.in == 'query' && @.name == 'old')]", remove: true },
      { target: "$", update: { list: [{ $ref: "#/b" }] } },
    ],
  ],
  [
    "texts of a list are removed and added",
    { required: ["a", "it's"] },
    { required: ["a", "b"] },
    [
      { target: "$.required[?(@ == 'it\\'s')]", remove: true },
      { target: "$", update: { required: ["b"] } },
    ],
  ],
  [
    "a list in another order is replaced",
    { required: ["a", "b"], tags: [{ name: "a" }, { name: "a" }] },
    { required: ["b", "a"], tags: [{ name: "a" }] },
    [
      { target: "$.required", remove: true },
      { target: "$.tags", remove: true },
      { target: "$", update: { required: ["b", "a"], tags: [{ name: "a" }] } },
    ],
  ],
  [
    "a list that grows gets the new elements",
    { allOf: [{ type: "object" }] },
    { allOf: [{ type: "object" }, { required: ["a"] }] },
    [{ target: "$", update: { allOf: [{ required: ["a"] }] } }],
  ],
  [
    "a reference with a name is not taken for a parameter of that name",
    { list: [{ $ref: "#/a", name: "a" }, { name: "a" }] },
    { list: [{ $ref: "#/a", name: "a" }] },
    [
      { target: "$.list", remove: true },
      { target: "$", update: { list: [{ $ref: "#/a", name: "a" }] } },
    ],
  ],
])("%s", (_, before, after, actions) => {
  expect(listActions(before, after)).toEqual(actions);
  expect(applyActions(makeTemporaryFolder({}), before, after)).toEqual(after);
});

test("a list with many changes is replaced, so that each list is searched a few times only", () => {
  const list = (text: string): readonly object[] =>
    Array.from({ length: 5000 }, (_, index) => parameter(`p${index}`, { description: text }));
  const after = { list: list("new") };
  expect(listActions({ list: list("old") }, after)).toEqual([
    { target: "$.list", remove: true },
    { target: "$", update: after },
  ]);
});

test("equal documents need no action", () => {
  expect(listActions({ a: [{ b: 1 }] }, { a: [{ b: 1 }] })).toEqual([]);
});
