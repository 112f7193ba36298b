import { expect, test } from "vitest";
import { buildFiles, buildValue } from "../../../test/model-of.ts";
import { temporaryFolder } from "../../../test/temporary-folder.ts";
import { openDocument } from "../../read/open-document.ts";
import { buildModel } from "./build-model.ts";

const ok = { responses: { 200: { description: "ok" } } };

/** The model, and the code and place of each warning. */
function lenient(document: Readonly<Record<string, unknown>>) {
  const { model, diagnostics } = buildValue(document);
  const warnings = diagnostics.filter(({ severity }) => severity === "warning");
  return { model, reported: warnings.map(({ code, pointer }) => [code, pointer]) };
}

test("a name in a path without a parameter is a parameter of type string, of the operations that lack it", () => {
  const id = { name: "id", in: "path", required: true, schema: { type: "integer" } };
  const { model, reported } = lenient({
    paths: { "/a/{id}/{b}": { get: { ...ok, parameters: [id] }, put: ok, parameters: [] } },
    webhooks: { "{id}": { post: ok } },
  });
  const declared = model.operations.map(({ parameters }) =>
    parameters.map(({ value }) => [value.name, value.in, value.required, value.schema.types]),
  );
  expect(declared).toEqual([
    [
      ["id", "path", true, ["integer"]],
      ["b", "path", true, ["string"]],
    ],
    [
      ["id", "path", true, ["string"]],
      ["b", "path", true, ["string"]],
    ],
  ]);
  expect(reported).toEqual([
    ["missing-path-parameter", "/paths/~1a~1{id}~1{b}/get"],
    ["missing-path-parameter", "/paths/~1a~1{id}~1{b}/put"],
    ["missing-path-parameter", "/paths/~1a~1{id}~1{b}/put"],
  ]);
});

test("types can do without the parameters that paths imply, and keep statuses that do not exist", () => {
  const document = {
    openapi: "3.1.0",
    paths: { "/a/{id}": { get: { responses: { sometimes: { description: "" } } } } },
  };
  const folder = temporaryFolder({ "a.json": JSON.stringify(document) });
  const build = (tolerated: readonly string[]) =>
    buildModel(openDocument("a.json", { folder }), { tolerated }).model.operations[0];
  const types = build(["missing-path-parameter", "invalid-status"]);
  expect([types?.parameters, [...(types?.responses.keys() ?? [])]]).toEqual([[], ["sometimes"]]);
});

test("an operationId that is taken is none, so that the first operation keeps its name", () => {
  const { model, reported } = lenient({
    paths: {
      "/a": { get: { operationId: "same", ...ok }, put: { operationId: "same", ...ok } },
    },
  });
  expect(model.operations.map(({ name, operationId }) => [name, operationId])).toEqual([
    ["same", "same"],
    ["putA", undefined],
  ]);
  expect(reported).toEqual([["duplicate-operation-id", "/paths/~1a/put/operationId"]]);
});

test("of what is there twice the first counts, and what cannot be sent or is empty is left out", () => {
  const { model, reported } = lenient({
    paths: {
      "/a": {
        get: {
          parameters: [
            { name: "q", in: "query", schema: { type: "string" } },
            { name: "q", in: "query", schema: { type: "integer" } },
            { name: "b", in: "body" },
          ],
          "x-pagination": { resultsPath: "data" },
          responses: { 204: null, 200: { description: "ok" } },
        },
      },
      "/b": null,
    },
    components: { schemas: { Later: null, A: { type: "object", properties: { a: null } } } },
  });
  const [operation] = model.operations;
  expect(operation?.parameters.map(({ value }) => value.schema.types)).toEqual([["string"]]);
  expect(operation?.responses.get("204")?.value).toMatchObject({ description: "", content: [] });
  expect(operation?.pagination).toBeUndefined();
  expect(model.components.schemas.get("Later")).toMatchObject({ boolean: true });
  expect(reported).toEqual([
    ["duplicate-parameter", "/paths/~1a/get/parameters/1"],
    ["invalid-parameter", "/paths/~1a/get/parameters/2"],
    ["invalid-structure", "/paths/~1a/get/responses/204"],
    ["invalid-pagination", "/paths/~1a/get/x-pagination"],
    ["invalid-structure", "/paths/~1b"],
    ["invalid-schema", "/components/schemas/Later"],
    ["invalid-schema", "/components/schemas/A/properties/a"],
  ]);
});

test("a scheme that is not described stays required", () => {
  const { model, reported } = lenient({
    paths: { "/a": { get: { ...ok, security: [{ none: [] }, { half: ["a"] }] } } },
    components: { securitySchemes: { half: { type: "oauth2" } } },
  });
  expect(model.operations[0]?.security).toEqual([
    new Map([["none", []]]),
    new Map([["half", ["a"]]]),
  ]);
  expect(reported.map(([code]) => code)).toEqual([
    "invalid-security-scheme",
    "unknown-security-scheme",
    "unknown-security-scheme",
  ]);
});

test("examples, links and mappings that lead nowhere are reported and left out", () => {
  const { model, reported } = lenient({
    paths: {
      "/a": {
        get: {
          responses: {
            200: {
              description: "",
              content: {
                "application/json": {
                  examples: { a: { $ref: "#/components/examples/A" }, b: { value: 1 } },
                },
              },
              links: { next: { $ref: "https://example.com/links.json" } },
            },
          },
        },
      },
    },
    components: {
      schemas: {
        A: { type: "object", properties: { t: { type: "string" } } },
        B: {
          oneOf: [{ $ref: "#/components/schemas/A" }],
          discriminator: {
            propertyName: "t",
            mapping: { a: "#/components/schemas/A", c: "#/components/schemas/C" },
          },
        },
      },
    },
  });
  const response = model.operations[0]?.responses.get("200")?.value;
  expect([...(response?.content[0]?.examples ?? [])]).toEqual([["b", 1]]);
  expect(response?.links.size).toBe(0);
  expect([...(model.components.schemas.get("B")?.discriminator?.mapping.keys() ?? [])]).toEqual([
    "a",
  ]);
  expect(reported.map(([code]) => code)).toEqual([
    "unresolved-reference",
    "reference-outside",
    "unresolved-reference",
  ]);
});

test("an example in a file that cannot be read is reported and left out, unless a schema needs that file too", () => {
  const document = (more: string): Readonly<Record<string, string>> => ({
    "openapi.yaml": `
openapi: 3.1.0
info: {title: a, version: "1"}
paths:
  /a:
    get:
      responses:
        "200":
          description: ok
          content:
            application/json:
              examples: {a: {value: {$ref: examples/broken.json}}, b: {$ref: ./examples/broken.yaml}}
${more}`,
    "examples/broken.json": '{"a": 1,}',
    "examples/broken.yaml": "a: [",
  });
  const { diagnostics } = buildFiles(document(""));
  expect(diagnostics.map(({ severity, code }) => `${severity} ${code}`)).toEqual([
    "warning invalid-json",
    "warning invalid-yaml",
  ]);
  const needed = "components: {schemas: {S: {$ref: 'examples/broken.json'}}}";
  expect(() => buildFiles(document(needed))).toThrow("This is not valid JSON");
});

test("a component that leads through several files of the same name is the end of the chain", () => {
  const { model } = buildFiles({
    "openapi.yaml": `
openapi: 3.1.0
info: {title: a, version: "1"}
components: {schemas: {Pet: {$ref: 'one.yaml#/Pet', description: d}, Self: {$ref: '#/components/schemas/Self'}}}
`,
    "one.yaml": "Pet: {$ref: 'two.yaml#/Pet', description: e}\n",
    "two.yaml": "Pet: {type: string}\n",
  });
  expect(model.components.schemas.get("Pet")).toMatchObject({ types: ["string"] });
  expect(model.components.schemas.get("Self")?.ref?.name).toBe("Self");
});

test("texts and an operationId may be references, and an empty tag is none", () => {
  const { model, diagnostics } = buildFiles({
    "openapi.yaml": `
openapi: 3.0.0
info: {title: a, version: "1"}
paths:
  /a:
    get:
      operationId: {$ref: 'texts.yaml#/id'}
      summary: {$ref: 'texts.yaml#/text'}
      description: {$ref: long.md}
      tags: ["", b]
      responses: {}
`,
    "texts.yaml": "id: getA\ntext: A text.\n",
    "long.md": "# Long\n",
  });
  expect(diagnostics).toEqual([]);
  expect(model.operations[0]).toMatchObject({
    ...{ operationId: "getA", name: "getA", summary: "A text.", description: "# Long\n" },
    tags: ["b"],
  });
});

test("methods that refer to one operation have names of their own, and what stands beside the reference", () => {
  const { model, diagnostics } = buildFiles({
    "openapi.yaml": `
openapi: 3.0.0
info: {title: a, version: "1"}
paths:
  /a: {$ref: item.yaml}
  /b:
    get: {$ref: operation.yaml}
    put: {$ref: operation.yaml}
`,
    "item.yaml": `
get: {operationId: getA, $ref: operation.yaml}
post: {operationId: postA, summary: Own., requestBody: {content: {text/plain: {}}}, $ref: operation.yaml}
put: {parameters: [{$ref: 'parts.yaml#/a'}], $ref: operation.yaml}
`,
    "operation.yaml":
      "operationId: shared\nsummary: Shared.\nresponses: {200: {description: ok}}\n",
  });
  const reported = model.operations.map(({ name, summary, requestBody, responses }) =>
    [name, summary, requestBody !== undefined, responses.size].join(" "),
  );
  expect(reported).toEqual([
    "getA Shared. false 1",
    "postA Own. true 1",
    "shared Shared. false 1",
    "getB Shared. false 1",
    "putB Shared. false 1",
  ]);
  expect(diagnostics).toMatchObject([
    { severity: "warning", code: "beside-reference", pointer: "/put/parameters" },
  ]);
});

test("sections may be in files of their own as a whole", () => {
  const { model, diagnostics } = buildFiles({
    "openapi.yaml": `
openapi: 3.0
info: {title: a, version: "1"}
paths: {$ref: paths.yaml}
components:
  schemas: {$ref: schemas/all.yaml}
`,
    "paths.yaml": `
/a:
  get:
    responses:
      200: {description: ok, content: {application/json: {schema: {$ref: schemas/Pet.yaml}}}}
`,
    "schemas/all.yaml": "Pet: {$ref: Pet.yaml}\nOwner: {type: object, nullable: true}\n",
    "schemas/Pet.yaml":
      "{type: object, properties: {owner: {$ref: 'all.yaml#/Owner'}, name: {type: string}}}",
  });
  expect(diagnostics).toEqual([]);
  expect([...model.components.schemas.keys()]).toEqual(["Pet", "Owner"]);
  expect(model.components.schemas.get("Pet")?.properties?.size).toBe(2);
  expect(model.components.schemas.get("Owner")?.types).toEqual(["object", "null"]);
  const [content] = model.operations[0]?.responses.get("200")?.value.content ?? [];
  expect(content?.schema?.ref?.name).toBe("Pet");
});

test("a name that is encoded already, and `#/` for a whole file, are what they were meant to be", () => {
  const { model, diagnostics } = buildFiles({
    "openapi.yaml": `
openapi: 3.1.0
info: {title: a, version: "1"}
components:
  schemas:
    "Pick.%22a%22_": {type: string}
    "Plain a": {type: integer}
    B: {properties: {a: {$ref: '#/components/schemas/Pick.%22a%22_'}, b: {$ref: '#/components/schemas/Plain%20a'}, c: {$ref: 'c.yaml#/'}}}
`,
    "c.yaml": "type: boolean\n",
  });
  expect(diagnostics).toEqual([]);
  const properties = [...(model.components.schemas.get("B")?.properties?.values() ?? [])];
  expect(properties.map(({ ref }) => ref?.target.types)).toEqual([
    ["string"],
    ["integer"],
    ["boolean"],
  ]);
});

test("a status that does not exist is left out", () => {
  const responses = Object.fromEntries(
    ["200", "099", "600", "abc", "4XX", "default"].map((status) => [status, { description: "" }]),
  );
  const { model, reported } = lenient({ paths: { "/a": { get: { responses } } } });
  expect([...(model.operations[0]?.responses.keys() ?? [])]).toEqual(["200", "4XX", "default"]);
  const place = "/paths/~1a/get/responses";
  expect(reported).toEqual([
    ["invalid-status", `${place}/600`],
    ["invalid-status", `${place}/099`],
    ["invalid-status", `${place}/abc`],
  ]);
});

test("ranges and default are found by the names that OpenAPI has for them, however they are written", () => {
  const statuses = ["2xx", "4xX", "Default"].map((status) => [status, { description: "" }]);
  const { model, reported } = lenient({
    paths: { "/a": { get: { responses: Object.fromEntries(statuses) } } },
  });
  expect([...(model.operations[0]?.responses.keys() ?? [])]).toEqual(["2XX", "4XX", "default"]);
  expect(reported).toEqual([]);
});

test("a document that describes nothing, and one without a title, are reported", () => {
  const reported = (document: object) =>
    buildFiles({
      "openapi.json": JSON.stringify({ openapi: "3.1.0", ...document }),
    }).diagnostics.map(({ severity, code, pointer }) => `${severity} ${code} ${pointer}`);
  const info = { title: "t", version: "1" };
  expect(reported({})).toEqual(["warning missing-info ", "warning empty-document "]);
  expect(reported({ info, paths: {} })).toEqual([]);
  expect(reported({ info, webhooks: {} })).toEqual([]);
  expect(reported({ info, components: {} })).toEqual([]);
  expect(reported({ paths: {} })).toEqual(["warning missing-info "]);
});

test("a header that HTTP cannot carry is reported, of a request as of an answer", () => {
  const header = (name: string) => ({ name, in: "header", schema: { type: "string" } });
  const { reported } = lenient({
    paths: {
      "/a": {
        get: {
          parameters: [header("X-Fine_1"), header("X Odd"), header("Ünicode"), header("a:b")],
          responses: {
            200: { description: "", headers: { "": {}, "X(1)": {}, "X-Fine": {} } },
          },
        },
      },
    },
  });
  expect(reported).toEqual([
    ["invalid-header-name", "/paths/~1a/get/parameters/1"],
    ["invalid-header-name", "/paths/~1a/get/parameters/2"],
    ["invalid-header-name", "/paths/~1a/get/parameters/3"],
    ["invalid-header-name", "/paths/~1a/get/responses/200/headers/"],
    ["invalid-header-name", "/paths/~1a/get/responses/200/headers/X(1)"],
  ]);
});
