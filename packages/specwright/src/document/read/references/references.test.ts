import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeTemporaryFolder } from "../../../../test/temporary-folder.ts";
import { DiagnosticError } from "../../../diagnostic.ts";
import { openDocument } from "../open-document.ts";
import type { Target } from "./references.ts";

const files = {
  "api/openapi.yaml":
    "a: {b/c: 1, 'd e': 2, list: [x]}\nalias: {$ref: '#/a'}\nself: {$ref: '#/self/x'}\n",
  "api/parts/one.yaml": "x: {$ref: 'two%20words.yaml#/y'}\n",
  "api/parts/two words.yaml": "y: {z: 3}\n",
  "api/parts/broken.yaml": "a: [\n",
  "outside/secret.yaml": "s: 1\n",
  "api-of-others/secret.yaml": "s: 1\n",
};

function open(allow: readonly string[] = []) {
  const folder = makeTemporaryFolder(files);
  symlinkSync(join(folder, "outside/secret.yaml"), join(folder, "api/link.yaml"));
  symlinkSync(join(folder, "outside"), join(folder, "api/linked"));
  symlinkSync(join(folder, "api/parts/one.yaml"), join(folder, "api/inner.yaml"));
  const document = openDocument("api/openapi.yaml", { folder, allow });
  const start = { file: document.root, pointer: "", value: document.root.value };
  return { document, resolve: (reference: string) => document.resolve(reference, start) };
}

test.each([
  ["#", "", undefined],
  ["#/a/b~1c", "/a/b~1c", 1],
  ["#/a/b%7E1c", "/a/b~1c", 1],
  ["#/a/d%20e", "/a/d e", 2],
  ["#/a/list/0", "/a/list/0", "x"],
  ["openapi.yaml#/a/b~1c", "/a/b~1c", 1],
  ["#/alias/b~1c", "/a/b~1c", 1],
  ["parts/one.yaml#/x/z", "/y/z", 3],
])("%s points to %s", (reference, pointer, value) => {
  const target = open().resolve(reference);
  expect(target).toMatchObject(value === undefined ? { pointer } : { pointer, value });
});

test.each([
  "#/nope",
  "#/a/__proto__",
  "#/a/constructor",
  "#/a/list/1",
  "#/a/list/length",
  "#anchor",
  "nope.yaml",
  "#/self/x",
])("%s points to nothing", (reference) => {
  expect(open().resolve(reference)).toMatchObject({ code: "unresolved-reference" });
});

test.each([
  "../outside/secret.yaml",
  "../api-of-others/secret.yaml",
  "link.yaml",
  "linked/secret.yaml",
  "inner.yaml",
  "/etc/passwd",
  "https://example.com/x.yaml",
  "HTTP://example.com/x.yaml",
  "file:///etc/passwd",
  "data:application/json,{}",
  "//example.com/x.yaml",
  "..%2Foutside/secret.yaml",
  // The file does not exist. The message must not reveal that, so it is the same as for an existing file.
  "../outside/nothing.yaml",
  "/nothing/at/all.yaml",
  "linked/../../outside/nothing.yaml",
])("%s is refused", (reference) => {
  const { document, resolve } = open();
  expect(resolve(reference)).toMatchObject({ code: "reference-outside" });
  expect(document.files.size).toBe(1);
});

test("an allowed folder may be referred to, through links too", () => {
  const { resolve } = open(["outside"]);
  expect(resolve("../outside/secret.yaml#/s")).toMatchObject({ value: 1 });
  expect(resolve("link.yaml#/s")).toMatchObject({ value: 1 });
});

test("a part of the document may mean the root's components, which is reported once", () => {
  const folder = makeTemporaryFolder({
    "api.yaml":
      "openapi: 3.1.0\ncomponents: {schemas: {A: {type: string}}}\nx: {$ref: part.yaml}\n",
    "part.yaml": "a: {$ref: '#/components/schemas/A'}\n",
    "other.yaml": "openapi: 3.1.0\na: {$ref: '#/components/schemas/A'}\n",
  });
  const document = openDocument("api.yaml", { folder });
  const start = { file: document.root, pointer: "", value: document.root.value };
  for (const _ of [1, 2]) {
    expect(document.resolve("part.yaml#/a/type", start)).toMatchObject({ value: "string" });
  }
  expect(document.resolve("other.yaml#/a/type", start)).toHaveProperty("code");
  expect(document.problems).toMatchObject([
    { severity: "warning", code: "reference-past-file", file: "part.yaml", pointer: "/a" },
  ]);
});

test("a schema that brings its own definitions may refer to them from the root, with one warning", () => {
  const schema =
    "{$defs: {Role: {type: string}, List: {items: {$ref: '#/$defs/Role'}}}, $ref: '#/$defs/List'}";
  const folder = makeTemporaryFolder({
    "api.yaml": `openapi: 3.1.0\npaths: {/a: {get: {schema: ${schema}}}, /b: {get: {$ref: '#/$defs/Role'}}}\n`,
  });
  const document = openDocument("api.yaml", { folder });
  const at = (pointer: string): Target => ({ file: document.root, pointer, value: {} });
  const inside = at("/paths/~1a/get/schema");
  expect(document.resolve("#/$defs/List", inside)).toMatchObject({
    pointer: "/paths/~1a/get/schema/$defs/List",
  });
  expect(
    document.resolve("#/$defs/Role", at("/paths/~1a/get/schema/$defs/List/items")),
  ).toMatchObject({ pointer: "/paths/~1a/get/schema/$defs/Role", value: { type: "string" } });
  expect(document.resolve("#/$defs/None", inside)).toHaveProperty("code", "unresolved-reference");
  // No schema around this one has definitions.
  expect(document.resolve("#/$defs/Role", at("/paths/~1b/get"))).toHaveProperty("code");
  expect(document.problems).toMatchObject([
    { severity: "warning", code: "reference-past-root", pointer: inside.pointer },
  ]);
});

test("a file that does not parse is reported once", () => {
  const { document, resolve } = open();
  expect(resolve("parts/broken.yaml#/a")).toBeUndefined();
  expect(resolve("parts/broken.yaml#/b")).toBeUndefined();
  expect(document.problems).toMatchObject([
    { code: "invalid-yaml", file: "api/parts/broken.yaml", line: 2, column: 1 },
  ]);
});

test.each([
  ["none.yaml", "file-not-readable"],
  [".", "not-a-file"],
  ["binary.yaml", "not-utf-8"],
  ["broken.json", "invalid-json"],
])("the root document %s is refused as %s", (source, code) => {
  const folder = makeTemporaryFolder({ "broken.json": "{" });
  const bytes = Buffer.from([0xff, 0xfe, 0x00]);
  writeTemporaryFile(folder, "binary.yaml", bytes);
  const error = catchError(() => openDocument(source, { folder }));
  expect(error).toBeInstanceOf(DiagnosticError);
  expect(error).toMatchObject({ diagnostics: [{ code }] });
});

function writeTemporaryFile(folder: string, name: string, bytes: Buffer): void {
  writeFileSync(join(folder, name), bytes);
}

function catchError(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return undefined;
}
