/** An OpenAPI document. `openapi` and `info` are optional. */
export type Document = Readonly<Record<string, unknown>>;

/** Two documents that differ by one change. */
export type DocumentPair = readonly [before: Document, after: Document];

const ok = { "200": { description: "ok" } };
const string = { type: "string" };
const text = { "text/plain": { schema: string } };
const json = { "application/json": { schema: { type: "object", properties: { a: string } } } };

/** A document with one operation, `POST /things`. */
function operation(members: object, rest: object = {}): Document {
  return {
    paths: { "/things": { post: { operationId: "addThing", responses: ok, ...members } } },
    ...rest,
  };
}

const operations = (before: object, after: object): DocumentPair => [
  operation(before),
  operation(after),
];

const query = (members: object = {}): object => ({
  parameters: [{ name: "a", in: "query", schema: string, ...members }],
});
const another = { name: "b", in: "query", schema: string };
const parameters = (before: object, after: object): DocumentPair =>
  operations(query(before), query(after));
const body = (members: object = {}): object => ({ requestBody: { content: json, ...members } });
const answer = (members: object): object => ({
  responses: { "200": { description: "ok", content: json, ...members } },
});
const answers = (before: object, after: object): DocumentPair =>
  operations(answer(before), answer(after));
const header = (members: object = {}): object => ({
  headers: { "X-A": { schema: string, ...members } },
});
const anotherHeader = (members?: object): object => ({
  headers: {
    "X-B": { schema: string, required: true },
    ...(members === undefined ? {} : { "X-A": { schema: string, ...members } }),
  },
});
const headers = (before: object, after: object): DocumentPair =>
  answers(header(before), header(after));
const links = (members?: object): object => ({
  links: members === undefined ? {} : { next: { operationId: "addThing", ...members } },
});
const media = (members: object): object =>
  answer({ content: { "application/json": { schema: { type: "object" }, ...members } } });
const key = { type: "apiKey", in: "header", name: "X-Key" };
const oauth = (scopes: readonly string[]): object => ({ security: [{ oauth: scopes }] });
const flows = {
  clientCredentials: { tokenUrl: "https://a.example/token", scopes: { read: "", write: "" } },
};
const schemes = {
  components: {
    securitySchemes: { key, other: { ...key, name: "X-Other" }, oauth: { type: "oauth2", flows } },
  },
};
const secured = (before: object, after: object): DocumentPair => [
  operation(before, schemes),
  operation(after, schemes),
];
const authorization = { authorizationUrl: "https://a.example/authorize", scopes: {} };
const secureWith = (securitySchemes: object): Document =>
  operation({ security: [{ key: [] }] }, { components: { securitySchemes } });
const servers = (...list: readonly object[]): Document => operation({}, { servers: list });
const variable = (members: object = {}): object => ({
  url: "https://{region}.a.example",
  variables: { region: { default: "eu", enum: ["eu", "us"], ...members } },
});
const plain = { url: "https://a.example" };
const schemas = (members: object): Document => operation({}, { components: { schemas: members } });
const about = (members: object): Document =>
  operation({}, { info: { title: "a", version: "1", ...members } });
const callbackTo = (url: string): object => ({
  callbacks: { done: { [url]: { post: { responses: ok } } } },
});
const callback = callbackTo("{$request.query.url}");
const hook = (webhooks: object): Document => operation({}, { webhooks });
const thingAdded = { post: { operationId: "onThingAdded", responses: ok } };
const thingGone = { post: { operationId: "onThingGone", responses: ok } };
const path = (name: string): Document => ({
  paths: {
    [`/things/{${name}}`]: {
      get: {
        operationId: "getThing",
        parameters: [{ name, in: "path", required: true, schema: string }],
        responses: ok,
      },
    },
  },
});
const sunset = (date: string): object => ({ "x-sunset": date });
const pages = (next: string): object => ({
  ...query(),
  ...answer({}),
  "x-pagination": { type: "cursor", items: "/a", cursor: "query.a", next },
});
const twoThings = (deprecated: boolean): Document => ({
  paths: {
    "/things": { post: { operationId: "addThing", responses: ok } },
    "/others": { get: { operationId: "listOthers", deprecated, responses: ok } },
  },
});

const listForm = {
  type: "object",
  required: ["a"],
  properties: { a: { type: "array", items: string, minItems: 1 } },
};

const jsonOf = (name: string): object => ({
  "application/json": { schema: { $ref: `#/components/schemas/${name}` } },
});
/** Components in which a list of texts, `Strings`, binds two names to other schemas than the list itself. */
const listOf = (anchor: string): object => ({
  components: {
    schemas: {
      List: {
        $id: "https://a.example/list",
        type: "array",
        items: { $dynamicRef: `#${anchor}` },
        $defs: { a: { $dynamicAnchor: "a" }, b: { $dynamicAnchor: "b" } },
      },
      Strings: {
        $id: "https://a.example/strings",
        $ref: "https://a.example/list",
        $defs: {
          a: { $dynamicAnchor: "a", type: "string" },
          b: { $dynamicAnchor: "b", type: "integer" },
        },
      },
    },
  },
});

/** A form whose property `a` has a media type. */
const encoded = (contentType: string): object =>
  body({
    content: {
      "multipart/form-data": {
        schema: { type: "object", properties: { a: string } },
        encoding: { a: { contentType } },
      },
    },
  });

/** The smallest pair of documents for each kind of change outside of schemas. */
export const documentPairs: Readonly<Record<string, DocumentPair>> = {
  "operation-added": [operation({}), twoThings(false)],
  "operation-removed": [twoThings(false), operation({})],
  "operation-removed-deprecated": [twoThings(true), operation({})],
  "operation-moved": [
    operation({}),
    { paths: { "/items": { post: { operationId: "addThing", responses: ok } } } },
  ],
  "operation-renamed": operations({}, { operationId: "createThing" }),
  "operation-id-added": [{ paths: { "/things": { post: { responses: ok } } } }, operation({})],
  "operation-id-removed": [operation({}), { paths: { "/things": { post: { responses: ok } } } }],
  "operation-deprecated": operations({}, { deprecated: true }),
  "operation-no-longer-deprecated": operations({ deprecated: true }, {}),
  "operation-sunset-changed": operations(sunset("2027-01-01"), sunset("2026-12-01")),
  "operation-summary-changed": operations({ summary: "A" }, { summary: "B" }),
  "operation-description-changed": operations({ description: "A" }, { description: "B" }),
  "operation-tag-added": operations({}, { tags: ["things"] }),
  "operation-tag-removed": operations({ tags: ["things"] }, {}),
  "operation-first-tag-changed": operations({ tags: ["a", "b"] }, { tags: ["b", "a"] }),
  "operation-extension-changed": operations({ "x-a": 1 }, { "x-a": 2 }),
  "operation-pagination-changed": operations(pages("/a"), pages("/b")),
  "operation-server-changed": operations(
    { servers: [plain] },
    { servers: [{ url: "https://b.example" }] },
  ),
  "operation-raw-body-added": operations(body(), { ...body(), "x-raw-body": true }),
  "operation-raw-body-removed": operations({ ...body(), "x-raw-body": true }, body()),
  "path-parameter-renamed": [path("id"), path("thing_id")],
  "path-description-changed": [
    { paths: { "/things": { description: "A", get: { responses: ok } } } },
    { paths: { "/things": { description: "B", get: { responses: ok } } } },
  ],

  "parameter-added": operations({}, query()),
  "parameter-added-required": operations(
    { parameters: [another] },
    { parameters: [another, { name: "a", in: "query", schema: string, required: true }] },
  ),
  "parameter-removed": operations(query(), {}),
  "header-parameter-renamed": parameters(
    { in: "header", name: "X-A" },
    { in: "header", name: "x-a" },
  ),
  "parameter-became-list": parameters({}, { schema: { type: "array", items: string } }),
  "parameter-moved": parameters({}, { in: "header" }),
  "parameter-became-required": parameters({}, { required: true }),
  "parameter-became-optional": parameters({ required: true }, {}),
  "parameter-style-changed": parameters(
    { schema: { type: "array", items: string }, explode: false },
    { schema: { type: "array", items: string }, explode: false, style: "pipeDelimited" },
  ),
  "parameter-explode-changed": parameters(
    { schema: { type: "array", items: string } },
    { schema: { type: "array", items: string }, explode: false },
  ),
  "parameter-array-format-changed": parameters(
    { schema: { type: "array", items: string } },
    { schema: { type: "array", items: string }, "x-array-format": "brackets" },
  ),
  "parameter-reserved-allowed": parameters({}, { allowReserved: true }),
  "parameter-reserved-forbidden": parameters({ allowReserved: true }, {}),
  "parameter-empty-allowed": parameters({}, { allowEmptyValue: true }),
  "parameter-empty-forbidden": parameters({ allowEmptyValue: true }, {}),
  "parameter-content-changed": operations(query(), {
    parameters: [{ name: "a", in: "query", content: { "application/json": { schema: string } } }],
  }),
  "parameter-deprecated": parameters({}, { deprecated: true }),
  "parameter-no-longer-deprecated": parameters({ deprecated: true }, {}),
  "parameter-description-changed": parameters({ description: "A" }, { description: "B" }),
  "parameter-examples-changed": parameters({ example: "a" }, { example: "b" }),
  "parameter-extension-changed": parameters({ "x-a": 1 }, { "x-a": 2 }),

  "request-body-added": operations({}, body()),
  "request-body-added-required": operations({}, body({ required: true })),
  "request-body-removed": operations(body(), {}),
  "request-body-became-required": operations(body(), body({ required: true })),
  "request-body-became-optional": operations(body({ required: true }), body()),
  "request-body-description-changed": operations(
    body({ description: "A" }),
    body({ description: "B" }),
  ),
  "request-media-type-added": operations(body(), body({ content: { ...json, ...text } })),
  "request-media-type-removed": operations(body({ content: { ...json, ...text } }), body()),
  "request-media-type-widened": operations(
    body(),
    body({ content: { "application/*": json["application/json"] } }),
  ),
  "request-media-type-parameters-changed": operations(
    body(),
    body({ content: { "application/json; charset=utf-8": json["application/json"] } }),
  ),

  "response-added": operations(
    {},
    { responses: { ...ok, "404": { description: "none", content: json } } },
  ),
  "response-removed": operations(
    { responses: { ...ok, "404": { description: "none", content: json } } },
    {},
  ),
  "response-success-removed": operations(
    { responses: { ...ok, "201": { description: "made", content: json } } },
    {},
  ),
  "response-empty-success-removed": operations(
    { responses: { ...ok, "204": { description: "done" } } },
    {},
  ),
  "response-description-changed": answers({ description: "A" }, { description: "B" }),
  "response-media-type-added": answers({}, { content: { ...json, ...text } }),
  "response-media-type-removed": answers({ content: { ...json, ...text } }, {}),
  "response-media-type-narrowed": answers(
    { content: { "application/*": json["application/json"] } },
    {},
  ),
  "response-media-type-parameters-changed": answers(
    {},
    { content: { "application/json; charset=utf-8": json["application/json"] } },
  ),
  "response-header-added": answers({}, header()),
  "response-header-added-required": answers(anotherHeader(), anotherHeader({ required: true })),
  "response-header-removed": answers(header(), {}),
  "response-header-became-required": answers(anotherHeader({}), anotherHeader({ required: true })),
  "response-header-became-optional": headers({ required: true }, {}),
  "response-header-content-changed": headers(
    {},
    { schema: undefined, content: { "application/json": { schema: string } } },
  ),
  "response-header-explode-changed": headers(
    { schema: { type: "object", properties: { a: string } } },
    { schema: { type: "object", properties: { a: string } }, explode: true },
  ),
  "response-header-deprecated": headers({}, { deprecated: true }),
  "response-header-no-longer-deprecated": headers({ deprecated: true }, {}),
  "response-header-description-changed": headers({ description: "A" }, { description: "B" }),
  "link-added": answers(links(), links({})),
  "link-removed": answers(links({}), links()),
  "link-changed": answers(links({ description: "A" }), links({ description: "B" })),

  "media-type-encoding-changed": operations(encoded("text/csv"), encoded("text/html")),
  "media-type-default-changed": answers(
    { content: { ...text, "text/csv": {} } },
    { content: { "text/csv": {}, ...text } },
  ),
  "media-type-encoding-extended": operations(encoded("text/html"), encoded("text/html, text/csv")),
  "media-type-array-format-changed": operations(
    body({ content: { "application/x-www-form-urlencoded": { schema: listForm } } }),
    body({
      content: {
        "application/x-www-form-urlencoded": { schema: listForm, "x-array-format": "indices" },
      },
    }),
  ),
  "media-type-stream-terminator-changed": operations(
    answer({ content: { "text/event-stream": { schema: string, "x-stream-terminator": "A" } } }),
    answer({ content: { "text/event-stream": { schema: string, "x-stream-terminator": "B" } } }),
  ),
  "media-type-examples-changed": operations(
    media({ example: { a: "a" } }),
    media({ example: { a: "b" } }),
  ),
  "request-media-type-schema-added": operations(
    body({ content: { "application/json": {} } }),
    body(),
  ),
  "request-media-type-schema-removed": operations(
    body(),
    body({ content: { "application/json": {} } }),
  ),
  "response-media-type-schema-added": answers({ content: { "application/json": {} } }, {}),
  "response-media-type-schema-removed": answers({}, { content: { "application/json": {} } }),

  "callback-added": operations({}, callback),
  "callback-removed": operations(callback, {}),
  "callback-moved": operations(callback, callbackTo("{$request.query.to}")),
  "webhook-added": [hook({ thingGone }), hook({ thingGone, thingAdded })],
  "webhook-removed": [hook({ thingGone, thingAdded }), hook({ thingGone })],

  "security-added": secured({}, { security: [{ key: [] }] }),
  "security-removed": secured({ security: [{ key: [] }] }, {}),
  "security-alternative-added": secured(
    { security: [{ key: [] }] },
    { security: [{ key: [] }, { other: [] }] },
  ),
  "security-alternative-removed": secured(
    { security: [{ key: [] }, { other: [] }] },
    { security: [{ key: [] }] },
  ),
  "security-alternative-unneeded": secured(
    { security: [{ key: [] }, { key: [], other: [] }] },
    { security: [{ key: [] }] },
  ),
  "security-scope-added": secured(oauth(["read"]), oauth(["read", "write"])),
  "security-scope-removed": secured(oauth(["read", "write"]), oauth(["read"])),
  "security-scheme-added": [
    operation({}),
    operation({}, { components: { securitySchemes: { key } } }),
  ],
  "security-scheme-removed": [
    operation({}, { components: { securitySchemes: { key } } }),
    operation({}),
  ],
  "security-scheme-changed": [
    operation({}, { components: { securitySchemes: { key } } }),
    operation({}, { components: { securitySchemes: { key: { ...key, in: "query" } } } }),
  ],
  "security-scheme-unused-removed": [secureWith({ key, other: key }), secureWith({ key })],
  "security-scheme-unused-changed": [
    secureWith({ key, other: key }),
    secureWith({ key, other: { ...key, in: "query" } }),
  ],
  "security-scheme-extended": [
    secureWith({ key: { type: "oauth2", flows } }),
    secureWith({ key: { type: "oauth2", flows: { ...flows, implicit: authorization } } }),
  ],
  "security-scheme-description-changed": [
    operation({}, { components: { securitySchemes: { key } } }),
    operation({}, { components: { securitySchemes: { key: { ...key, description: "A" } } } }),
  ],

  "server-added": [servers(plain), servers(plain, { url: "https://b.example" })],
  "server-removed": [servers(plain, { url: "https://b.example" }), servers(plain)],
  "server-default-changed": [
    servers(plain, { url: "https://b.example" }),
    servers({ url: "https://b.example" }, plain),
  ],
  "server-description-changed": [
    servers({ ...plain, description: "A" }),
    servers({ ...plain, description: "B" }),
  ],
  "server-variable-added": [
    servers({ url: "https://{region}.a.example", variables: {} }),
    servers(variable()),
  ],
  "server-variable-removed": [
    servers(variable()),
    servers({ url: "https://{region}.a.example", variables: {} }),
  ],
  "server-variable-default-changed": [servers(variable()), servers(variable({ default: "us" }))],
  "server-variable-value-added": [servers(variable({ enum: ["eu"] })), servers(variable())],
  "server-variable-value-removed": [servers(variable()), servers(variable({ enum: ["eu"] }))],

  "request-dynamic-reference-changed": [
    operation(body({ content: jsonOf("Strings") }), listOf("a")),
    operation(body({ content: jsonOf("Strings") }), listOf("b")),
  ],
  "response-dynamic-reference-changed": [
    operation(answer({ content: jsonOf("Strings") }), listOf("a")),
    operation(answer({ content: jsonOf("Strings") }), listOf("b")),
  ],

  "component-schema-added": [
    schemas({ A: string }),
    schemas({ A: string, B: { type: "integer" } }),
  ],
  "component-schema-removed": [
    schemas({ A: string, B: { type: "integer" } }),
    schemas({ A: string }),
  ],
  "component-schema-renamed": [schemas({ Customer: string }), schemas({ CustomerRecord: string })],
  "component-schema-unused-changed": [schemas({ A: string }), schemas({ A: { type: "integer" } })],

  "title-changed": [about({ title: "A" }), about({ title: "B" })],
  "version-changed": [about({ version: "1" }), about({ version: "2" })],
  "summary-changed": [about({ summary: "A" }), about({ summary: "B" })],
  "description-changed": [about({ description: "A" }), about({ description: "B" })],
  "openapi-version-changed": [
    operation({}, { openapi: "3.1.0" }),
    operation({}, { openapi: "3.1.1" }),
  ],
  "document-spelling-changed": operations(
    body({ content: { "text/plain": { schema: { ...string, minLength: 0 } } } }),
    body({ content: text }),
  ),
  "tag-added": [operation({}), operation({}, { tags: [{ name: "a" }] })],
  "tag-removed": [operation({}, { tags: [{ name: "a" }] }), operation({})],
  "tag-description-changed": [
    operation({}, { tags: [{ name: "a", description: "A" }] }),
    operation({}, { tags: [{ name: "a", description: "B" }] }),
  ],
};
