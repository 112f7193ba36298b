import { expect, test } from "vitest";
import { buildModelFrom, buildValue } from "../../../../test/build-model-from.ts";

const ok = { responses: { 200: { description: "ok" } } };

test("an operation has its own parameters and those of its path that it does not override", () => {
  const parameter = (name: string, location: string, description: string) => ({
    name,
    in: location,
    description,
    required: true,
    schema: {},
  });
  const [operation] = buildModelFrom({
    paths: {
      "/a/{id}": {
        parameters: [
          parameter("id", "path", "of the path"),
          parameter("q", "query", "of the path"),
        ],
        get: {
          ...ok,
          parameters: [parameter("q", "query", "own"), parameter("q", "header", "own")],
        },
      },
    },
  }).operations;
  const reported = operation?.parameters.map(({ value }) => [
    value.in,
    value.name,
    value.description,
  ]);
  expect(reported).toEqual([
    ["query", "q", "own"],
    ["header", "q", "own"],
    ["path", "id", "of the path"],
  ]);
  expect(operation?.ownParameters).toHaveLength(2);
});

test("styles and explode have the defaults of their location", () => {
  const parameters = ["query", "header", "cookie"].map((location) => ({ name: "a", in: location }));
  const [operation] = buildModelFrom({
    paths: { "/a": { get: { ...ok, parameters } } },
  }).operations;
  expect(operation?.parameters.map(({ value }) => [value.style, value.explode])).toEqual([
    ["form", true],
    ["simple", false],
    ["form", true],
  ]);
});

test("names of operations read as methods and are unique", () => {
  const { operations } = buildModelFrom({
    paths: {
      "/a": { get: { operationId: "list-a", ...ok }, put: { operationId: "listA", ...ok } },
      "/a/{id}/b": {
        parameters: [{ name: "id", in: "path" }],
        get: ok,
        delete: { operationId: "delete", ...ok },
      },
    },
  });
  expect(operations.map(({ name }) => name)).toEqual(["listA", "listA2", "getAByIdB", "delete_"]);
});

test("an operation below several paths has a name for each, and one operationId", () => {
  const { operations, webhooks } = buildModelFrom({
    paths: {
      "/a": { $ref: "#/components/pathItems/A" },
      "/b": { $ref: "#/paths/~1a" },
    },
    webhooks: { a: { $ref: "#/components/pathItems/A" } },
    components: { pathItems: { A: { get: { operationId: "getIt", ...ok } } } },
  });
  expect(operations.map(({ name, operationId }) => [name, operationId])).toEqual([
    ["getIt", "getIt"],
    ["getB", "getIt"],
  ]);
  expect(webhooks[0]?.operations[0]?.name).toBe("getIt");
});

test("security holds from the document unless an operation has its own", () => {
  const schemes = { key: { type: "apiKey", in: "header", name: "x-api-key" } };
  const { operations, components } = buildModelFrom({
    security: [{ key: [] }],
    paths: {
      "/a": {
        get: ok,
        put: { ...ok, security: [{}, { key: ["s"] }] },
        post: { ...ok, security: [] },
      },
    },
    components: { securitySchemes: schemes },
  });
  expect(operations.map(({ security }) => security.map((set) => [...set]))).toEqual([
    [[["key", []]]],
    [[], [["key", ["s"]]]],
    [],
  ]);
  expect(components.securitySchemes.get("key")).toEqual(schemes.key);
});

test("a webhook whose name looks like a path has no parameters that nobody declared", () => {
  const item = { post: { ...ok } };
  const { diagnostics, model } = buildValue({
    paths: { "/a/{id}": item },
    webhooks: { "/paid/{id}": item },
  });
  expect(diagnostics.map(({ code, pointer }) => [code, pointer])).toEqual([
    ["missing-path-parameter", "/paths/~1a~1{id}/post"],
  ]);
  expect(model.webhooks[0]?.operations[0]?.parameters).toEqual([]);
});
