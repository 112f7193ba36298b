import { expect, test } from "vitest";
import { makeTemporaryFolder } from "../../../test/temporary-folder.ts";
import type { Diagnostic } from "../../diagnostic.ts";
import { locateDiagnostics } from "./locate.ts";

function diagnostic(file: string, pointer: string): Diagnostic {
  return { severity: "error", code: "x", message: "", fix: "", file, pointer };
}

test.each([
  ["a.yaml", "/paths/~1a~1{b}/get", 3, 5],
  ["a.yaml", "/list/1/x", 6, 5],
  ["a.yaml", "/200", 7, 1],
  ["a.yaml", "/again/x", 5, 14],
  ["a.json", "/paths/~1a", 3, 5],
  ["a.json", "", 1, 1],
])("%s#%s is at %i:%i", (file, pointer, line, column) => {
  const folder = makeTemporaryFolder({
    "a.yaml":
      "paths:\n  /a/{b}:\n    get: 1\nlist:\n  - &anchor {x: 1}\n  - x: 2\n200: 3\nagain: *anchor\n",
    "a.json": '{\n  "paths": {\n    "/a": 1\n  }\n}\n',
  });
  expect(locateDiagnostics([diagnostic(file, pointer)], folder)).toMatchObject([{ line, column }]);
});

test("characters of several bytes are one column, and keys with them are found, also when they are escaped", () => {
  const text = '\ufeff{"é": 1, "ü€": {"\\u00df😀": 2, "c": 3}}\n';
  const folder = makeTemporaryFolder({ "a.json": text });
  const pointers = ["/é", "/ü€", "/ü€/ß😀", "/ü€/c"];
  const found = locateDiagnostics(
    pointers.map((pointer) => diagnostic("a.json", pointer)),
    folder,
  );
  const columns = ['"é"', '"ü€"', '"\\u00df😀"', '"c"'].map((key) => text.indexOf(key));
  expect(found).toMatchObject(columns.map((column) => ({ line: 1, column })));
});

test("a place behind a mended text is its place in the file", () => {
  const folder = makeTemporaryFolder({ "a.yaml": "a: 'x\ny'\nb:\n  c: 1\n" });
  expect(locateDiagnostics([diagnostic("a.yaml", "/b/c")], folder)).toMatchObject([
    { line: 4, column: 3 },
  ]);
});

test("a place that cannot be found has no line", () => {
  const folder = makeTemporaryFolder({ "a.yaml": "a: 1" });
  const diagnostics = [diagnostic("a.yaml", "/b"), diagnostic("none.yaml", "/a")];
  expect(locateDiagnostics(diagnostics, folder)).toEqual(diagnostics);
});
