import { expect, test } from "vitest";
import { buildFiles, buildModelFrom, buildValue } from "../../../../test/build-model-from.ts";
import { DiagnosticError } from "../../../diagnostic.ts";

function catchDiagnostics(work: () => unknown) {
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
  const problems = catchDiagnostics(() =>
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
  expect(catchDiagnostics(() => buildValue(document))[0]?.code).toBe(code);
});

test("circles of references without an end are reported", () => {
  const problems = catchDiagnostics(() =>
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
  const [operation] = buildModelFrom({
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

test.each(["007", "sentinel", "2000", "6XX", '200"', "600"])(
  "the status %s is left out",
  (status) => {
    const get = { responses: { [status]: { description: "a" } } };
    expect(buildModelFrom({ paths: { "/a": { get } } }).operations[0]?.responses.size).toBe(0);
  },
);
