import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeTemporaryFolder } from "../../../test/temporary-folder.ts";
import { diff } from "../diff.ts";
import { fix } from "./fix.ts";
import { shape } from "./shape.ts";

const start = `# A shop
openapi: 3.1.0
info: { title: Shop, version: "1" }
`;
const schemas = `${start}paths: {}
components:
  schemas:
    Person: { type: object }
    Order:
      type: object
      properties:
        text: { type: string, nullable: true } # or null
        list: { type: string, enum: [a, b], nullable: true }
        constant: { type: string, const: a, nullable: true }
        untyped: { enum: [a], nullable: true, description: One }
        any: { nullable: true }
        open: { nullable: true, additionalProperties: { type: string, nullable: true } }
        one:
          description: The owner
          allOf: [{ $ref: "#/components/schemas/Person" }]
          nullable: true
        several: { oneOf: [{ $ref: "#/components/schemas/Person" }, { type: string }], nullable: true }
        either: { anyOf: [{ type: integer }, { type: string }], nullable: true }
        both: { type: object, allOf: [{ $ref: "#/components/schemas/Person" }], nullable: true }
        more: { type: number, minimum: 0, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false }
`;

/** A document after its mends in place, and the codes of the mends. */
function mend(text: string): { readonly text: string; readonly codes: readonly string[] } {
  const folder = makeTemporaryFolder({ "api.yaml": text });
  const { mends, isChanged } = fix({ document: "api.yaml", folder, inPlace: true });
  expect(isChanged).toBe(mends.length > 0);
  return {
    text: readFileSync(join(folder, "api.yaml"), "utf8"),
    codes: mends.map(({ kind }) => kind),
  };
}

test("null and exclusive bounds are spelled as in 3.1, and mean what they meant", () => {
  const { text, codes } = mend(schemas);
  expect(new Set(codes)).toEqual(new Set(["nullable-after-3.0", "boolean-bound"]));
  expect(text).not.toMatch(/nullable|exclusive\w+: (?:true|false)/);
  expect(text).toContain('text: { type: [string, "null"] } # or null');
  expect(text).toContain(
    'several: { anyOf: [{ oneOf: [{ $ref: "#/components/schemas/Person" }, { type: string }] }, { type: "null" }] }',
  );
  expect(text).toContain(
    'either: { anyOf: [{ type: integer }, { type: string }, { type: "null" }] }',
  );
  const folder = makeTemporaryFolder({ "old.yaml": schemas, "new.yaml": text });
  expect(diff({ before: "old.yaml", after: "new.yaml", folder }).worst).toBe("documentation");
  expect(mend(text)).toEqual({ text, codes: [] });
});

const operations = `${start}paths:
  /orders:
    get: { responses: { "200": { description: ok } } }
    post:
      operationId: write
      responses: { "200": { description: ok } }
  /orders/{id}:
    $ref: "#/components/pathItems/Order"
  /archive/{id}:
    $ref: "#/components/pathItems/Order"
  /people:
    post:
      operationId: write
      responses: { "200": { description: ok } }
webhooks:
  paid: { post: { responses: { "200": { description: ok } } } }
components:
  pathItems:
    Order:
      parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
      delete: { responses: { "204": { description: ok } } }
`;

test("operations get the names that they have in generated code, one at several paths gets none", () => {
  const { text, codes } = mend(operations);
  expect(codes).toEqual(["missing-operation-id", "duplicate-operation-id", "missing-operation-id"]);
  expect(text).toContain("get: { operationId: getOrders, responses");
  expect(text.match(/operationId: \w+/g)).toEqual([
    "operationId: getOrders",
    "operationId: write",
    "operationId: postPeople",
    "operationId: postPaid",
  ]);
});

test.each([
  ["{ type: string, format: date time }", "{ type: string, format: date-time }"],
  ["{ type: [integer, 'null'], format: Int-64 }", "{ type: [integer, 'null'], format: int64 }"],
  ["{ format: UUID }", "{ format: uuid }"],
  ["{ type: string, format: datetime, example: 2026-01-31 10:00 }", undefined],
  ["{ type: string, format: int-64 }", undefined],
  ["{ type: string, format: date-time }", undefined],
  ["{ type: string, format: colour }", undefined],
  ['{ type: integer, example: "5" }', "{ type: integer, example: 5 }"],
  ['{ type: integer, default: "5" }', "{ type: integer, default: 5 }"],
  ['{ type: boolean, examples: ["true", false] }', "{ type: boolean, examples: [true, false] }"],
  ['{ type: number, maximum: 4, example: "5" }', undefined],
  ['{ type: integer, example: "05" }', undefined],
  ["{ type: string, example: 5 }", undefined],
  [
    '{ type: array, items: { properties: { a: { enum: [1, 2] } } }, example: [{ a: "1" }, { a: 2 }] }',
    "{ type: array, items: { properties: { a: { enum: [1, 2] } } }, example: [{ a: 1 }, { a: 2 }] }",
  ],
  [
    '{ type: array, items: { type: integer }, example: ["1", a] }',
    undefined, // Another mistake is left, so it is not known what the example should be.
  ],
  ["{ $ref: '#/components/schemas/B', nullable: true }", undefined],
  ["{ type: string, nullable: false }", undefined],
])("%s becomes %s", (before, after = before) => {
  const write = (schema: string): string =>
    `${start}paths: {}\ncomponents: { schemas: { B: {}, A: ${schema} } }\n`;
  expect(mend(write(before)).text).toBe(write(after));
});

test("an example behind a reference is left, because several schemas may use it", () => {
  const text = `${start}paths:
  /a:
    get:
      operationId: getA
      responses:
        "200": { description: ok, content: { application/json: { schema: { type: integer }, examples: { a: { $ref: "#/components/examples/A" } } } } }
components: { examples: { A: { value: "5" } } }
`;
  expect(mend(text)).toEqual({ text, codes: [] });
});

test("in OpenAPI 3.0 null is added to the values of `enum`, and `nullable` stays", () => {
  const write = (values: string): string =>
    `openapi: 3.0.3\ninfo: { title: a, version: "1" }\npaths: {}\ncomponents: { schemas: { A: { type: string, nullable: true, enum: ${values} } } }\n`;
  expect(mend(write("[a]")).text).toBe(write("[a, null]"));
});

const shaped = `${start}tags: [{ name: gone }, { name: shop }]
paths:
  /old: { get: { tags: [gone], responses: { "200": { description: ok } } } }
  /orders:
    get:
      tags: [shop]
      responses: { "200": { description: ok, content: { application/json: { schema: { $ref: "#/components/schemas/Order" } } } } }
  /people:
    get: { tags: [shop], responses: { "200": { description: ok } } }
components:
  schemas:
    Order: { type: object, properties: { at: { type: string, format: datetime } } }
    Gone: { type: string, nullable: true }
`;
const overlay = `overlay: 1.0.0
info: { title: Mine, version: "1" }
actions:
  - target: $.components.schemas.Order.properties
    update:
      id: { type: string, format: UUID, default: 1 }
`;
const rules = { rename: { "GET /people": "listPeople" } };
const input = {
  ...{ overlays: ["mine.yaml"], include: { tags: ["shop"] } },
  names: { operations: rules, schemas: { rename: { Order: "Purchase" } } },
};

test("with `input`, the mends are those of the shaped document, and their overlay is the next one", () => {
  const folder = makeTemporaryFolder({ "api.yaml": shaped, "mine.yaml": overlay });
  const options = { document: "api.yaml", folder, input };
  const { mends, diagnostics } = fix({ ...options, output: "mends.yaml" });
  expect(mends.map(({ kind, file, line, column }) => [kind, file, line, column])).toEqual([
    ["missing-operation-id", "api.yaml", 8, 5],
    ["misspelt-format", "api.yaml", 15, 42],
    ["misspelt-format", "mine.yaml", 6, 7],
  ]);
  expect(diagnostics).toMatchObject([{ code: "invalid-default", file: "mine.yaml" }]);
  const overlays = ["mine.yaml", "mends.yaml"];
  const { text } = shape({ ...options, input: { ...input, overlays } });
  expect(text).toMatch(/operationId: getOrders.*format: date-time.*format: uuid/s);
  expect(fix({ ...options, input: { ...input, overlays } }).mends).toEqual([]);
});

test("a document whose input has filters is changed in place, and one with overlays is not", () => {
  const folder = makeTemporaryFolder({ "api.yaml": shaped, "mine.yaml": overlay });
  const options = { document: "api.yaml", folder, inPlace: true };
  expect(() => fix({ ...options, input })).toThrow("without overlays");
  const { overlays: _, ...filters } = input;
  expect(fix({ ...options, input: filters }).isChanged).toBe(true);
  expect(readFileSync(join(folder, "api.yaml"), "utf8")).toBe(
    shaped
      .replace("tags: [shop]\n", "operationId: getOrders\n      tags: [shop]\n")
      .replace("format: datetime", "format: date-time"),
  );
});

test("a large file of JSON keeps its text, too", () => {
  const long = String.raw`[\"] `.repeat(700_000);
  const text = `{
\t"openapi": "3.1.0", "info": {"title":"é {", "version" : "1.0"},
\t"x-text": "${long}",
\t"paths": { "/a": {"get" :
\t\t{ "responses": { "200": { "description": "}" } } } } },
\t"components": { "schemas": { "A": {"type":"string", "nullable":true, "x-a": 1.0} } }
}
`;
  const mended = text
    .replace('{ "responses"', '{ "operationId": "getA", "responses"')
    .replace('"type":"string", "nullable":true', '"type": ["string", "null"]');
  expect(mend(text).text === mended).toBe(true); // A difference would be printed for minutes.
});

test("YAML that begins like JSON keeps its text", () => {
  const text =
    '{ openapi: 3.1.0, info: { title: a, version: "1" }, paths: {}, components: { schemas: { A: { type: string, nullable: true } } } } # a\n';
  expect(mend(text).text).toBe(text.replace("string, nullable: true", '[string, "null"]'));
});
