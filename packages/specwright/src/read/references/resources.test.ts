import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../test/temporary-folder.ts";
import { loadModel } from "../../commands/load/load-model.ts";
import { DiagnosticError } from "../../diagnostic.ts";
import type { Schema } from "../../model/model.ts";
import type { OpenDocumentOptions } from "../open-document.ts";

type Files = Readonly<Record<string, unknown>>;

/** The components of a document, each a schema. */
function load(
  schemas: Files,
  files: Files = {},
  options: OpenDocumentOptions & { openapi?: string } = {},
) {
  const { openapi = "3.1.0", ...others } = options;
  const document = {
    openapi,
    info: { title: "a", version: "1" },
    paths: {},
    components: { schemas },
  };
  const texts = Object.entries({ "api/openapi.json": document, ...files }).map(([name, value]) => [
    name,
    typeof value === "string" ? value : JSON.stringify(value),
  ]);
  const folder = temporaryFolder(Object.fromEntries(texts));
  symlinkSync("/etc", join(folder, "link"));
  return loadModel("api/openapi.json", { folder, ...others });
}

function problemsOf(...args: Parameters<typeof load>): unknown {
  try {
    return load(...args).diagnostics;
  } catch (error) {
    return error instanceof DiagnosticError ? error.diagnostics : error;
  }
}

function target(schema: Schema | undefined): Schema | undefined {
  return schema?.ref?.target;
}

test("references are relative to the nearest $id, and pointers to what it names", () => {
  const Order = {
    $id: "https://schemas.example.com/order",
    properties: { item: { $ref: "item" }, own: { $ref: "#/$defs/text" } },
    $defs: { text: { type: "string" } },
  };
  const Item = { $id: "https://schemas.example.com/item", type: "number" };
  const { schemas } = load({ Order, Item }).model.components;
  const { properties } = schemas.get("Order") ?? {};
  expect(target(properties?.get("item"))?.types).toEqual(["number"]);
  expect(properties?.get("item")?.ref?.name).toBe("Item");
  expect(target(properties?.get("own"))?.types).toEqual(["string"]);
});

test("a schema is found by the URI of a file that was read, and a file beside it by its name", () => {
  const files = {
    "api/parts/a.json": {
      $id: "https://schemas.example.com/a",
      properties: { b: { $ref: "b.json" }, c: { $ref: "https://schemas.example.com/a#named" } },
      $defs: { c: { $anchor: "named", type: "boolean" } },
    },
    "api/parts/b.json": { type: "string" },
  };
  const { schemas } = load({ A: { $ref: "parts/a.json" } }, files).model.components;
  const { properties } = target(schemas.get("A")) ?? {};
  expect(target(properties?.get("b"))?.types).toEqual(["string"]);
  expect(target(properties?.get("c"))?.types).toEqual(["boolean"]);
});

test("references to components past an $id, as tools write them, are understood with a warning", () => {
  const Pet = { $id: "Pet", properties: { owner: { $ref: "#/components/schemas/Owner" } } };
  const schemas = { Pet, Owner: { $id: "Owner", type: "string" } };
  const { model, diagnostics } = load(schemas);
  const owner = model.components.schemas.get("Pet")?.properties?.get("owner");
  expect(owner?.ref?.name).toBe("Owner");
  expect(diagnostics).toMatchObject([
    {
      severity: "warning",
      code: "reference-past-id",
      line: 1,
      pointer: "/components/schemas/Pet/properties/owner",
    },
  ]);
});

test("identifiers in examples, enums, unknown keywords and names of properties identify nothing", () => {
  const id = "https://schemas.example.com/x";
  const data = { $id: id, $anchor: "here" };
  const A = { enum: [data], const: data, examples: [data], default: data, "x-own": data };
  const B = { properties: { $id: { $id: id, type: "null" }, $anchor: { type: "string" } } };
  const { schemas } = load({ A, B, C: { $ref: id } }).model.components;
  expect(target(schemas.get("C"))?.types).toEqual(["null"]);
});

test("OpenAPI 3.0 has no identifiers", () => {
  const schemas = {
    A: { $id: "https://schemas.example.com/a" },
    B: { $ref: "#/components/schemas/A" },
  };
  expect(load(schemas, {}, { openapi: "3.0.3" }).diagnostics).toEqual([]);
  const found = problemsOf(
    { A: schemas.A, B: { $ref: "https://schemas.example.com/a" } },
    {},
    {
      openapi: "3.0.3",
    },
  );
  expect(found).toMatchObject([
    { code: "reference-outside", pointer: "/components/schemas/B/$ref" },
  ]);
});

const twice = { $id: "https://schemas.example.com/a" };

test.each<[string, Files, readonly object[]]>([
  [
    "two schemas with one $id",
    { A: { ...twice, type: "string" }, B: { ...twice, type: "number" } },
    [
      {
        code: "duplicate-identifier",
        pointer: "/components/schemas/B/$id",
        related: { pointer: "/components/schemas/A/$id", line: 1 },
      },
    ],
  ],
  [
    "a schema in another one with the same $id",
    { A: { ...twice, items: { $id: "a", type: "string" } } },
    [
      {
        code: "duplicate-identifier",
        pointer: "/components/schemas/A/items/$id",
        related: { pointer: "/components/schemas/A/$id" },
      },
    ],
  ],
  ["two equal schemas with one $id", { A: twice, B: twice }, []],
  [
    "two anchors with one name",
    { A: { $anchor: "a" }, B: { $dynamicAnchor: "a" } },
    [
      {
        code: "duplicate-identifier",
        pointer: "/components/schemas/B/$dynamicAnchor",
        related: { pointer: "/components/schemas/A/$anchor" },
      },
    ],
  ],
  ["one name in two resources", { A: { $anchor: "a" }, B: { ...twice, $anchor: "a" } }, []],
  [
    "a name that is none",
    { A: { $anchor: "1#" } },
    [{ severity: "warning", code: "invalid-identifier", pointer: "/components/schemas/A/$anchor" }],
  ],
  [
    "an $id with a fragment",
    { A: { $id: "#a" } },
    [{ severity: "warning", code: "invalid-identifier", pointer: "/components/schemas/A/$id" }],
  ],
  [
    "an anchor that is nowhere",
    { A: { $ref: "#nowhere" } },
    [{ code: "unresolved-reference", message: expect.stringContaining("no anchor `nowhere`") }],
  ],
  [
    "a dynamic reference that leads nowhere",
    { A: { $dynamicRef: "#nowhere" } },
    [{ code: "unresolved-reference", pointer: "/components/schemas/A/$dynamicRef" }],
  ],
  [
    "a URI that nothing has",
    { A: { ...twice, properties: { b: { $ref: "b" } } } },
    [
      {
        code: "unresolved-reference",
        message: expect.stringContaining("`https://schemas.example.com/b`"),
        fix: expect.stringContaining("--remotes <url>=<folder>"),
      },
    ],
  ],
  [
    "an $id that would make a path of the machine a neighbour",
    {
      A: {
        $id: "file:///etc/a",
        properties: { b: { $ref: "passwd" }, c: { $ref: "file:///etc/passwd" } },
      },
    },
    [{ code: "unresolved-reference" }, { code: "reference-outside" }],
  ],
])("%s", (_, schemas, problems) => {
  expect(problemsOf(schemas)).toMatchObject(problems);
});

const remotes = { "https://schemas.example.com/": "copies" };
const copies = {
  "copies/a.json": { properties: { b: { $ref: "/deep/b.yaml#/$defs/x" }, c: { $ref: "c" } } },
  "copies/deep/b.yaml": "$defs: {x: {type: string}}\n",
  "copies/c": '{"$ref": "https://json-schema.org/draft/2020-12/schema"}',
};

test("copies stand for documents of the network, with references relative to their URL", () => {
  const A = { $ref: "https://schemas.example.com/a.json" };
  const { model, files } = load({ A }, copies, { remotes });
  const { properties } = target(model.components.schemas.get("A")) ?? {};
  expect(target(properties?.get("b"))?.types).toEqual(["string"]);
  expect(target(properties?.get("c"))?.dynamicAnchor).toBe("meta");
  expect(files.size).toBe(4);
});

test.each([
  ["https://schemas.example.com/none.json", "unresolved-reference"],
  ["https://schemas.example.com/%2e%2e/outside.json", "unresolved-reference"],
  ["https://schemas.example.com/..%2foutside.json", "reference-outside"],
  ["https://schemas.example.com/..%2Flink/passwd", "reference-outside"],
  ["https://schemas.example.com.evil.example/a.json", "reference-outside"],
  ["http://schemas.example.com/a.json", "reference-outside"],
])("%s leads to no copy", ($ref, code) => {
  const files = { ...copies, "outside.json": "{}" };
  expect(problemsOf({ A: { $ref } }, files, { remotes })).toMatchObject([
    { code, file: "api/openapi.json", line: 1, pointer: "/components/schemas/A/$ref" },
  ]);
});

test("the message about the network names the folder of the address", () => {
  const $ref = "https://schemas.example.com/v1/pet.json#/$defs/a";
  const shell = "https://schemas.example.com/$(reboot)/pet.json";
  expect(
    problemsOf({ A: { $ref }, B: { $ref: "urn:example:a" }, C: { $ref: shell } }),
  ).toMatchObject([
    { fix: expect.stringContaining("`--remotes https://schemas.example.com/v1/=<folder>`") },
    { fix: expect.stringContaining("`--remotes <url>=<folder>`") },
    { fix: expect.stringContaining("`--remotes <url>=<folder>`") },
  ]);
});

test("a metaschema without the validation vocabulary takes its keywords away", () => {
  const files = {
    "copies/plain": { $vocabulary: { "https://json-schema.org/draft/2020-12/vocab/core": true } },
    "api/a.json": { $schema: "https://schemas.example.com/plain", type: "string", items: true },
  };
  const { schemas } = load({ A: { $ref: "a.json" } }, files, { remotes }).model.components;
  expect(target(schemas.get("A"))).toMatchObject({ items: { boolean: true } });
  expect(target(schemas.get("A"))?.types).toBeUndefined();
});

test("an unknown dialect is a loss, reported once", () => {
  const $schema = "http://json-schema.org/draft-07/schema#";
  const files = { "api/a.json": { $schema, type: "string", properties: { b: {} } } };
  expect(problemsOf({ A: { $ref: "a.json" } }, files)).toMatchObject([
    { severity: "loss", code: "dialect-not-known", file: "api/a.json" },
  ]);
});
