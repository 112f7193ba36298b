import { expect, test } from "vitest";
import { buildFiles, buildSchemaA, buildValue } from "../../../../../test/build-model-from.ts";

test("a schema has exactly the keywords that were written", () => {
  const schema = buildSchemaA({
    A: {
      $id: "https://example.com/a",
      type: ["object", "null"],
      title: "T",
      const: null,
      default: null,
      minProperties: 1,
      properties: { __proto__x: true, a: { type: "string", pattern: "^a" } },
      prefixItems: [{}],
      dependentRequired: { a: ["b"] },
      "x-mine": 1,
      unknown: 2,
    },
  });
  const { location, properties, prefixItems, extensions, dependentRequired, ...rest } = schema;
  expect(rest).toEqual({
    id: "https://example.com/a",
    types: ["object", "null"],
    title: "T",
    const: { value: null },
    default: { value: null },
    minProperties: 1,
  });
  expect(location).toEqual({ file: "openapi.json", pointer: "/components/schemas/A" });
  expect(properties?.get("a")).toEqual({
    location: { file: "openapi.json", pointer: "/components/schemas/A/properties/a" },
    types: ["string"],
    pattern: "^a",
  });
  expect(properties?.get("__proto__x")?.boolean).toBe(true);
  expect(prefixItems).toHaveLength(1);
  expect([...(extensions ?? [])]).toEqual([
    ["x-mine", 1],
    ["unknown", 2],
  ]);
  expect(dependentRequired?.get("a")).toEqual(["b"]);
});

test("a circular reference comes with its target, which is the same schema again", () => {
  const schema = buildSchemaA({ A: { properties: { child: { $ref: "#/components/schemas/A" } } } });
  const child = schema.properties?.get("child");
  expect(child?.ref).toMatchObject({ name: "A", text: "#/components/schemas/A" });
  expect(child?.ref?.target).toBe(schema);
});

test("a reference into the middle of the document has no name, and keywords beside it count", () => {
  const schema = buildSchemaA({
    A: { $ref: "#/components/schemas/B/properties/c", maxLength: 3 },
    B: { properties: { c: { type: "string" } } },
  });
  expect(schema.ref?.name).toBeUndefined();
  expect(schema.ref?.target.types).toEqual(["string"]);
  expect(schema.maxLength).toBe(3);
});

test.each<[string, object, object]>([
  ["nullable is a type", { type: "string", nullable: true }, { types: ["string", "null"] }],
  ["nullable false is none", { type: "string", nullable: false }, { types: ["string"] }],
  [
    "a boolean exclusiveMaximum makes the maximum exclusive, in any order",
    { exclusiveMaximum: true, maximum: 5 },
    { exclusiveMaximum: 5 },
  ],
  ["a false one does not", { minimum: 5, exclusiveMinimum: false }, { minimum: 5 }],
  ["an example is one of the examples", { example: "x" }, { examples: ["x"] }],
  [
    "only annotations stand beside a reference",
    { $ref: "#/components/schemas/B", maxLength: 1, description: "d" },
    { description: "d" },
  ],
])("3.0: %s", (_, written, expected) => {
  const { location, ref, ...rest } = buildSchemaA({ A: written, B: {} }, "3.0.3");
  expect(rest).toEqual(expected);
});

test("an entry of required that is not a string is left out by itself, with a warning at its place", () => {
  const { model, diagnostics } = buildValue({
    components: {
      schemas: { A: { required: ["a", 1, "b"], dependentRequired: { a: [null, "b"], c: "d" } } },
    },
  });
  const schema = model.components.schemas.get("A");
  expect(schema?.required).toEqual(["a", "b"]);
  expect(schema?.dependentRequired).toEqual(new Map([["a", ["b"]]]));
  expect(diagnostics.map(({ code, severity, pointer }) => [code, severity, pointer])).toEqual([
    ["invalid-keyword", "warning", "/components/schemas/A/required/1"],
    ["invalid-keyword", "warning", "/components/schemas/A/dependentRequired/a/0"],
    ["invalid-keyword", "warning", "/components/schemas/A/dependentRequired"],
  ]);
});

test("values of the wrong kind are left out with a warning at their place", () => {
  const { model, diagnostics } = buildValue({
    components: {
      schemas: { A: { maxLength: "3", required: true, type: "file", nullable: "yes", title: "t" } },
    },
  });
  const { location, ...rest } = model.components.schemas.get("A") ?? {};
  expect(rest).toEqual({ title: "t" });
  expect(diagnostics.map(({ code, severity, pointer }) => [code, severity, pointer])).toEqual(
    ["maxLength", "required", "type", "nullable"].map((keyword) => [
      "invalid-keyword",
      "warning",
      `/components/schemas/A/${keyword}`,
    ]),
  );
});

test("the fix of a value of the wrong kind says which values the keyword has", () => {
  const A = { maxLength: "3", required: "name", uniqueItems: "yes", properties: [], allOf: {} };
  const { diagnostics } = buildValue({ components: { schemas: { A } } });
  expect(diagnostics.map(({ fix }) => fix)).toEqual([
    "Write a whole number from 0 on, or remove it.",
    "Write a list of names of properties, such as `[id, name]`, or remove it.",
    "Write true or false, or remove it.",
    "Write a schema for each name, or remove it.",
    "Write a list of schemas, one at least, or remove it.",
  ]);
});

test.each([
  { multipleOf: 0 },
  { multipleOf: -1 },
  { minLength: -1 },
  { maxItems: 1.5 },
  { anyOf: [] },
  { prefixItems: [] },
])("%j, which the metaschema forbids, is left out with a warning", (A) => {
  const { model, diagnostics } = buildValue({ components: { schemas: { A } } });
  const { location, ...rest } = model.components.schemas.get("A") ?? {};
  expect(rest).toEqual({});
  expect(diagnostics).toMatchObject([{ code: "invalid-keyword", severity: "warning" }]);
});

test.each([
  [{ minimum: 0, exclusiveMinimum: true }, { exclusiveMinimum: 0 }, "says whether `minimum`"],
  [{ maximum: 9, exclusiveMaximum: false }, { maximum: 9 }, "says whether `maximum`"],
  [{ type: null }, { types: ["null"] }, 'read as `"null"`'],
  [{ type: ["string", null] }, { types: ["string", "null"] }, 'read as `"null"`'],
  [{ items: [{ type: "string" }] }, { prefixItems: [{}] }, "read as `prefixItems`"],
])("%j of other versions is read, and reported under its own name", (A, read, reported) => {
  const { model, diagnostics } = buildValue({ components: { schemas: { A } } });
  const { location, ...rest } = model.components.schemas.get("A") ?? {};
  expect(Object.keys(rest)).toEqual(Object.keys(read));
  expect(rest).toMatchObject(read);
  expect(diagnostics).toMatchObject([{ code: "invalid-keyword", severity: "warning" }]);
  expect(diagnostics[0]?.message).toContain(reported);
});

test("names of the prototype are ordinary properties", () => {
  const { model } = buildFiles({
    "openapi.yaml":
      "openapi: 3.1.0\ninfo: {title: a, version: '1'}\ncomponents: {schemas: {A: {properties: {__proto__: {type: string}, constructor: true}}}}",
  });
  const properties = model.components.schemas.get("A")?.properties;
  expect([...(properties?.keys() ?? [])]).toEqual(["__proto__", "constructor"]);
});

test("a discriminator's mapping holds names, whichever way it refers to them", () => {
  const { model } = buildFiles({
    "openapi.yaml": `
openapi: 3.1.0
info: {title: a, version: "1"}
components:
  schemas:
    Pet:
      oneOf: [{$ref: '#/components/schemas/Cat'}, {$ref: 'dog.yaml'}]
      discriminator:
        propertyName: kind
        mapping: {cat: Cat, tom: '#/components/schemas/Cat', dog: dog.yaml}
    Cat: {type: object}
`,
    "dog.yaml": "type: object",
  });
  expect([...(model.components.schemas.get("Pet")?.discriminator?.mapping ?? [])]).toEqual([
    ["cat", "Cat"],
    ["tom", "Cat"],
    ["dog", "dog"],
  ]);
});

test("integers that lose digits when they are read are warnings, and bounds are one for the document", () => {
  const { diagnostics } = buildFiles({
    "a.json": `{
      "openapi": "3.1.0", "info": { "title": "a", "version": "1" },
      "components": { "schemas": {
        "A": { "type": "integer", "enum": [9007199254740992, 9007199254740993] },
        "B": { "type": "integer", "default": 9007199254740993 },
        "C": { "type": "integer", "minimum": -9223372036854775808, "maximum": 9223372036854775807 },
        "D": { "const": { "a": [9007199254740993] } },
        "E": { "type": "number", "maximum": 9007199254740991, "default": 1e300, "enum": [0.1] },
        "F": { "type": "number", "minimum": -1.7976931348623157e308, "maximum": 3.4e38 }
      } }
    }`,
  });
  const reported = diagnostics.map(({ code, severity, pointer }) => [code, severity, pointer]);
  expect(reported).toEqual([
    ["large-integer", "warning", "/components/schemas/A/enum"],
    ["large-integer", "warning", "/components/schemas/B/default"],
    ["large-bound", "warning", "/components/schemas/C/minimum"],
    ["large-integer", "warning", "/components/schemas/D/const"],
    ["large-integer", "warning", "/components/schemas/E/default"],
  ]);
  expect(diagnostics[0]?.message).toContain("are the same now");
  expect(diagnostics[2]?.message).toContain("2 places");
  // The source line beside the message has the number as it is written.
  expect(diagnostics[2]?.message.replace("2^53", "").replace("2 places", "")).not.toMatch(/\d/);
});
