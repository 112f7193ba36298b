import { expect, test } from "vitest";
import { makeTemporaryFolder } from "../../../../test/temporary-folder.ts";
import { loadModel } from "../../../commands/load/load-model.ts";
import type { NameSettings } from "../input-settings.ts";
import { openShapedDocument } from "../open-shaped.ts";

const answers = { "200": { description: "ok" } };

function describe(operations: Readonly<Record<string, object>>, components: object = {}): string {
  const paths: Record<string, Record<string, object>> = {};
  for (const [place, operation] of Object.entries(operations)) {
    const [method = "", path = ""] = place.split(" ");
    paths[path] = { ...paths[path], [method.toLowerCase()]: { responses: answers, ...operation } };
  }
  const info = { title: "A", version: "1" };
  return JSON.stringify({ openapi: "3.1.0", info, paths, components });
}

function open(text: string, names: NameSettings) {
  const folder = makeTemporaryFolder({ "api.json": text });
  return openShapedDocument("api.json", { folder, input: { names } });
}

function idsOf(text: string, names: NameSettings): readonly (string | undefined)[] {
  const folder = makeTemporaryFolder({ "api.json": text });
  return loadModel("api.json", { folder, input: { names } }).model.operations.map(
    ({ operationId }) => operationId,
  );
}

test.each<[NonNullable<NameSettings["style"]>, Record<string, object>, readonly string[]]>([
  [
    "fastapi",
    {
      "GET /items/{item_id}": { operationId: "read_item_items__item_id__get" },
      "POST /items/": { operationId: "create_item_items__post" },
      "GET /health": { operationId: "health" },
    },
    ["read_item", "create_item", "health"],
  ],
  [
    "nestjs",
    {
      "GET /cats": { operationId: "CatsController_findAll" },
      "GET /dogs": { operationId: "DogsController_findAll_v2" },
    },
    ["catsFindAll", "dogsFindAll_v2"],
  ],
  [
    "springdoc",
    {
      "GET /cats": { operationId: "findAll", tags: ["cat-controller"] },
      "GET /dogs": { operationId: "findAll_1", tags: ["big-dog-controller"] },
    },
    ["findAll", "bigDogFindAll"],
  ],
  [
    "dotnet",
    { "GET /cats": { operationId: "Cats_GetAll" }, "POST /cats": { operationId: "Cats_Add" } },
    ["catsGetAll", "catsAdd"],
  ],
])(
  "operationIds of %s become good names, also when the style is found out",
  (style, operations, ids) => {
    const text = describe(operations);
    expect(idsOf(text, { style })).toEqual(ids);
    expect(idsOf(text, { style: "auto" })).toEqual(ids);
  },
);

test("names are stripped, written in a case, and replaced by one's own, also for operations without an operationId", () => {
  const text = describe({
    "GET /a": { operationId: "api_list-HTTPCalls_v1" },
    "GET /b": { operationId: "other" },
    "GET /c": {},
    "GET /d": {},
  });
  const operations = {
    strip: ["api_*", "*_v1"],
    case: "camel",
    rename: { other: "Other_one", "GET /c": "readC" },
  } as const;
  expect(idsOf(text, { operations })).toEqual(["listHttpCalls", "Other_one", "readC", undefined]);
  expect(idsOf(text, { operations: { case: "snake" } })[0]).toBe("api_list_http_calls_v1");
});

test("operations are grouped by path, or by an extension", () => {
  const text = describe({
    "GET /api/v1/cats/{id}": { operationId: "a", "x-group": "animals", tags: ["x", "y"] },
    "GET /{id}": { operationId: "b", tags: ["x"] },
  });
  const groups = (name: string) => {
    const { paths } = open(text, { groups: name }).document.root.value as {
      paths: Record<string, { get: { tags: string[] } }>;
    };
    return Object.values(paths).map(({ get }) => get.tags);
  };
  expect(groups("path")).toEqual([["cats"], ["x"]]);
  expect(groups("x-group")).toEqual([["animals"], ["x"]]);
  expect(open(text, { groups: "path" }).steps).toMatchObject([
    { changes: [{ action: "grouped", kind: "operation", name: "a", to: "cats" }] },
  ]);
});

const schemas = {
  PetDto: {
    type: "object",
    required: ["kind"],
    properties: { kind: { type: "string" }, default: { $ref: "#/components/schemas/CatDto" } },
    discriminator: { propertyName: "kind" },
    example: { $ref: "#/components/schemas/PetDto" },
  },
  CatDto: { allOf: [{ $ref: "#/components/schemas/PetDto" }] },
  Either: {
    oneOf: [{ $ref: "#/components/schemas/CatDto" }, { $ref: "#/components/schemas/PetDto" }],
    discriminator: { propertyName: "kind", mapping: { cat: "CatDto" }, defaultMapping: "PetDto" },
  },
};

test("renamed schemas are renamed wherever they are referred to, and what is sent stays the same", () => {
  const text = describe(
    {
      "GET /pets": {
        operationId: "listPets",
        responses: {
          default: {
            description: "ok",
            content: { "application/json": { schema: { $ref: "#/components/schemas/PetDto" } } },
            links: { next: { operationId: "listPets" } },
          },
        },
      },
      "GET /shops": {},
    },
    { schemas },
  );
  const names: NameSettings = {
    schemas: { strip: ["*Dto"] },
    operations: { rename: { listPets: "pets", "GET /shops": "shops" } },
  };
  const { document, steps } = open(text, names);
  const value = document.root.value as ReturnType<typeof JSON.parse>;
  const pet = "#/components/schemas/Pet";
  const cat = "#/components/schemas/Cat";
  expect(value.components.schemas).toEqual({
    Pet: {
      ...schemas.PetDto,
      properties: { kind: { type: "string" }, default: { $ref: cat } },
      discriminator: { propertyName: "kind", mapping: { CatDto: cat } },
    },
    Cat: { allOf: [{ $ref: pet }] },
    Either: {
      oneOf: [{ $ref: cat }, { $ref: pet }],
      discriminator: {
        propertyName: "kind",
        mapping: { cat: "Cat", PetDto: pet },
        defaultMapping: "Pet",
      },
    },
  });
  const answer = value.paths["/pets"].get.responses.default;
  expect(answer.content["application/json"].schema.$ref).toBe(pet);
  expect(answer.links.next.operationId).toBe("pets");
  expect(steps).toEqual([
    {
      step: "rename",
      changes: [
        { action: "renamed", kind: "operation", name: "listPets", to: "pets" },
        { action: "renamed", kind: "operation", name: "GET /shops", to: "shops" },
        { action: "renamed", kind: "schema", name: "PetDto", to: "Pet" },
        { action: "renamed", kind: "schema", name: "CatDto", to: "Cat" },
      ],
    },
  ]);
});

test("problems of renamed parts have the places of the file, with the old names", () => {
  const text = describe(
    { "GET /pets": { operationId: "a", responses: { "200": { description: 1 } } } },
    { schemas: { PetDto: { type: "objct" } } },
  );
  const folder = makeTemporaryFolder({ "api.json": text });
  const names: NameSettings = { schemas: { strip: ["*Dto"] }, operations: { rename: { a: "b" } } };
  const { diagnostics } = loadModel("api.json", { folder, input: { names } });
  expect(diagnostics.map(({ pointer }) => pointer)).toContain("/components/schemas/PetDto/type");
  expect(diagnostics.every(({ line }) => line === 1)).toBe(true);
});

test("a name in `rename` that nothing has is a warning with the name that was meant, also where a filter removed it", () => {
  const text = describe(
    { "GET /a": { operationId: "listPets" }, "POST /a": { operationId: "addPet" } },
    { schemas: { Pet: {} } },
  );
  const folder = makeTemporaryFolder({ "api.json": text });
  const names: NameSettings = {
    operations: { rename: { listPet: "pets", "POST /a": "add" } },
    schemas: { rename: { Pat: "Animal", Pet: "Cat" } },
  };
  const input = { include: { methods: ["get"] }, names };
  expect(openShapedDocument("api.json", { folder, input }).document.problems).toMatchObject([
    {
      severity: "warning",
      code: "rename-without-match",
      message: "No operation is called `listPet`, which `input.names.operations.rename` names.",
      fix: "Did you mean `listPets`? Correct it, or remove it from `input.names.operations.rename`.",
      file: "api.json",
    },
    {
      message: "No schema is called `Pat`, which `input.names.schemas.rename` names.",
      fix: "Did you mean `Pet`? Correct it, or remove it from `input.names.schemas.rename`.",
    },
  ]);
});

test("names that collide are one error each, and names that the document itself repeats are not", () => {
  const text = describe(
    { "GET /a": { operationId: "Cats_list" }, "GET /b": { operationId: "list" } },
    { schemas: { PetDto: {}, Pet: {} } },
  );
  expect(() =>
    open(text, { operations: { strip: ["Cats_*"] }, schemas: { strip: ["*Dto"] } }),
  ).toThrow(
    "`input.names` gives 2 operations the name `list`: Cats_list, list.\n`input.names` gives 2 schemas the name `Pet`: PetDto, Pet.",
  );
  const twice = describe({ "GET /a": { operationId: "same" }, "GET /b": { operationId: "same" } });
  expect(idsOf(twice, { style: "auto" })).toHaveLength(2);
});
