import { expect, test } from "vitest";
import { buildFiles, buildValue, modelOf } from "../../../test/model-of.ts";
import { DiagnosticError } from "../../diagnostic.ts";

function problemsOf(work: () => unknown) {
  try {
    work();
  } catch (error) {
    if (error instanceof DiagnosticError) {
      return error.diagnostics;
    }
    throw error;
  }
  return [];
}

const ok = { responses: { 200: { description: "ok" } } };

test("every problem is reported at once, each at its place", () => {
  const problems = problemsOf(() =>
    buildValue({
      paths: {
        "/a/{id}": { get: { operationId: "a", ...ok } },
        "/b": {
          get: { operationId: "a", ...ok, parameters: [{ $ref: "#/components/parameters/none" }] },
          post: {
            ...ok,
            requestBody: { content: { "application/json": { schema: { $ref: "x.json" } } } },
          },
        },
        "/c": { get: { ...ok, parameters: [{ name: "c" }] } },
        "/d": { get: { ...ok, security: [{ none: [] }] } },
      },
      components: { schemas: { A: { properties: { a: { $ref: "https://example.com" } } }, B: 1 } },
    }),
  );
  expect(problems.map(({ code, pointer }) => [code, pointer])).toEqual([
    ["missing-path-parameter", "/paths/~1a~1{id}/get"],
    ["unresolved-reference", "/paths/~1b/get/parameters/0/$ref"],
    ["duplicate-operation-id", "/paths/~1b/get/operationId"],
    ["unresolved-reference", "/paths/~1b/post/requestBody/content/application~1json/schema/$ref"],
    ["invalid-parameter", "/paths/~1c/get/parameters/0"],
    ["unknown-security-scheme", "/paths/~1d/get/security/0/none"],
    ["reference-outside", "/components/schemas/A/properties/a/$ref"],
    ["invalid-schema", "/components/schemas/B"],
  ]);
  expect(problems.every(({ fix, message }) => fix.endsWith(".") && message.endsWith("."))).toBe(
    true,
  );
});

test.each([
  [{ openapi: undefined, swagger: "2.0" }, "swagger"],
  [{ openapi: undefined }, "not-openapi"],
  [{ openapi: "4.0.0" }, "unknown-version"],
  [{ openapi: 3.1 }, undefined],
])("%j is %s", (document, code) => {
  expect(problemsOf(() => buildValue(document))[0]?.code).toBe(code);
});

test("circles of references without an end are reported", () => {
  const problems = problemsOf(() =>
    buildValue({
      paths: { "/a": { get: { responses: { 200: { $ref: "#/components/responses/A" } } } } },
      components: {
        responses: {
          A: { $ref: "#/components/responses/B" },
          B: { $ref: "#/components/responses/A" },
        },
      },
    }),
  );
  expect(problems[0]?.code).toBe("reference-circle");
});

test("an operation has its own parameters and those of its path that it does not override", () => {
  const parameter = (name: string, location: string, description: string) => ({
    name,
    in: location,
    description,
    required: true,
    schema: {},
  });
  const [operation] = modelOf({
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
  const [operation] = modelOf({ paths: { "/a": { get: { ...ok, parameters } } } }).operations;
  expect(operation?.parameters.map(({ value }) => [value.style, value.explode])).toEqual([
    ["form", true],
    ["simple", false],
    ["form", true],
  ]);
});

test("names of operations read as methods and are unique", () => {
  const { operations } = modelOf({
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

test("an operation that stands below several paths has a name for each, and one operationId", () => {
  const { operations, webhooks } = modelOf({
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

test("parts of other files are components, named by the end of their pointer", () => {
  const { model } = buildFiles({
    "openapi.yaml": `
openapi: 3.1.0
info: {title: a, version: "1", description: {$ref: text.md}}
paths:
  /a: {$ref: 'paths/a.yaml#/a'}
components:
  schemas:
    Own: {$ref: 'schemas/own.yaml#/Own'}
    Taken: {type: string}
`,
    "text.md": "# Hello",
    "paths/a.yaml": `
a:
  get:
    parameters: [{$ref: '../shared.yaml#/limit'}]
    responses:
      "200": {$ref: '../shared.yaml#/ok'}
`,
    "shared.yaml": `
limit: {name: limit, in: query, schema: {$ref: 'schemas/own.yaml#/Taken'}}
ok: {description: ok, content: {application/json: {schema: {$ref: 'schemas/own.yaml#/Own'}}}}
`,
    "schemas/own.yaml": `
Own: {properties: {next: {$ref: '#/Own'}, whole: {$ref: whole.json}}}
Taken: {type: integer}
`,
    "schemas/whole.json": '{"type": "boolean"}',
  });
  const { components, operations, info } = model;
  expect(info.description).toBe("# Hello");
  expect([...components.schemas.keys()]).toEqual(["Own", "Taken", "Taken-2", "whole"]);
  expect([...components.parameters.keys()]).toEqual(["limit"]);
  expect(operations[0]?.parameters[0]?.name).toBe("limit");
  expect(operations[0]?.responses.get("200")?.name).toBe("ok");
  const own = components.schemas.get("Own");
  expect(own?.location.file).toMatch(/schemas\/own\.yaml$/);
  expect(own?.properties?.get("next")?.ref?.name).toBe("Own");
  expect(own?.properties?.get("next")?.ref?.target).toBe(own);
  expect(components.schemas.get("Taken")?.types).toEqual(["string"]);
  expect(components.schemas.get("Taken-2")?.types).toEqual(["integer"]);
});

test("examples come with their references resolved", () => {
  const content = {
    "application/json": {
      examples: {
        one: { $ref: "#/components/examples/one" },
        two: { value: { $ref: "#/components/examples/one/value" } },
      },
    },
    "text/plain": { example: "x" },
  };
  const [operation] = modelOf({
    paths: { "/a": { get: { responses: { 200: { description: "", content } } } } },
    components: { examples: { one: { value: { a: 1 } } } },
  }).operations;
  const examples = operation?.responses.get("200")?.value.content.map((type) => [...type.examples]);
  expect(examples).toEqual([
    [
      ["one", { a: 1 }],
      ["two", { a: 1 }],
    ],
    [["default", "x"]],
  ]);
});

test("security holds from the document unless an operation has its own", () => {
  const schemes = { key: { type: "apiKey", in: "header", name: "x-api-key" } };
  const { operations, components } = modelOf({
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

test.each(["007", "sentinel", "2000", "6XX", '200"', "600"])(
  "the status %s is left out",
  (status) => {
    const get = { responses: { [status]: { description: "a" } } };
    expect(modelOf({ paths: { "/a": { get } } }).operations[0]?.responses.size).toBe(0);
  },
);

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
