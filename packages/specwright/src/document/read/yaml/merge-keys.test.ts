import { expect, test } from "vitest";
import { makeTemporaryFolder } from "../../../../test/temporary-folder.ts";
import { parseFileText } from "../files/parse-text.ts";
import { locateDiagnostics } from "../locate.ts";

const common = "common: &common\n  type: object\n  description: common\n";

test.each([
  [
    "an alias of a map",
    "a:\n  <<: *common\n  title: A\n",
    { type: "object", description: "common", title: "A" },
  ],
  ["a map in brackets", "a: { <<: *common }\n", { type: "object", description: "common" }],
  ["a map written out", "a:\n  <<: { type: string }\n", { type: "string" }],
  [
    "own keys before it",
    "a:\n  type: string\n  <<: *common\n",
    { type: "string", description: "common" },
  ],
  [
    "own keys behind it",
    "a:\n  <<: *common\n  type: string\n",
    { type: "string", description: "common" },
  ],
  [
    "a list of maps, of which the first counts",
    "other: &other { type: array, items: 1 }\na:\n  <<: [*common, *other]\n",
    { type: "object", description: "common", items: 1 },
  ],
  [
    "two merge keys, of which the first counts",
    "other: &other { type: array, items: 1 }\na:\n  <<: *other\n  <<: *common\n",
    { type: "array", items: 1, description: "common" },
  ],
  [
    "a map that merges another one",
    "other: &other\n  <<: *common\n  items: 1\na:\n  <<: *other\n",
    { type: "object", description: "common", items: 1 },
  ],
  [
    "an alias of a list",
    "list: &list [*common]\na: { <<: *list }\n",
    { type: "object", description: "common" },
  ],
  ["a key in quotes, which merges nothing", 'a:\n  "<<": 1\n', { "<<": 1 }],
  [
    "`$ref` beside it",
    "a:\n  <<: *common\n  $ref: '#/b'\n",
    { type: "object", description: "common", $ref: "#/b" },
  ],
  [
    "members named like those of all objects",
    "odd: &odd { __proto__: 1, constructor: 2 }\na:\n  <<: *odd\n",
    JSON.parse('{"__proto__":1,"constructor":2}'),
  ],
])("merge keys are merged: %s", (_, text, a) => {
  const parsed = parseFileText(common + text, "a.yaml");
  expect(parsed).toHaveProperty("value");
  expect(JSON.stringify("value" in parsed && (parsed.value as { a: unknown }).a)).toBe(
    JSON.stringify(a),
  );
});

test("merged members keep their order: they are at the place of the merge key", () => {
  const parsed = parseFileText("c: &c { x: 1, y: 2 }\na: { b: 0, <<: *c, x: 3, d: 4 }\n", "a.yaml");
  expect(JSON.stringify(parsed)).toContain('"a":{"b":0,"x":3,"y":2,"d":4}');
});

test.each([
  ["a number", "a:\n  <<: 3\n", "3"],
  ["nothing", "a:\n  <<:\nb: 1\n", "\nb"],
  ["a list with a text", "a:\n  <<: [*common, x]\n", "[*common"],
  ["an alias of a text", "b: &b x\na:\n  <<: *b\n", "*b\n"],
  ["itself", "a: &a\n  <<: *a\n", "*a\n"],
])("a merge key with %s is an error at its place", (_, text, place) => {
  const whole = common + text;
  expect(parseFileText(whole, "a.yaml")).toMatchObject({
    problems: [{ code: "invalid-yaml", offset: whole.indexOf(place) }],
  });
});

test("a problem in a merged member has the place where the member is written", () => {
  const folder = makeTemporaryFolder({
    "a.yaml": `${common}  items:\n    minimum: x\na:\n  <<: *common\n  title: A\n`,
  });
  const problem = { severity: "error", code: "x", message: "", fix: "", file: "a.yaml" } as const;
  const pointers = ["/a/items/minimum", "/a/items", "/a/title", "/a"];
  const located = locateDiagnostics(
    pointers.map((pointer) => ({ ...problem, pointer })),
    folder,
  );
  expect(located.map(({ line, column }) => [line, column])).toEqual([
    [5, 5],
    [4, 3],
    [8, 3],
    [6, 1],
  ]);
});

test("merges that repeat too much are refused before they are made", () => {
  const lines = ["x0: &a0 { k: 1 }"];
  for (let level = 1; level < 40; level += 1) {
    lines.push(`x${level}: &a${level} { <<: [*a${level - 1}, *a${level - 1}], k${level}: 1 }`);
  }
  expect(parseFileText(lines.join("\n"), "a.yaml")).toMatchObject({
    problems: [{ code: "invalid-yaml", message: expect.stringContaining("1000000") }],
  });
});
