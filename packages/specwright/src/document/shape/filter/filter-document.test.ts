import { expect, test } from "vitest";
import { makeTemporaryFolder } from "../../../../test/temporary-folder.ts";
import type { InputSettings } from "../input-settings.ts";
import { openShapedDocument } from "../open-shaped.ts";
import { listWrittenOperations, nameOperationPlace } from "./list-operations.ts";

const answers = { "200": { description: "ok" } };

const document = {
  openapi: "3.1.0",
  info: { title: "Shop", version: "1" },
  tags: [{ name: "pets" }, { name: "cats", parent: "pets" }, { name: "shops" }],
  security: [{ key: [] }],
  paths: {
    "/pets": {
      get: { tags: ["pets"], operationId: "listPets", responses: answers },
      post: {
        tags: ["pets"],
        operationId: "createPet",
        deprecated: true,
        requestBody: {
          content: { "application/json": { schema: { $ref: "#/components/schemas/Pet" } } },
        },
        responses: answers,
      },
    },
    "/pets/{id}/cats": {
      parameters: [{ $ref: "#/components/parameters/Id" }],
      get: { tags: ["cats"], operationId: "listCats", "x-audience": "partner", responses: answers },
    },
    "/shops": {
      "x-internal": true,
      get: {
        tags: ["shops"],
        operationId: "listShops",
        "x-audience": ["public", "partner"],
        security: [{ token: [] }],
        responses: {
          "200": {
            description: "ok",
            content: { "application/json": { schema: { $ref: "#/components/schemas/Sh~1op" } } },
          },
        },
      },
    },
    "/shared": { $ref: "#/components/pathItems/Shared" },
  },
  webhooks: { sold: { post: { tags: ["shops"], operationId: "onSold", responses: answers } } },
  components: {
    pathItems: {
      Shared: {
        get: { operationId: "getShared", responses: answers },
        put: { operationId: "putShared", responses: answers },
      },
    },
    parameters: { Id: { name: "id", in: "path", required: true, schema: { type: "string" } } },
    schemas: {
      Pet: { type: "object", discriminator: { propertyName: "kind" } },
      Cat: { allOf: [{ $ref: "#/components/schemas/Pet" }, { $ref: "#/components/schemas/Fur" }] },
      Fur: { type: "object" },
      "Sh/op": { type: "object" },
    },
    securitySchemes: {
      key: { type: "apiKey", in: "header", name: "key" },
      token: { type: "http", scheme: "bearer" },
    },
  },
};

function filter(input: InputSettings) {
  const folder = makeTemporaryFolder({ "api.json": JSON.stringify(document) });
  const { document: shaped, steps } = openShapedDocument("api.json", { folder, input });
  const value = shaped.root.value as typeof document;
  return {
    value,
    operations: listWrittenOperations(value).map(nameOperationPlace),
    removed: steps.flatMap(({ changes }) => changes.map(({ kind, name }) => `${kind} ${name}`)),
    warnings: shaped.problems,
  };
}

const all = [
  ...["GET /pets", "POST /pets", "GET /pets/{id}/cats", "GET /shops", "GET /shared", "PUT /shared"],
  "webhook POST sold",
];

test.each<[keyof InputSettings, InputSettings["include"], readonly string[]]>([
  ["include", { tags: ["cats", "shops"] }, ["GET /pets/{id}/cats", "GET /shops", all[6] ?? ""]],
  ["include", { paths: ["/pets/**"] }, ["GET /pets", "POST /pets", "GET /pets/{id}/cats"]],
  ["include", { paths: ["/*"] }, ["GET /pets", "POST /pets", ...all.slice(3, 6)]],
  ["include", { methods: ["PUT"] }, ["PUT /shared"]],
  ["include", { operations: ["list*", "onSold"] }, [all[0], all[2], all[3], all[6]] as string[]],
  ["include", { audiences: ["partner"] }, ["GET /pets/{id}/cats", "GET /shops"]],
  ["include", { internal: true }, ["GET /shops"]],
  ["include", { tags: ["pets"], methods: ["get"] }, ["GET /pets"]],
  ["exclude", { tags: ["shops"], methods: ["put"] }, all.slice(0, 3).concat("GET /shared")],
  ["exclude", { deprecated: true }, all.filter((name) => name !== "POST /pets")],
  ["exclude", { deprecated: false }, ["POST /pets"]],
])("%s %j keeps these operations", (name, selection, expected) => {
  expect(filter({ [name]: selection }).operations).toEqual(expected);
});

test("components and tags that no kept operation leads to are removed and listed", () => {
  const { value, removed } = filter({ include: { tags: ["cats"] } });
  expect(Object.keys(value.paths)).toEqual(["/pets/{id}/cats"]);
  expect(value).not.toHaveProperty("webhooks");
  expect(value.tags.map(({ name }) => name)).toEqual(["pets", "cats"]);
  expect(Object.keys(value.components)).toEqual(["parameters", "securitySchemes"]);
  expect(Object.keys(value.components.securitySchemes)).toEqual(["key"]);
  expect(removed).toEqual([
    ...all.filter((name) => name !== "GET /pets/{id}/cats").map((name) => `operation ${name}`),
    "pathItem Shared",
    ...["Pet", "Cat", "Fur", "Sh/op"].map((name) => `schema ${name}`),
    ...["securityScheme token", "tag shops"],
  ]);
});

test("links to operations that are removed are removed and listed, and others stay", () => {
  const next = { operationId: "listPets" };
  const lost = { operationId: "listShops" };
  const links = {
    ...{ next, lost, byPlace: { operationRef: "#/paths/~1shops~1%7Bid%7D/get" } },
    ...{ shared: { $ref: "#/components/links/Lost" }, other: { $ref: "#/components/links/Next" } },
    elsewhere: { operationRef: "https://shops.example/api.json#/paths/~1shops/get" },
  };
  const answer = { description: "ok", links };
  // Properties and data that have the same name are no links.
  const schemas = { Site: { properties: { links: { properties: { lost } } }, example: { links } } };
  const content = { "application/json": { schema: { $ref: "#/components/schemas/Site" } } };
  const text = JSON.stringify({
    ...{ openapi: "3.1.0", info: document.info },
    paths: {
      "/pets": {
        get: {
          operationId: "listPets",
          responses: { "200": answer, default: { $ref: "#/components/responses/Failed" } },
        },
      },
      "/shops": { get: { operationId: "listShops", responses: answers } },
      "/shops/{id}": { get: { responses: answers } },
    },
    components: {
      links: { Lost: lost, Next: next },
      responses: { Failed: { description: "failed", content, links: { lost } } },
      schemas,
    },
  });
  const folder = makeTemporaryFolder({ "api.json": text });
  const input: InputSettings = { include: { paths: ["/pets"] } };
  const { document: shaped, steps } = openShapedDocument("api.json", { folder, input });
  const value = shaped.root.value as ReturnType<typeof JSON.parse>;
  const { elsewhere, other } = links;
  expect(value.paths["/pets"].get.responses["200"].links).toEqual({ next, other, elsewhere });
  expect(value.components).toEqual({
    links: { Next: next },
    responses: { Failed: { description: "failed", content } },
    schemas,
  });
  expect(steps[0]?.changes.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
    ...["operation GET /shops", "operation GET /shops/{id}"],
    ...["link lost", "link byPlace", "link shared", "link Lost", "link lost"],
  ]);
});

test("what is kept stays in the order of the document", () => {
  const { components, ...rest } = document;
  const folder = makeTemporaryFolder({ "api.json": JSON.stringify({ components, ...rest }) });
  const input: InputSettings = { include: { tags: ["cats"] } };
  const { value } = openShapedDocument("api.json", { folder, input }).document.root;
  expect(Object.keys(Object(value))).toEqual(
    Object.keys({ components, ...rest }).filter((key) => key !== "webhooks"),
  );
});

test("schemas that extend one with a discriminator stay with it, and so do escaped names", () => {
  const { value } = filter({ include: { operations: ["createPet", "listShops"] } });
  expect(Object.keys(value.components.schemas)).toEqual(["Pet", "Cat", "Fur", "Sh/op"]);
  expect(Object.keys(value.components.securitySchemes)).toEqual(["key", "token"]);
});

test("a part of a shared path item is kept without changing the shared one", () => {
  const { value } = filter({ include: { operations: ["putShared"] } });
  expect(value.paths["/shared"]).toEqual({ put: document.components.pathItems.Shared.put });
});

test("a value that no operation has is a warning, and filters that leave nothing are one error", () => {
  expect(filter({ exclude: { tags: ["shop"], paths: ["/x/**"] } }).warnings).toMatchObject([
    {
      severity: "warning",
      code: "filter-without-match",
      message: "No operation has the tag `shop`, which `input.exclude.tags` names.",
      fix: "Did you mean `shops`? Correct it, or remove it from `input.exclude.tags`.",
    },
    { message: "No operation has a path like `/x/**`, which `input.exclude.paths` names." },
  ]);
  expect(() => filter({ include: { tags: ["shop"] } })).toThrow(
    "The filters of `input` leave none of the 7 operations of api.json. No operation has the tag `shop`",
  );
  expect(() => filter({ include: { tags: ["pets"], methods: ["put"] } })).toThrow(
    "The filters of `input` leave none",
  );
});
