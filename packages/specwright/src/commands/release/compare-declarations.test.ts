import { expect, test } from "vitest";
import { compareDeclarations, listDifferentFiles } from "./compare-declarations.ts";

const toFiles = (files: Readonly<Record<string, string>>): ReadonlyMap<string, Buffer> =>
  new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)]));

test("comments, order and other files do not count as declarations", () => {
  const before = { "a.d.ts": "/** The pet. */\ninterface Pet {\n  id: 1;\n}\n", "a.js": "1" };
  const after = { "a.d.ts": "// A header.\ninterface Pet {\n  id: 1;\n}\n", "a.js": "2" };
  expect(compareDeclarations(toFiles(before), toFiles(after))).toEqual([]);
  expect(listDifferentFiles(toFiles(before), toFiles(after))).toEqual(["a.d.ts", "a.js"]);
});

test("changed, added and removed lines are listed by module", () => {
  const before = { "a.d.ts": "interface Pet {\n  id: number;\n}\n", "old.d.ts": "type A = 1;\n" };
  const after = { "a.d.ts": "interface Pet {\n  id: string;\n  name: string;\n}\n" };
  expect(compareDeclarations(toFiles(before), toFiles(after))).toEqual([
    { path: "a.d.ts", removed: ["id: number;"], added: ["id: string;", "name: string;"] },
    { path: "old.d.ts", removed: ["type A = 1;"], added: [] },
  ]);
});

test("the changelog is not compared", () => {
  const before = toFiles({ "CHANGELOG.md": "1.0.0" });
  expect(listDifferentFiles(before, toFiles({}))).toEqual([]);
});
