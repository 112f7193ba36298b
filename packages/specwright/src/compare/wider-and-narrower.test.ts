import { expect, test } from "vitest";
import { buildModelFrom } from "../../test/build-model-from.ts";
import type { Change } from "./change.ts";
import { compareModels } from "./compare-models.ts";
import type { Document } from "./testing/document-pairs.ts";
import { wrapHeader, wrapOperation, wrapParameter } from "./testing/documents.ts";

function listChanges(before: Document, after: Document): readonly Change[] {
  return compareModels(buildModelFrom(before), buildModelFrom(after));
}

/** The changes that running programs notice. */
function listNoticed(before: Document, after: Document): readonly string[] {
  return listChanges(before, after)
    .filter(({ verdicts }) => verdicts.callers !== "works")
    .map(({ kind }) => kind);
}

const text = { type: "string" };
const object = { type: "object", properties: { a: text } };
const ok = { 200: { description: "" } };

const request = (content: object, rest: object = {}): Document =>
  wrapOperation({ requestBody: { content, ...rest } });
const answer = (content: object): Document =>
  wrapOperation({ responses: { 200: { description: "", content } } });
const json = (schema: object): object => ({ "application/json": { schema } });
const part = (contentType: string): object => ({
  "multipart/form-data": { schema: object, encoding: { a: { contentType } } },
});

const key = { type: "apiKey", in: "header", name: "X-Key" };
const bearer = { type: "http", scheme: "bearer" };
const tokens = { tokenUrl: "https://a.example/token", scopes: { read: "" } };
const authorization = { authorizationUrl: "https://a.example/authorize", scopes: { read: "" } };
const oauth = (flows: object): object => ({ type: "oauth2", flows });
const secure = (security: readonly object[], schemes: object = {}): Document =>
  wrapOperation(
    { security },
    {
      components: {
        securitySchemes: {
          k: key,
          b: bearer,
          o: oauth({ clientCredentials: { ...tokens, scopes: { read: "", write: "" } } }),
          ...schemes,
        },
      },
    },
  );
const server = (url: string, variables: object = {}): object => ({ url, variables });

test.each<[string, Document, Document]>([
  ["one of two credentials", secure([{ k: [], b: [] }]), secure([{ k: [] }, { b: [] }])],
  ["another credential", secure([{ k: [] }]), secure([{ b: [] }, { k: [] }])],
  ["a credential less", secure([{ k: [], b: [] }]), secure([{ b: [] }])],
  ["no credential", secure([{ k: [] }]), secure([])],
  ["optional credentials", secure([{ k: [] }]), secure([{ k: [] }, {}])],
  ["a scope less", secure([{ o: ["read", "write"] }]), secure([{ o: ["read"] }])],
  [
    "one of two scopes",
    secure([{ o: ["read", "write"] }]),
    secure([{ o: ["read"] }, { o: ["write"] }]),
  ],
  [
    "a scope less, and a credential less",
    secure([{ o: ["read", "write"], k: [] }]),
    secure([{ o: ["write"] }]),
  ],
  [
    "another flow",
    secure([{ o: ["read"] }], { o: oauth({ clientCredentials: tokens }) }),
    secure([{ o: ["read"] }], { o: oauth({ clientCredentials: tokens, implicit: authorization }) }),
  ],
  [
    "another scope of a flow",
    secure([{ o: ["read"] }], { o: oauth({ clientCredentials: tokens }) }),
    secure([{ o: ["read"] }], {
      o: oauth({ clientCredentials: { ...tokens, scopes: { read: "", write: "" } } }),
    }),
  ],
  ["another media type of a part", request(part("text/csv")), request(part("text/html, text/csv"))],
  ["a range of media types of a part", request(part("image/png")), request(part("image/*"))],
  ["a range of media types", request({ "application/json": {} }), request({ "application/*": {} })],
  ["every media type", request({ "application/json": {} }), request({ "*/*": {} })],
  ["another media type", request(json(object)), request({ ...json(object), "text/csv": {} })],
  ["a body that is optional", request(json(object), { required: true }), request(json(object))],
  ["a body", wrapOperation({}), request(json(object))],
  ["a parameter", wrapOperation({}), wrapParameter({})],
  ["a parameter that is optional", wrapParameter({ required: true }), wrapParameter({})],
  [
    "another value",
    wrapParameter({ schema: { enum: ["a"] } }),
    wrapParameter({ schema: { enum: ["a", "b"] } }),
  ],
  ["empty parameters", wrapParameter({}), wrapParameter({ allowEmptyValue: true })],
  ["reserved characters", wrapParameter({}), wrapParameter({ allowReserved: true })],
  [
    "another value of a variable",
    wrapOperation({}, { servers: [server("/{a}", { a: { default: "a", enum: ["a"] } })] }),
    wrapOperation({}, { servers: [server("/{a}", { a: { default: "a", enum: ["a", "b"] } })] }),
  ],
  [
    "another server",
    wrapOperation({}, { servers: [server("/a")] }),
    wrapOperation({}, { servers: [server("/a"), server("/b")] }),
  ],
  ...[
    ["int32", "int64"],
    ["int8", "int32"],
    ["uint8", "int16"],
    ["uint32", "uint64"],
    ["int32", "double"],
    ["float", "double"],
    ["int32", undefined],
    ["float", undefined],
  ].map(([narrow, wide]): [string, Document, Document] => {
    const describe = (format: string | undefined): Document =>
      request(json({ type: "number", ...(format !== undefined && { format }) }));
    return [
      `numbers of ${wide ?? "any format"} in the place of ${narrow}`,
      describe(narrow),
      describe(wide),
    ];
  }),
  [
    "addresses that are relative",
    request(json({ ...text, format: "uri" })),
    request(json({ ...text, format: "uri-reference" })),
  ],
])(
  "requests may have %s, and callers do not notice; the other way round they do",
  (_, narrow, wide) => {
    expect(listNoticed(narrow, wide)).toEqual([]);
    expect(listNoticed(wide, narrow)).not.toEqual([]);
  },
);

test.each<[string, Document, Document]>([
  [
    "int64",
    answer(json({ type: "integer", format: "int64" })),
    answer(json({ type: "integer", format: "int32" })),
  ],
  [
    "double",
    answer(json({ type: "number", format: "double" })),
    answer(json({ type: "number", format: "float" })),
  ],
  ["a range of media types", answer({ "application/*": {} }), answer({ "application/json": {} })],
  ["every media type", answer({ "*/*": {} }), answer({ "text/csv": {} })],
  ["another value", answer(json({ enum: ["a", "b"] })), answer(json({ enum: ["a"] }))],
  ["no header", wrapOperation({}), wrapHeader({ schema: text })],
  ["a header at times", wrapHeader({ schema: text }), wrapHeader({ schema: text, required: true })],
  ["a property at times", answer(json(object)), answer(json({ ...object, required: ["a"] }))],
])(
  "answers no longer have %s, and callers do not notice; the other way round they do",
  (_, wide, narrow) => {
    expect(listNoticed(wide, narrow)).toEqual([]);
    expect(listNoticed(narrow, wide)).not.toEqual([]);
  },
);

const pet = { summary: "A", operationId: "a", responses: ok };
test.each<[string, Document, Document]>([
  [
    "the format of tokens",
    secure([{ b: [] }]),
    secure([{ b: [] }], { b: { ...bearer, bearerFormat: "JWT" } }),
  ],
  [
    "the description of a scheme",
    secure([{ b: [] }]),
    secure([{ b: [] }], { b: { ...bearer, description: "A" } }),
  ],
  [
    "a hint of a scheme",
    secure([{ o: ["read"] }]),
    secure([{ o: ["read"] }], {
      o: {
        ...oauth({ clientCredentials: { ...tokens, scopes: { read: "R", write: "W" } } }),
        "x-a": 1,
      },
    }),
  ],
  [
    "an operation's texts",
    { paths: { "/a": { post: pet } } },
    {
      paths: {
        "/a": {
          post: {
            ...pet,
            summary: "B",
            description: "C",
            externalDocs: { url: "https://a.example" },
          },
        },
      },
    },
  ],
  [
    "a schema's texts",
    answer(json(object)),
    answer(
      json({
        ...object,
        title: "A",
        description: "B",
        examples: [{}],
        externalDocs: { url: "https://a.example" },
      }),
    ),
  ],
  [
    "an example",
    request(json(object)),
    request({ "application/json": { schema: object, example: {} } }),
  ],
  [
    "a format that says nothing about texts",
    request(json({ ...text, format: "password" })),
    request(json(text)),
  ],
  [
    "a format that says nothing about numbers",
    request(json({ type: "number", format: "double" })),
    request(json({ type: "number" })),
  ],
  ["tags", wrapOperation({}, { tags: [{ name: "a", description: "A" }] }), wrapOperation({})],
])("%s are documentation", (_, before, after) => {
  for (const changes of [listChanges(before, after), listChanges(after, before)]) {
    expect(changes.filter(({ severity }) => severity !== "documentation")).toEqual([]);
  }
});

test.each<[string, Document, Document]>([
  ["deprecation", wrapOperation({ deprecated: true }), wrapOperation({})],
  ["deprecation of a parameter", wrapParameter({ deprecated: true }), wrapParameter({})],
  [
    "deprecation of a schema",
    request(json({ ...object, deprecated: true })),
    request(json(object)),
  ],
  ["a hint of a schema", answer(json({ ...object, "x-a": 1 })), answer(json(object))],
  ["a hint of an operation", wrapOperation({ "x-a": 1 }), wrapOperation({})],
  [
    "a scheme that is not used",
    secure([{ k: [] }], { other: bearer }),
    secure([{ k: [] }], { other: key }),
  ],
  [
    "an additional scheme that is not used",
    secure([{ k: [] }], { other: bearer }),
    secure([{ k: [] }]),
  ],
  [
    "a variable that is not used",
    wrapOperation({}, { servers: [server("/a", { b: { default: "b" } })] }),
    wrapOperation({}, { servers: [server("/a")] }),
  ],
  [
    "an alternative that contains another one",
    secure([{ k: [] }, { k: [], b: [] }]),
    secure([{ k: [] }]),
  ],
  ["a charset", request({ "text/plain": {} }), request({ "text/plain; charset=utf-8": {} })],
  [
    "a charset of JSON",
    answer(json(object)),
    answer({ "application/json; charset=utf-8": { schema: object } }),
  ],
  [
    "the case of a header",
    wrapParameter({ in: "header", name: "X-A" }),
    wrapParameter({ in: "header", name: "x-a" }),
  ],
])("%s does not concern callers, in either direction", (_, before, after) => {
  expect(listNoticed(before, after)).toEqual([]);
  expect(listNoticed(after, before)).toEqual([]);
});
