import { expect, test } from "vitest";
import { makeTemporaryFolder } from "../../../test/temporary-folder.ts";
import { openDocument } from "../read/open-document.ts";
import { bundleDocument } from "./bundle-document.ts";

/** Bundles a document of the given files. The first one is the root. */
function bundleFiles(files: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const texts = Object.entries(files).map(([path, value]) => [path, JSON.stringify(value)]);
  const [root = ""] = Object.keys(files);
  return bundleDocument(
    openDocument(root, { folder: makeTemporaryFolder(Object.fromEntries(texts)) }),
  );
}

const start = { openapi: "3.1.0", info: { title: "a", version: "1" } };

test("a document of one file stays as it is", () => {
  const document = {
    ...start,
    paths: { "/a": { get: { responses: { 200: { $ref: "#/components/responses/A" } } } } },
    components: {
      responses: { A: { description: "a" } },
      schemas: {
        Tree: { properties: { next: { $ref: "#/components/schemas/Tree", description: "b" } } },
        $ref: { properties: { $ref: { type: "string" } } },
      },
      "x-other": { a: 1 },
    },
  };
  expect(bundleFiles({ "openapi.json": document })).toEqual(document);
});

test("parts of other files become components of their kind, and path items are put in place", () => {
  const files = {
    "openapi.json": {
      ...start,
      paths: { "/a": { $ref: "paths/a.json", summary: "own" } },
      components: { schemas: { Pet: { $ref: "schemas/Pet.json" }, Error: { type: "null" } } },
    },
    "paths/a.json": {
      summary: "theirs",
      parameters: [{ $ref: "../parts.json#/limit" }],
      post: {
        description: { $ref: "../parts.json#/text" },
        requestBody: { content: { "a/json": { schema: { $ref: "../schemas/Pet.json" } } } },
        responses: {
          200: { $ref: "../parts.json#/answers/ok" },
          400: { content: { "a/json": { schema: { $ref: "../parts.json#/Error" } } } },
        },
      },
    },
    "schemas/Pet.json": {
      oneOf: [{ $ref: "#/$defs/Cat" }, { $ref: "../openapi.json#/components/schemas/Error" }],
      discriminator: { propertyName: "kind", mapping: { cat: "#/$defs/Cat", pet: "Pet" } },
      $defs: { Cat: { properties: { mother: { $ref: "#/$defs/Cat" } } } },
    },
    "parts.json": {
      text: "A text.",
      limit: { name: "limit", in: "query" },
      answers: { ok: { description: "Fine", links: { self: { $ref: "#/link" } } } },
      link: { operationId: "x" },
      Error: { type: "string" },
    },
  };
  const cat = { $ref: "#/components/schemas/Cat" };
  expect(bundleFiles(files)).toEqual({
    ...start,
    paths: {
      "/a": {
        summary: "own",
        parameters: [{ $ref: "#/components/parameters/limit" }],
        post: {
          description: "A text.",
          requestBody: { content: { "a/json": { schema: { $ref: "#/components/schemas/Pet" } } } },
          responses: {
            200: { $ref: "#/components/responses/ok" },
            400: { content: { "a/json": { schema: { $ref: "#/components/schemas/Error-2" } } } },
          },
        },
      },
    },
    components: {
      schemas: {
        Pet: {
          oneOf: [cat, { $ref: "#/components/schemas/Error" }],
          discriminator: { propertyName: "kind", mapping: { cat: cat.$ref, pet: "Pet" } },
          $defs: { Cat: { properties: { mother: cat } } },
        },
        Error: { type: "null" },
        "Error-2": { type: "string" },
        Cat: { properties: { mother: cat } },
      },
      responses: {
        ok: { description: "Fine", links: { self: { $ref: "#/components/links/link" } } },
      },
      parameters: { limit: { name: "limit", in: "query" } },
      links: { link: { operationId: "x" } },
    },
  });
});

test("examples are data, unless they only say where the example is", () => {
  const example = { $ref: "#/not/a/reference", other: 1 };
  const files = {
    "openapi.json": {
      ...start,
      components: { schemas: { A: { example, enum: [{ $ref: "b.json" }], default: example } } },
      paths: {
        "/a": {
          get: { responses: { 200: { content: { "a/json": { example: { $ref: "b.json" } } } } } },
        },
      },
    },
    "b.json": { b: 1 },
  };
  expect(bundleFiles(files)).toMatchObject({
    components: { schemas: { A: { example, enum: [{ $ref: "b.json" }], default: example } } },
    paths: {
      "/a": { get: { responses: { 200: { content: { "a/json": { example: { b: 1 } } } } } } },
    },
  });
});

test("references relative to an $id become pointers, and the $id goes", () => {
  const document = {
    ...start,
    components: {
      schemas: {
        A: { $id: "https://a.example/schemas/a", items: { $ref: "b" } },
        B: {
          $id: "https://a.example/schemas/b",
          $ref: "#/$defs/c",
          $defs: { c: { type: "null" } },
        },
      },
    },
  };
  expect(bundleFiles({ "openapi.json": document }).components).toEqual({
    schemas: {
      A: { items: { $ref: "#/components/schemas/B" } },
      B: { $ref: "#/components/schemas/B/$defs/c", $defs: { c: { type: "null" } } },
    },
  });
});

test("references in a circle end, and those that lead nowhere stay", () => {
  const files = {
    "openapi.json": {
      ...start,
      "x-a": { $ref: "a.json" },
      "x-b": { $ref: "missing.json" },
    },
    "a.json": { again: { $ref: "a.json" } },
  };
  expect(bundleFiles(files)).toEqual({
    ...start,
    "x-a": { again: { $ref: "a.json" } },
    "x-b": { $ref: "missing.json" },
  });
});

test("references in extensions stay references, to components that parts of other files become", () => {
  const files = {
    "openapi.json": {
      ...start,
      "x-a": { $ref: "#/x-b", description: "own" },
      "x-b": { inner: { $ref: "schemas.json#/Pet" }, other: { $ref: "schemas.json#/text" } },
      paths: { "/a": { get: { "x-late": { $ref: "schemas.json#/Toy" }, responses: {} } } },
      components: { schemas: { Pet: { $ref: "schemas.json#/Pet" } } },
    },
    "schemas.json": {
      Pet: {
        "x-expand": { oneOf: [{ $ref: "#/Pet" }, { $ref: "#/Toy" }] },
        items: { $ref: "#/Toy" },
      },
      Toy: { type: "string" },
      text: "A text.",
    },
  };
  const pet = { $ref: "#/components/schemas/Pet" };
  const toy = { $ref: "#/components/schemas/Toy" };
  expect(bundleFiles(files)).toEqual({
    ...start,
    "x-a": { $ref: "#/x-b", description: "own" },
    "x-b": { inner: pet, other: "A text." },
    paths: { "/a": { get: { "x-late": toy, responses: {} } } },
    components: {
      schemas: {
        Pet: { "x-expand": { oneOf: [pet, toy] }, items: toy },
        Toy: { type: "string" },
      },
    },
  });
});

/** Forty parts, each of which refers to the next one twice. */
function double(link: (next: { readonly $ref: string }) => unknown, prefix = "#/x-parts/"): object {
  const parts = Array.from({ length: 40 }, (_, at) => [
    `P${at}`,
    link({ $ref: `${prefix}P${at + 1}` }),
  ]);
  return { ...Object.fromEntries(parts), P40: {} };
}

test.each<[string, Readonly<Record<string, unknown>>]>([
  [
    "path items of callbacks",
    {
      "openapi.json": {
        ...start,
        paths: { "/a": { $ref: "#/components/pathItems/P0" } },
        components: {
          pathItems: double(
            (next) => ({ get: { callbacks: { a: { b: next, c: next } } } }),
            "#/components/pathItems/",
          ),
        },
      },
    },
  ],
  [
    "maps of properties",
    {
      "openapi.json": {
        ...start,
        components: { schemas: { A: { properties: { $ref: "#/x-parts/P0" } } } },
        "x-parts": double((next) => ({ a: { properties: next }, b: { properties: next } })),
      },
    },
  ],
  [
    "extensions of other files",
    {
      "openapi.json": { ...start, "x-a": { $ref: "parts.json#/P0" } },
      "parts.json": double((next) => ({ a: next, b: next }), "#/"),
    },
  ],
])("%s that double 40 times end with an error", (_, files) => {
  expect(() => bundleFiles(files)).toThrow("References repeat more than");
});

test("extensions that double 40 times within a document stay as they are", () => {
  const schemas = double(
    (next) => ({ properties: { a: { "x-expand": { oneOf: [next, next] } } } }),
    "#/components/schemas/",
  );
  const document = { ...start, components: { schemas } };
  expect(bundleFiles({ "openapi.json": document })).toEqual(document);
});
