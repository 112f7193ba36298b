import { expect, test } from "vitest";
import { buildModelFrom } from "../../test/build-model-from.ts";
import { compareModels } from "./compare-models.ts";
import type { Document } from "./testing/document-pairs.ts";
import {
  wrapBody,
  wrapHeader,
  wrapOperation,
  wrapParameter,
  wrapSchema,
} from "./testing/documents.ts";

/** The kinds of changes that are more than documentation, in both directions. */
function listKinds(before: Document, after: Document): readonly string[] {
  const [from, to] = [buildModelFrom(before), buildModelFrom(after)];
  return [...compareModels(from, to), ...compareModels(to, from)]
    .filter(({ severity }) => severity !== "documentation")
    .map(({ kind }) => kind);
}

const text = { type: "string" };
const list = { type: "array", items: text };
const object = { type: "object", properties: { a: text } };

// biome-ignore-start lint/suspicious/noThenProperty: a keyword of JSON Schema.
test.each<[string, unknown, unknown]>([
  ["a minLength of 0", { ...text, minLength: 0 }, text],
  ["a minItems of 0", { ...list, minItems: 0 }, list],
  ["a minProperties of 0", { ...object, minProperties: 0 }, object],
  ["items without a schema", { type: "array", items: {} }, { type: "array" }],
  ["items that are true", { type: "array", items: true }, { type: "array" }],
  ["items that are true or empty", { type: "array", items: true }, { type: "array", items: {} }],
  [
    "items after positions that are true",
    { prefixItems: [text], items: true },
    { prefixItems: [text] },
  ],
  ["a last position that is true", { prefixItems: [text, true] }, { prefixItems: [text] }],
  ["additionalProperties that are true", { ...object, additionalProperties: true }, object],
  ["additionalProperties that are empty", { ...object, additionalProperties: {} }, object],
  ["uniqueItems that is false", { ...list, uniqueItems: false }, list],
  ["an empty required", { ...object, required: [] }, object],
  [
    "a name that is required twice",
    { ...object, required: ["a", "a"] },
    { ...object, required: ["a"] },
  ],
  ["minContains of 1", { ...list, contains: text, minContains: 1 }, { ...list, contains: text }],
  ["deprecated that is false", { ...text, deprecated: false }, text],
  ["readOnly that is false", { ...text, readOnly: false, writeOnly: false }, text],
  ["unevaluatedProperties that is true", { ...object, unevaluatedProperties: true }, object],
  ["unevaluatedItems that is true", { ...list, unevaluatedItems: true }, list],
  ["properties without any", { type: "object", properties: {} }, { type: "object" }],
  ["patternProperties without any", { ...object, patternProperties: {} }, object],
  ["dependentRequired without any", { ...object, dependentRequired: {} }, object],
  ["dependentRequired of nothing", { ...object, dependentRequired: { a: [] } }, object],
  ["dependentSchemas without any", { ...object, dependentSchemas: {} }, object],
  ["dependentSchemas that are true", { ...object, dependentSchemas: { a: true } }, object],
  ["propertyNames that is true", { ...object, propertyNames: true }, object],
  ["propertyNames that are texts", { ...object, propertyNames: text }, object],
  ["prefixItems without any", { ...list, prefixItems: [] }, list],
  ["an empty allOf", { ...text, allOf: [] }, text],
  ["an empty schema that is true", {}, true],
  ["not that is false", { ...text, not: false }, text],
  ["if without then and else", { ...text, if: { minLength: 3 } }, text],
  ["then and else without if", { ...text, then: { minLength: 3 }, else: { maxLength: 3 } }, text],
  ["then that is true", { ...text, if: { minLength: 3 }, then: true }, text],
  ["minContains without contains", { ...list, minContains: 2, maxContains: 3 }, list],
  [
    "a condition that is true",
    { ...text, if: true, then: { minLength: 3 } },
    { ...text, minLength: 3 },
  ],
])("a default written out is no change: %s", (_, before, after) => {
  expect(listKinds(wrapSchema(before), wrapSchema(after))).toEqual([]);
});

test.each<[string, unknown, unknown]>([
  ["maxLength of a number", { type: "integer", maxLength: 3 }, { type: "integer" }],
  ["properties of a text", { ...text, properties: { a: text }, required: ["a"] }, text],
  ["items of an object", { ...object, items: text, minItems: 2 }, object],
  ["minimum of a text", { ...text, minimum: 3, multipleOf: 2 }, text],
  ["pattern of a list", { ...list, pattern: "^a" }, list],
  ["a format of numbers at a text", { ...text, format: "float" }, text],
  ["a format of texts at a number", { type: "integer", format: "date" }, { type: "integer" }],
  [
    "contentMediaType of a number",
    { type: "integer", contentMediaType: "text/html" },
    { type: "integer" },
  ],
  ["contentEncoding of an object", { ...object, contentEncoding: "base64" }, object],
  ["contentSchema without contentMediaType", { ...text, contentSchema: object }, text],
  ["a keyword of another type in a part", { allOf: [text, { maximum: 3 }] }, text],
  ["listed values of another type", { ...text, enum: ["a", 1] }, { ...text, enum: ["a"] }],
  ["keywords beside a constant that fits them", { const: "ab", minLength: 1 }, { const: "ab" }],
  [
    "keywords beside listed values that fit them",
    { enum: ["ab", "c"], maxLength: 3 },
    { enum: ["ab", "c"] },
  ],
  ["a listed value that its keywords refuse", { enum: ["ab", "c"], maxLength: 1 }, { enum: ["c"] }],
  [
    "a lower bound below another one",
    { type: "number", minimum: 3, exclusiveMinimum: 3 },
    { type: "number", exclusiveMinimum: 3 },
  ],
  [
    "an upper bound above another one",
    { type: "number", maximum: 3, exclusiveMaximum: 5 },
    { type: "number", maximum: 3 },
  ],
])("a keyword without effect is no change: %s", (_, before, after) => {
  expect(listKinds(wrapSchema(before), wrapSchema(after))).toEqual([]);
});

const pet = { $ref: "#/components/schemas/Pet" };
const components = { Pet: object };

test.each<[string, unknown, unknown]>([
  ["oneOf of constants", { oneOf: [{ const: "a" }, { const: "b" }] }, { enum: ["a", "b"] }],
  ["anyOf of constants", { anyOf: [{ const: "a" }, { const: "b" }] }, { enum: ["a", "b"] }],
  [
    "oneOf of described constants",
    {
      ...text,
      oneOf: [
        { const: "a", title: "A" },
        { const: "b", description: "B" },
      ],
    },
    { ...text, enum: ["a", "b"] },
  ],
  [
    "anyOf of lists of values",
    {
      anyOf: [
        { ...text, enum: ["a", "b"] },
        { ...text, enum: ["c"] },
      ],
    },
    { ...text, enum: ["a", "b", "c"] },
  ],
  [
    "a list of values and null",
    { anyOf: [{ oneOf: [{ const: "a" }, { const: "b" }] }, { type: "null" }] },
    { enum: ["a", "b", null] },
  ],
  ["a typed constant", { ...text, const: "a" }, { const: "a" }],
  ["a list of one value", { enum: ["a"] }, { const: "a" }],
  ["a typed list of one value", { ...text, enum: ["a"] }, { const: "a" }],
  ["a typed list of values", { type: ["string", "integer"], enum: ["a", 1] }, { enum: ["a", 1] }],
  ["the order of listed values", { enum: ["a", "b"] }, { enum: ["b", "a"] }],
  ["a value that is listed twice", { enum: ["a", "b", "a"] }, { enum: ["a", "b"] }],
  ["both booleans", { type: "boolean", enum: [true, false] }, { type: "boolean" }],
  ["only null", { type: "null" }, { const: null }],
  ["a list of one type", { type: ["string"] }, text],
  ["the order of types", { type: ["string", "integer"] }, { type: ["integer", "string"] }],
  ["integers among numbers", { type: ["integer", "number"] }, { type: "number" }],
  ["all types", { type: ["null", "boolean", "object", "array", "number", "string"] }, {}],
  [
    "alternatives of types",
    { anyOf: [text, { type: "integer" }] },
    { type: ["string", "integer"] },
  ],
  [
    "a minimum of integers",
    { type: "integer", minimum: 5 },
    { type: "integer", exclusiveMinimum: 4 },
  ],
  [
    "a maximum of integers",
    { type: "integer", maximum: 5 },
    { type: "integer", exclusiveMaximum: 6 },
  ],
  [
    "a broken minimum of integers",
    { type: "integer", minimum: 4.5 },
    { type: "integer", minimum: 5 },
  ],
  ["multiples of 1 that are integers", { type: "integer", multipleOf: 1 }, { type: "integer" }],
  ["multiples of 1 among numbers", { type: "number", multipleOf: 1 }, { type: "integer" }],
  ["anyOf of one schema", { anyOf: [object] }, object],
  ["oneOf of one schema", { oneOf: [pet] }, pet],
  ["allOf of one schema", { allOf: [pet] }, pet],
  ["allOf in allOf", { allOf: [{ allOf: [text, { minLength: 1 }] }] }, { ...text, minLength: 1 }],
  ["anyOf in anyOf", { anyOf: [{ anyOf: [object, list] }, text] }, { anyOf: [object, list, text] }],
  ["an alternative twice", { anyOf: [pet, list, pet] }, { anyOf: [pet, list] }],
  ["the order of alternatives", { oneOf: [list, text, object] }, { oneOf: [object, list, text] }],
  ["an alternative that nothing fits", { anyOf: [list, false] }, list],
  ["a part that everything fits", { allOf: [true, list] }, list],
  ["alternatives that exclude each other", { oneOf: [list, object] }, { anyOf: [list, object] }],
  ["not everything", { not: {} }, false],
  ["a reference", pet, object],
  [
    "a nullable reference",
    { anyOf: [pet, { type: "null" }] },
    { ...object, type: ["object", "null"] },
  ],
  ["null first or last", { oneOf: [{ type: "null" }, pet] }, { oneOf: [pet, { type: "null" }] }],
  [
    "the case of a media type",
    { ...text, contentMediaType: "Text/HTML" },
    { ...text, contentMediaType: "text/html" },
  ],
  [
    "the case of an encoding",
    { ...text, contentEncoding: "BASE64" },
    { ...text, contentEncoding: "base64" },
  ],
  ["the order of required names", { required: ["a", "b"] }, { required: ["b", "a"] }],
])("another spelling is no change: %s", (_, before, after) => {
  const [from, to] = [before, after].map((schema) => wrapSchema(schema, components));
  expect(listKinds(from as Document, to as Document)).toEqual([]);
});

const in30 = (schema: unknown): Document => ({
  ...wrapSchema(schema, components),
  openapi: "3.0.3",
});

test.each<[string, unknown, unknown]>([
  ["nullable", { ...text, nullable: true }, { type: ["string", "null"] }],
  ["nullable that is false", { ...text, nullable: false }, text],
  [
    "a nullable list of values",
    { ...text, nullable: true, enum: ["a", null] },
    { enum: ["a", null] },
  ],
  ["a nullable reference", { allOf: [pet], nullable: true }, { anyOf: [pet, { type: "null" }] }],
  [
    "an exclusive minimum",
    { type: "number", minimum: 3, exclusiveMinimum: true },
    { type: "number", exclusiveMinimum: 3 },
  ],
  [
    "an exclusive minimum that is false",
    { type: "number", minimum: 3, exclusiveMinimum: false },
    { type: "number", minimum: 3 },
  ],
  [
    "an exclusive maximum",
    { type: "number", maximum: 3, exclusiveMaximum: true },
    { type: "number", exclusiveMaximum: 3 },
  ],
  ["an example", { ...text, example: "a" }, { ...text, examples: ["a"] }],
  ["one value of enum", { ...text, enum: ["a"] }, { const: "a" }],
  ["bytes as text", { ...text, format: "byte" }, { ...text, contentEncoding: "base64" }],
])("OpenAPI 3.0 and 3.1 write one thing in two ways: %s", (_, before, after) => {
  expect(listKinds(in30(before), wrapSchema(after, components))).toEqual([]);
});

test("an alternative with a rule beside its reference is not the same as without it", () => {
  const narrower = { ...pet, required: ["a"] };
  const before = { anyOf: [list, narrower, pet] };
  const after = { anyOf: [list, narrower] };
  const [from, to] = [before, after].map((schema) => wrapSchema(schema, components));
  expect(listKinds(from as Document, to as Document)).not.toEqual([]);
});

test("a file is binary in OpenAPI 3.0, and has a media type in 3.1", () => {
  const form = (file: object): object => ({
    "multipart/form-data": { schema: { type: "object", properties: { file } } },
  });
  const before = wrapBody(form({ ...text, format: "binary" }));
  for (const file of [{ ...text, contentMediaType: "application/octet-stream" }, {}]) {
    expect(listKinds({ ...before, openapi: "3.0.3" }, wrapBody(form(file)))).toEqual([]);
  }
  const download = (schema: object): object => ({ "application/octet-stream": { schema } });
  const old = wrapBody(download({ ...text, format: "binary" }));
  const now = wrapBody(download({ ...text, contentMediaType: "application/octet-stream" }));
  expect(listKinds({ ...old, openapi: "3.0.3" }, now)).toEqual([]);
});

const header = { in: "header", name: "X-A" };
const path = { in: "path", required: true };
const cookie = { in: "cookie" };

test.each<[string, object, object]>([
  ["required that is false", { required: false }, {}],
  ["deprecated that is false", { deprecated: false }, {}],
  ["allowReserved that is false", { allowReserved: false }, {}],
  ["allowEmptyValue that is false", { allowEmptyValue: false }, {}],
  ["form in the query", { style: "form", explode: true, schema: list }, { schema: list }],
  [
    "simple in a header",
    { ...header, style: "simple", explode: false, schema: list },
    { ...header, schema: list },
  ],
  [
    "simple in the path",
    { ...path, style: "simple", explode: false, schema: list },
    { ...path, schema: list },
  ],
  [
    "form in a cookie",
    { ...cookie, style: "form", explode: true, schema: list },
    { ...cookie, schema: list },
  ],
  ["explode of a text", { explode: false }, {}],
  [
    "explode of a number in the path",
    { ...path, explode: true, schema: { type: "integer" } },
    { ...path, schema: { type: "integer" } },
  ],
  ["explode of a text in a header", { ...header, explode: true }, header],
  ["explode of a text in a cookie", { ...cookie, explode: false }, cookie],
  [
    "explode of a simple list",
    { ...header, explode: true, schema: list },
    { ...header, schema: list },
  ],
  [
    "explode of a matrix text",
    { ...path, style: "matrix", explode: true },
    { ...path, style: "matrix" },
  ],
  [
    "explode of deepObject",
    { style: "deepObject", explode: true, schema: object },
    { style: "deepObject", schema: object },
  ],
  [
    "style beside content",
    {
      schema: undefined,
      content: { "application/json": { schema: object } },
      style: "form",
      explode: false,
    },
    { schema: undefined, content: { "application/json": { schema: object } } },
  ],
  ["allowEmptyValue in a header", { ...header, allowEmptyValue: true }, header],
  ["allowReserved in a header", { ...header, allowReserved: true }, header],
  ["an example and examples", { example: "a" }, { examples: { default: { value: "a" } } }],
  [
    "the case of a media type",
    { schema: undefined, content: { "Application/JSON": { schema: object } } },
    { schema: undefined, content: { "application/json": { schema: object } } },
  ],
])("a parameter that means the same is no change: %s", (_, before, after) => {
  expect(listKinds(wrapParameter(before), wrapParameter(after))).toEqual([]);
});

test("a parameter that is taken from the path means the same as one of the operation", () => {
  const parameters = [{ name: "p", in: "query", schema: text }];
  const before = { paths: { "/a": { parameters, post: { operationId: "a", responses: {} } } } };
  const after = { paths: { "/a": { post: { operationId: "a", responses: {}, parameters } } } };
  expect(listKinds(before, after)).toEqual([]);
});

test.each<[string, object, object]>([
  ["required that is false", { schema: text, required: false }, { schema: text }],
  ["style that is simple", { schema: list, style: "simple", explode: false }, { schema: list }],
  ["explode of a text", { schema: text, explode: true }, { schema: text }],
  ["explode of a list", { schema: list, explode: true }, { schema: list }],
  [
    "the case of a media type",
    { content: { "Application/JSON": { schema: object } } },
    { content: { "application/json": { schema: object } } },
  ],
])("a header that means the same is no change: %s", (_, before, after) => {
  expect(listKinds(wrapHeader(before), wrapHeader(after))).toEqual([]);
});

const form = "application/x-www-form-urlencoded";
const parts = "multipart/form-data";
const typed = {
  type: "object",
  properties: {
    a: text,
    n: { type: "integer" },
    o: object,
    l: list,
    os: { type: "array", items: object },
    f: { ...text, format: "binary" },
  },
};
const encode = (type: string, encoding?: object): Document =>
  wrapBody({ [type]: { schema: typed, ...(encoding === undefined ? {} : { encoding }) } });

test.each<[string, string, object]>([
  ["an empty encoding", form, {}],
  ["an empty encoding of a property", form, { a: {} }],
  ["form and explode", form, { l: { style: "form", explode: true } }],
  ["explode of a text", form, { a: { explode: false } }],
  ["allowReserved that is false", form, { a: { allowReserved: false } }],
  ["no headers", parts, { f: { headers: {} } }],
  ["text/plain of a text", parts, { a: { contentType: "text/plain" } }],
  ["text/plain of a number", parts, { n: { contentType: "text/plain" } }],
  ["text/plain in another case", parts, { a: { contentType: "Text/Plain" } }],
  ["application/json of an object", parts, { o: { contentType: "application/json" } }],
  ["text/plain of a list of texts", parts, { l: { contentType: "text/plain" } }],
  ["application/json of a list of objects", parts, { os: { contentType: "application/json" } }],
  ["application/octet-stream of a file", parts, { f: { contentType: "application/octet-stream" } }],
  [
    "Content-Type among the headers",
    parts,
    { f: { headers: { "Content-Type": { schema: text } } } },
  ],
])("an encoding that means the same is no change: %s", (_, type, encoding) => {
  expect(listKinds(encode(type), encode(type, encoding))).toEqual([]);
});

test("an encoding beside a body that is no form is no change", () => {
  const json = { "application/json": { schema: object } };
  const encoded = { "application/json": { schema: object, encoding: { a: { explode: false } } } };
  expect(listKinds(wrapBody(json), wrapBody(encoded))).toEqual([]);
});

test("names of headers of parts have no case", () => {
  const named = (name: string): Document =>
    encode(parts, { f: { headers: { [name]: { schema: text } } } });
  expect(listKinds(named("X-A"), named("x-a"))).toEqual([]);
});

test.each<[string, string, string]>([
  ["case", "Application/JSON", "application/json"],
  ["spaces", "text/plain; charset=utf-8", "text/plain;charset=utf-8"],
  ["case of a charset", "text/plain;charset=UTF-8", "text/plain;charset=utf-8"],
  ["case of the name of a parameter", "text/plain;Charset=utf-8", "text/plain;charset=utf-8"],
  ["quotes", 'text/plain;charset="utf-8"', "text/plain;charset=utf-8"],
  [
    "the order of parameters",
    "text/plain;charset=utf-8;format=flowed",
    "text/plain;format=flowed;charset=utf-8",
  ],
])("a media type is the same in another spelling: %s", (_, before, after) => {
  const describe = (type: string): Document => wrapBody({ [type]: { schema: text } });
  expect(listKinds(describe(before), describe(after))).toEqual([]);
});

const bearer = { type: "http", scheme: "bearer" };
const key = { type: "apiKey", in: "header", name: "X-Key" };
const oauth = (flow: object): object => ({ type: "oauth2", flows: { clientCredentials: flow } });
const tokens = { tokenUrl: "https://a.example/token", scopes: { read: "", write: "" } };
const secure = (security: readonly object[], rest: object = {}, schemes: object = {}): Document =>
  wrapOperation(
    { security, ...rest },
    {
      components: { securitySchemes: { k: key, b: bearer, o: oauth(tokens), ...schemes } },
    },
  );

test.each<[string, Document, Document]>([
  [
    "the case of a scheme",
    secure([{ b: [] }]),
    secure([{ b: [] }], {}, { b: { ...bearer, scheme: "Bearer" } }),
  ],
  [
    "the case of a header",
    secure([{ k: [] }]),
    secure([{ k: [] }], {}, { k: { ...key, name: "x-key" } }),
  ],
  ["the order of alternatives", secure([{ k: [] }, { b: [] }]), secure([{ b: [] }, { k: [] }])],
  ["the order of schemes", secure([{ k: [], b: [] }]), secure([{ b: [], k: [] }])],
  ["the order of scopes", secure([{ o: ["read", "write"] }]), secure([{ o: ["write", "read"] }])],
  ["an alternative twice", secure([{ k: [] }, { k: [] }]), secure([{ k: [] }])],
  ["a scope twice", secure([{ o: ["read", "read"] }]), secure([{ o: ["read"] }])],
  [
    "the order and the text of scopes of a flow",
    secure([{ o: ["read"] }]),
    secure([{ o: ["read"] }], {}, { o: oauth({ ...tokens, scopes: { write: "W", read: "R" } }) }),
  ],
  [
    "security of the document",
    secure([{ k: [] }]),
    {
      ...secure([]),
      paths: { "/a": { post: { operationId: "a", responses: { 200: { description: "" } } } } },
      security: [{ k: [] }],
    },
  ],
])("security that means the same is no change: %s", (_, before, after) => {
  expect(listKinds(before, after)).toEqual([]);
});

test.each<[string, object, object]>([
  ["deprecated that is false", { deprecated: false }, {}],
  ["no tags", { tags: [] }, {}],
  ["the order of further tags", { tags: ["a", "b", "c"] }, { tags: ["a", "c", "b"] }],
  ["no parameters", { parameters: [] }, {}],
  ["no callbacks", { callbacks: {} }, {}],
  [
    "a body that is not required",
    { requestBody: { content: {}, required: false } },
    { requestBody: { content: {} } },
  ],
  [
    "a header that OpenAPI ignores",
    { parameters: [{ in: "header", name: "Accept", schema: text }] },
    {},
  ],
])("an operation that means the same is no change: %s", (_, before, after) => {
  expect(listKinds(wrapOperation(before), wrapOperation(after))).toEqual([]);
});

test.each<[string, object, object]>([
  ["no servers", { servers: [] }, {}],
  ["the default server", { servers: [{ url: "/" }] }, {}],
  ["no variables", { servers: [{ url: "/a", variables: {} }] }, { servers: [{ url: "/a" }] }],
  ["no security", { security: [] }, {}],
])("a document that means the same has no change: %s", (_, before, after) => {
  expect(listKinds(wrapOperation({}, before), wrapOperation({}, after))).toEqual([]);
});
// biome-ignore-end lint/suspicious/noThenProperty: a keyword of JSON Schema.
