import { expect, test } from "vitest";
import {
  type Files,
  findLoadProblems,
  findReferenceTarget,
  load,
} from "../../../../test/loaded-files.ts";

test("references are relative to the nearest $id, and pointers to its schema", () => {
  const Order = {
    $id: "https://schemas.example.com/order",
    properties: { item: { $ref: "item" }, own: { $ref: "#/$defs/text" } },
    $defs: { text: { type: "string" } },
  };
  const Item = { $id: "https://schemas.example.com/item", type: "number" };
  const { schemas } = load({ Order, Item }).model.components;
  const { properties } = schemas.get("Order") ?? {};
  expect(findReferenceTarget(properties?.get("item"))?.types).toEqual(["number"]);
  expect(properties?.get("item")?.ref?.name).toBe("Item");
  expect(findReferenceTarget(properties?.get("own"))?.types).toEqual(["string"]);
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
  const { properties } = findReferenceTarget(schemas.get("A")) ?? {};
  expect(findReferenceTarget(properties?.get("b"))?.types).toEqual(["string"]);
  expect(findReferenceTarget(properties?.get("c"))?.types).toEqual(["boolean"]);
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

test("identifiers in examples, enums, unknown keywords and names of properties are ignored", () => {
  const id = "https://schemas.example.com/x";
  const data = { $id: id, $anchor: "here" };
  const A = { enum: [data], const: data, examples: [data], default: data, "x-own": data };
  const B = { properties: { $id: { $id: id, type: "null" }, $anchor: { type: "string" } } };
  const { schemas } = load({ A, B, C: { $ref: id } }).model.components;
  expect(findReferenceTarget(schemas.get("C"))?.types).toEqual(["null"]);
});

test("OpenAPI 3.0 has no identifiers", () => {
  const schemas = {
    A: { $id: "https://schemas.example.com/a" },
    B: { $ref: "#/components/schemas/A" },
  };
  expect(load(schemas, {}, { openapi: "3.0.3" }).diagnostics).toEqual([]);
  const found = findLoadProblems(
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
  expect(findLoadProblems(schemas)).toMatchObject(problems);
});

test("an unknown dialect is a loss, reported once", () => {
  const $schema = "http://json-schema.org/draft-07/schema#";
  const files = { "api/a.json": { $schema, type: "string", properties: { b: {} } } };
  expect(findLoadProblems({ A: { $ref: "a.json" } }, files)).toMatchObject([
    { severity: "loss", code: "dialect-not-known", file: "api/a.json" },
  ]);
});
