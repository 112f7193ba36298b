import type { Verdict } from "../../../packages/specwright/src/index.ts";

type Document = Readonly<Record<string, unknown>>;

/** A bug report or a correction of oasdiff about a wrong verdict, written again as a small pair of documents. */
export interface ClosedReport {
  /** Its number in the repository oasdiff/oasdiff. */
  readonly number: number;
  readonly change: string;
  /** The verdict for callers that the report asked for, or that oasdiff decided on. */
  readonly asked: Verdict;
  readonly before: Document;
  readonly after: Document;
  /** Why our verdict is another one. */
  readonly reason?: string;
}

const done = { "204": { description: "Done." } };
const text = { type: "string" };
const integer = { type: "integer" };
const json = (schema: unknown): object => ({ "application/json": { schema } });
const answer = (members: object): object => ({ "200": { description: "The thing.", ...members } });

function operation(members: object, rest: object = {}): Document {
  return {
    openapi: "3.1.0",
    info: { title: "Things", version: "1" },
    paths: { "/things": { post: { operationId: "addThing", responses: done, ...members } } },
    ...rest,
  };
}

type Pair = Pick<ClosedReport, "before" | "after">;

const between =
  (wrap: (part: unknown) => Document) =>
  (before: unknown, after: unknown): Pair => ({ before: wrap(before), after: wrap(after) });

/** The body of a request, or of an answer, has one schema and then another one. */
const request = between((schema) =>
  operation({ requestBody: { required: true, content: json(schema) } }),
);
const response = between((schema) => operation({ responses: answer({ content: json(schema) }) }));

/** The same for the property `x` of an object. */
const requestProperty = (before: unknown, after: unknown): Pair =>
  request(withProperty(before), withProperty(after));
const responseProperty = (before: unknown, after: unknown): Pair =>
  response(withProperty(before), withProperty(after));
const withProperty = (x: unknown): object => ({ type: "object", properties: { x } });

const query = between((members) =>
  operation({ parameters: [{ name: "x", in: "query", ...Object(members) }] }),
);
const mediaType = between((name) =>
  operation({ responses: answer({ content: { [String(name)]: { schema: text } } }) }),
);
const header = between((schema) =>
  operation({ responses: answer({ headers: { "X-Rate": { schema } } }) }),
);

const colors = { type: "string", enum: ["red", "blue"] };
const onlyRed = { type: "string", enum: ["red"] };
const named = (extra: object): object => ({ type: "object", properties: { name: text }, ...extra });
const oauth = {
  type: "oauth2",
  flows: {
    clientCredentials: {
      tokenUrl: "https://login.example/token",
      scopes: { read: "", write: "", admin: "" },
    },
  },
};
const secured = between((security) =>
  operation({ security }, { components: { securitySchemes: { oauth } } }),
);
const withColor = between((x) => ({
  ...operation({ requestBody: { content: json(withProperty(x)) } }),
  components: { schemas: { Color: colors, Size: { type: "string", enum: ["s", "l"] } } },
}));
const color = { $ref: "#/components/schemas/Color" };
const atPath = (shared: readonly object[], own: readonly object[]): Document => ({
  openapi: "3.1.0",
  info: { title: "Things", version: "1" },
  paths: {
    "/things": {
      parameters: shared,
      get: { operationId: "list", parameters: own, responses: done },
    },
  },
});
const limit = { name: "limit", in: "query", schema: integer };
const byId = (name: string, schema: object): Document => ({
  openapi: "3.1.0",
  info: { title: "Things", version: "1" },
  paths: {
    [`/things/{${name}}`]: {
      get: {
        operationId: "read",
        parameters: [{ name, in: "path", required: true, schema }],
        responses: done,
      },
    },
  },
});

/** Closed reports from December 2024 to November 2026, by number. */
export const closedReports: readonly ClosedReport[] = [
  {
    number: 657,
    change: "A path parameter gets another name and a longer limit",
    asked: "works",
    before: byId("id", { type: "string", maxLength: 10 }),
    after: byId("thingId", { type: "string", maxLength: 20 }),
  },
  {
    number: 686,
    change: "An answer comes as `application/problem+json` and no longer as `application/json`",
    asked: "works",
    ...mediaType("application/json", "application/problem+json"),
    reason:
      "A program that asks for `application/json` is answered with 406, and one that compares the media type does not know the new one.",
  },
  {
    number: 689,
    change: "A text in the query becomes a list of texts that repeats its name",
    asked: "works",
    ...query({ schema: text }, { schema: { type: "array", items: text } }),
  },
  {
    number: 702,
    change: "An object in a request becomes `oneOf` of two open objects that overlap",
    asked: "breaks",
    ...request(
      { type: "object", required: ["a", "b"], properties: { a: text, b: text } },
      {
        oneOf: [
          { type: "object", required: ["a"], properties: { a: text, b: text } },
          { type: "object", required: ["b"], properties: { a: text, b: text } },
        ],
      },
    ),
  },
  {
    number: 710,
    change: "`allOf` with two equal groups of alternatives loses one of them",
    asked: "works",
    ...request(
      { allOf: [{ oneOf: [text, integer] }, { oneOf: [text, integer] }] },
      { allOf: [{ oneOf: [text, integer] }] },
    ),
  },
  {
    number: 719,
    change: "A parameter moves from the operation to its path",
    asked: "works",
    before: atPath([], [limit]),
    after: atPath([limit], []),
  },
  {
    number: 720,
    change: "A text in a request gets a pattern",
    asked: "breaks",
    ...requestProperty(text, { type: "string", pattern: "^[a-z]+$" }),
  },
  {
    number: 723,
    change: "A property of an answer is an integer, and no longer an integer or a text",
    asked: "works",
    ...responseProperty({ oneOf: [integer, text] }, integer),
  },
  {
    number: 760,
    change: "A list in the query may have fewer items",
    asked: "breaks",
    ...query(
      { schema: { type: "array", items: text, maxItems: 10 } },
      { schema: { type: "array", items: text, maxItems: 5 } },
    ),
  },
  {
    number: 767,
    change: "Nothing changes: an exploded object in the query has a property with its own name",
    asked: "works",
    ...query({ schema: withProperty(text) }, { schema: withProperty(text) }),
  },
  {
    number: 806,
    change: "Nothing changes: a list of values has one that is an object",
    asked: "works",
    ...requestProperty({ enum: [{ a: 1 }, "b"] }, { enum: [{ a: 1 }, "b"] }),
  },
  {
    number: 861,
    change: "A property of a `deepObject` in the query loses a value",
    asked: "breaks",
    ...query(
      { style: "deepObject", schema: withProperty(colors) },
      { style: "deepObject", schema: withProperty(onlyRed) },
    ),
  },
  {
    number: 861,
    change: "A property of an answer loses a value",
    asked: "works",
    ...responseProperty(colors, onlyRed),
  },
  {
    number: 895,
    change: "The values of a map in an answer lose a property that was required",
    asked: "breaks",
    ...response(
      { type: "object", additionalProperties: named({ required: ["name"] }) },
      { type: "object", additionalProperties: { type: "object" } },
    ),
  },
  {
    number: 916,
    change: "`not` in a request excludes more",
    asked: "breaks",
    ...request(
      { not: { type: "string", minLength: 5 } },
      { not: { type: "string", minLength: 2 } },
    ),
  },
  {
    number: 918,
    change: "A text in the query becomes a list whose items may be null as well",
    asked: "works",
    ...query(
      { schema: text },
      { schema: { type: ["array", "null"], items: { type: ["string", "null"] } } },
    ),
  },
  {
    number: 928,
    change: "A text in a request no longer has the format `email`",
    asked: "works",
    ...requestProperty({ type: "string", format: "email" }, text),
  },
  {
    number: 928,
    change: "A text in an answer no longer has the format `email`",
    asked: "breaks",
    ...responseProperty({ type: "string", format: "email" }, text),
    reason:
      "Answers may have texts that are no addresses. Many callers do not look at the format, so they *may* break.",
  },
  {
    number: 937,
    change: "An alternative that was written in place becomes a reference to an equal component",
    asked: "works",
    ...withColor({ anyOf: [colors, { type: "null" }] }, { anyOf: [color, { type: "null" }] }),
  },
  {
    number: 964,
    change: "`allOf` in a request gets a part that has a description only",
    asked: "works",
    ...request({ allOf: [named({})] }, { allOf: [named({}), { description: "A thing." }] }),
  },
  {
    number: 989,
    change: "A property of an answer is an integer and no longer any number",
    asked: "works",
    ...responseProperty({ type: "number" }, integer),
  },
  {
    number: 989,
    change: "A property of an object in the query is an integer and no longer any number",
    asked: "breaks",
    ...query({ schema: withProperty({ type: "number" }) }, { schema: withProperty(integer) }),
  },
  {
    number: 1002,
    change: "The body of a request no longer has a type",
    asked: "works",
    ...request(text, {}),
  },
  {
    number: 1003,
    change: "The body of an answer, which could be anything, is a text",
    asked: "works",
    ...response({}, text),
  },
  {
    number: 1003,
    change: "A property of an answer is a text, and no longer a text or an integer",
    asked: "works",
    ...responseProperty({ type: ["string", "integer"] }, text),
  },
  {
    number: 1003,
    change: "A property of a request may be an integer as well as a text",
    asked: "works",
    ...requestProperty(text, { type: ["string", "integer"] }),
  },
  {
    number: 1004,
    change: "The body of a request, which was a text or null, no longer has a type",
    asked: "works",
    ...request({ type: ["string", "null"] }, {}),
  },
  {
    number: 1017,
    change: "A parameter in the query can no longer be null",
    asked: "breaks",
    ...query({ schema: { type: ["string", "null"] } }, { schema: text }),
    reason:
      "A query carries texts: for null it has the text `null`, which the new document accepts as a text.",
  },
  {
    number: 1017,
    change: "A property of an answer can no longer be null",
    asked: "works",
    ...responseProperty({ type: ["string", "null"] }, text),
  },
  {
    number: 1041,
    change: "Of three alternatives with scopes of one scheme, two change their places",
    asked: "works",
    ...secured(
      [{ oauth: ["read"] }, { oauth: ["write"] }, { oauth: ["admin"] }],
      [{ oauth: ["read"] }, { oauth: ["admin"] }, { oauth: ["write"] }],
    ),
  },
  {
    number: 1041,
    change: "Of two alternatives with scopes of one scheme, one is removed",
    asked: "breaks",
    ...secured([{ oauth: ["read"] }, { oauth: ["write"] }], [{ oauth: ["read"] }]),
  },
  {
    number: 1050,
    change: "The body of a request gets a schema",
    asked: "breaks",
    before: operation({ requestBody: { content: { "application/json": {} } } }),
    after: operation({ requestBody: { content: json(named({ required: ["name"] })) } }),
  },
  {
    number: 1050,
    change: "The body of a request no longer has a schema",
    asked: "works",
    before: operation({ requestBody: { content: json(named({ required: ["name"] })) } }),
    after: operation({ requestBody: { content: { "application/json": {} } } }),
  },
  {
    number: 1088,
    change: "A reference in a request becomes `oneOf` of null and the reference",
    asked: "works",
    ...withColor(color, { oneOf: [{ type: "null" }, color] }),
  },
  {
    number: 1090,
    change: "A property of an answer is an object and no longer a list",
    asked: "breaks",
    ...responseProperty({ type: "array", items: text }, named({})),
  },
  {
    number: 1091,
    change: "`oneOf` of null and a reference in a request becomes the reference",
    asked: "breaks",
    ...withColor({ oneOf: [{ type: "null" }, color] }, color),
  },
  {
    number: 1094,
    change: "A header of an answer is an integer and no longer a text",
    asked: "breaks",
    ...header(text, integer),
    reason:
      "A header is a text: each integer is one, too. Code that is compiled against its type breaks, and the severity is *breaking*.",
  },
  {
    number: 1110,
    change: "A request gets a required property that has a default",
    asked: "breaks",
    ...request(
      named({}),
      named({ properties: { name: text, size: { ...integer, default: 1 } }, required: ["size"] }),
    ),
  },
  {
    number: 1118,
    change: "The body of a request loses a value",
    asked: "breaks",
    ...request(colors, onlyRed),
  },
  {
    number: 1140,
    change: "The body of an answer no longer has a schema",
    asked: "breaks",
    before: operation({ responses: answer({ content: json(named({ required: ["name"] })) }) }),
    after: operation({ responses: answer({ content: { "application/json": {} } }) }),
    reason:
      "Every body is allowed, and nothing says which of them will come, so callers *may* break.",
  },
  {
    number: 1157,
    change: "An object in a request may have ten properties at most",
    asked: "breaks",
    ...request({ type: "object" }, { type: "object", maxProperties: 10 }),
  },
  {
    number: 1157,
    change: "An object in an answer may have more properties",
    asked: "breaks",
    ...response({ type: "object", maxProperties: 3 }, { type: "object", maxProperties: 10 }),
    reason:
      "Answers may have values that they did not have before. Many callers do not look at this rule, so they *may* break.",
  },
  {
    number: 1186,
    change: "The media type of an answer gets a charset",
    asked: "works",
    ...mediaType("text/plain", "text/plain; charset=utf-8"),
  },
  {
    number: 1186,
    change: "The media type of an answer no longer has a charset",
    asked: "breaks",
    ...mediaType("text/plain; charset=utf-8", "text/plain"),
    reason:
      "An answer names its charset itself, and callers read it by that name. No text becomes another one.",
  },
  {
    number: 1186,
    change: "The media type of an answer has another charset",
    asked: "breaks",
    ...mediaType("text/plain; charset=utf-8", "text/plain; charset=utf-16"),
    reason:
      "An answer names its charset itself, and callers read it by that name. No text becomes another one.",
  },
];
