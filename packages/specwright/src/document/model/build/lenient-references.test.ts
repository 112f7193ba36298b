import { expect, test } from "vitest";
import { buildFiles } from "../../../../test/build-model-from.ts";
import { buildLenient } from "../../../../test/lenient.ts";

test("examples, links and mappings that lead nowhere are reported and left out", () => {
  const { model, reported } = buildLenient({
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

test("texts and an operationId may be references, and an empty tag is ignored", () => {
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

test("methods that refer to one operation have names of their own, and keep the members beside the reference", () => {
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

test("a name that is encoded already, and `#/` for a whole file, are understood", () => {
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
