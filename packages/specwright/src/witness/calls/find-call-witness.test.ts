import { expect, test } from "vitest";
import { buildModelFrom } from "../../../test/build-model-from.ts";
import { compareModels } from "../../compare/compare-models.ts";
import { pairs } from "../../compare/testing/pairs.ts";
import type { CallWitness } from "../../compare/witness.ts";
import { findCallWitness } from "./find-call-witness.ts";

type Document = Readonly<Record<string, unknown>>;

/** The witnesses between two documents, by the kind of their change. */
function findWitnesses(before: Document, after: Document): Readonly<Record<string, unknown>> {
  const models = { before: buildModelFrom(before), after: buildModelFrom(after) };
  return Object.fromEntries(
    compareModels(models.before, models.after).flatMap((change) => {
      const found = findCallWitness(change, models);
      return found === undefined ? [] : [[change.kind, showWitness(found)]];
    }),
  );
}

/** Each document's own words stand in one line, so that a table of them can be read. */
function showWitness({ request, before, after }: CallWitness): readonly string[] {
  return [request.replaceAll("\n", " | "), before, after];
}

const ofPair = (kind: string): readonly [Document, Document] => pairs.get(kind) ?? [{}, {}];

test.each([
  ["operation-removed", ["GET /others", "accepted", "answered with 404"]],
  ["operation-moved", ["POST /things", "accepted", "answered with 404"]],
  [
    "operation-server-changed",
    [
      "POST https://a.example/things",
      "https://a.example is an address of the API",
      "https://a.example is not an address of the API",
    ],
  ],
  ["parameter-added-required", ["POST /things", "accepted", "refused with 400: query.a: required"]],
  [
    "parameter-became-required",
    ["POST /things", "accepted", "refused with 400: query.a: required"],
  ],
  ["parameter-removed", ["POST /things?a=a", 'a is "a"', "a is not read"]],
  ["parameter-moved", ["POST /things?a=a", 'a is "a"', "a is not read"]],
  ["parameter-style-changed", ["POST /things?a=a,b", 'a is ["a","b"]', 'a is ["a,b"]']],
  [
    "parameter-explode-changed",
    ["POST /things?a=a&a=b", 'a is ["a","b"]', "this value is written as POST /things?a=a,b"],
  ],
  [
    "parameter-array-format-changed",
    ["POST /things?a=a", 'a is ["a"]', "this value is written as POST /things?a%5B%5D=a"],
  ],
  [
    "parameter-content-changed",
    [
      "POST /things?a=1",
      'a is "1"',
      "refused with 400: query.a: is a number and has to be a string",
    ],
  ],
  ["request-body-added-required", ["POST /things", "accepted", "refused with 400: body: required"]],
  [
    "request-body-became-required",
    ["POST /things", "accepted", "refused with 400: body: required"],
  ],
  [
    "request-body-removed",
    ["POST /things | content-type: application/json |  | {}", "body is {}", "body is not read"],
  ],
  [
    "request-media-type-removed",
    ["POST /things | content-type: text/plain |  | a", "accepted", "refused with 415"],
  ],
  [
    "response-media-type-removed",
    ["POST /things | accept: text/plain", "accepted", "refused with 406"],
  ],
  [
    "response-header-became-optional",
    [
      "POST /things",
      "answered with 200 and the header X-A",
      "may be answered with 200 without the header X-A",
    ],
  ],
  [
    "media-type-array-format-changed",
    [
      "POST /things | content-type: application/x-www-form-urlencoded |  | a=a",
      'body is {"a":["a"]}',
      "this value is written as a%5B0%5D=a",
    ],
  ],
  [
    "callback-removed",
    [
      "POST /things",
      "followed by the callback done to {$request.query.url}",
      "not followed by the callback done",
    ],
  ],
  [
    "callback-moved",
    [
      "POST /things | ({$request.query.url} is https://caller.example)",
      "followed by the callback done to https://caller.example",
      "not followed by the callback done: the request has no {$request.query.to}",
    ],
  ],
  ["webhook-removed", ["POST /", "sent by the service", "not sent by the service"]],
  ["security-added", ["POST /things", "accepted", "refused with 401"]],
  [
    "security-alternative-removed",
    ["POST /things | X-Other: secret", "accepted", "refused with 401"],
  ],
  [
    "security-scope-added",
    ["POST /things | authorization: Bearer secret", "accepted", "refused with 403"],
  ],
  [
    "security-scheme-removed",
    [
      "POST /things | X-Key: secret",
      "the credential key is checked",
      "the credential key is not looked at",
    ],
  ],
  [
    "security-scheme-changed",
    ["POST /things | X-Key: secret", "the credential key is checked", "refused with 401"],
  ],
  [
    "server-removed",
    [
      "POST https://b.example/things",
      "https://b.example is an address of the API",
      "https://b.example is not an address of the API",
    ],
  ],
  [
    "server-variable-value-removed",
    [
      "POST https://us.a.example/things",
      "https://us.a.example is an address of the API",
      "https://us.a.example is not an address of the API",
    ],
  ],
])("%s is shown by the shortest request that breaks", (kind, expected) => {
  expect(findWitnesses(...ofPair(kind))).toEqual({ [kind]: expected });
});

const text = { type: "string" };
const done = { 204: { description: "Done." } };
const post = (members: object, rest: object = {}): Document => ({
  paths: { "/a": { post: { operationId: "a", responses: done, ...members } } },
  ...rest,
});
const form = (mediaType: string, schema: object, encoding: object): Document =>
  post({ requestBody: { content: { [mediaType]: { schema, encoding } } } });

test("a removed operation whose requests another operation gets is shown with that operation", () => {
  const item = {
    get: {
      operationId: "getItem",
      responses: done,
      parameters: [{ name: "id", in: "path", required: true, schema: text }],
    },
  };
  const mine = { get: { operationId: "getMine", responses: done } };
  expect(
    findWitnesses(
      { paths: { "/items/mine": mine, "/items/{id}": item } },
      { paths: { "/items/{id}": item } },
    ),
  ).toEqual({
    "operation-removed": ["GET /items/mine", "accepted", "answered by the operation getItem"],
  });
});

test("an answer that comes as another media type only is shown by the one that a program asks for", () => {
  const answer = (mediaType: string): Document =>
    post({ responses: { 200: { description: "ok", content: { [mediaType]: {} } } } });
  expect(
    findWitnesses(answer("application/json"), answer("application/problem+json")),
  ).toMatchObject({
    "response-media-type-removed": [
      "POST /a | accept: application/json",
      "accepted",
      "refused with 406",
    ],
  });
});

test("a request lists everything that it needs beside the change", () => {
  const needed = {
    parameters: [
      { name: "id", in: "query", required: true, schema: { type: "integer", minimum: 10 } },
      { name: "X-Tenant", in: "header", required: true, schema: text },
    ],
    requestBody: {
      required: true,
      content: {
        "application/json": {
          schema: { type: "object", required: ["name"], properties: { name: text } },
        },
      },
    },
    security: [{ key: [] }],
  };
  const schemes = { components: { securitySchemes: { key: { type: "http", scheme: "bearer" } } } };
  const fresh = {
    ...needed,
    parameters: [...needed.parameters, { name: "b", in: "cookie", required: true, schema: text }],
  };
  const [request, before, after] = findWitnesses(post(needed, schemes), post(fresh, schemes))[
    "parameter-added-required"
  ] as string[];
  expect(request).toMatch(
    /^POST \/a\?id=\d+ \| authorization: Bearer secret \| X-Tenant: a \| content-type: application\/json \| {2}\| \{"name":"a"\}$/,
  );
  expect([before, after]).toEqual(["accepted", "refused with 400: cookie.b: required"]);
});

test("of several changes of a call, each is shown by what it does itself", () => {
  const listed = (style: string): Document => ({
    parameters: [
      {
        ...{ name: "ids", in: "query", style, explode: false },
        schema: { type: "array", items: { type: "integer" } },
      },
    ],
    security: [{ key: [] }],
  });
  const keyed = (place: string): Document => ({
    components: { securitySchemes: { key: { type: "apiKey", in: place, name: "key" } } },
  });
  const found = findWitnesses(
    post(listed("form"), keyed("header")),
    post(listed("pipeDelimited"), keyed("query")),
  );
  expect(found).toMatchObject({
    "parameter-style-changed": {
      2: expect.stringContaining("refused with 400"),
    },
    "security-scheme-changed": { 2: "refused with 401" },
  });
});

test("forms and parts that are encoded in another way are shown by their bytes", () => {
  const list = { type: "object", properties: { a: { type: "array", items: text } } };
  const media = "application/x-www-form-urlencoded";
  const spaces = { a: { style: "spaceDelimited", explode: false } };
  const pipes = { a: { style: "pipeDelimited", explode: false } };
  expect(findWitnesses(form(media, list, spaces), form(media, list, pipes))).toEqual({
    "media-type-encoding-changed": [
      `POST /a | content-type: ${media} |  | a=a%20b`,
      'body is {"a":["a","b"]}',
      'body is {"a":["a b"]}',
    ],
  });
  const part = { type: "object", properties: { a: text } };
  const type = "multipart/form-data";
  expect(
    findWitnesses(
      form(type, part, { a: { contentType: "text/css" } }),
      form(type, part, { a: { contentType: "text/html" } }),
    )["media-type-encoding-changed"],
  ).toEqual([
    expect.stringContaining("content-type: text/css"),
    'body is {"a":"a"}',
    "refused with 400: body.a: media type has to be text/html",
  ]);
});

test("headers of answers that are written in another way are shown by what an old program reads", () => {
  const answer = (explode: boolean): Document =>
    post({
      responses: {
        200: {
          description: "ok",
          headers: {
            "X-A": {
              explode,
              schema: { type: "object", properties: { r: { type: "integer" } }, required: ["r"] },
            },
          },
        },
      },
    });
  expect(findWitnesses(answer(false), answer(true))).toEqual({
    "response-header-explode-changed": [
      "POST /a",
      "answered with X-A: r,1",
      'answered with X-A: r=1, which a program for the old document reads as "r=1"',
    ],
  });
});

test("of webhooks and callbacks, the new document writes the request", () => {
  const hook = (required: boolean, name: string): object => ({
    post: {
      operationId: name,
      parameters: [{ name: "X-Id", in: "header", required, schema: text }],
      responses: done,
    },
  });
  const webhooks = (required: boolean): Document => ({
    webhooks: { added: hook(required, "onAdded") },
  });
  const callbacks = (required: boolean): Document =>
    post({ callbacks: { ready: { "{$request.query.url}": hook(required, "onReady") } } });
  const expected = {
    "parameter-became-optional": ["POST /", "refused with 400: header.X-Id: required", "accepted"],
  };
  expect(findWitnesses(webhooks(true), webhooks(false))).toEqual(expected);
  expect(findWitnesses(callbacks(true), callbacks(false))).toEqual(expected);
});

test.each([
  [
    "parameter-removed",
    { parameters: [{ name: "X-Id", in: "header", required: true, schema: text }] },
    {},
    ["POST /", "refused with 400: header.X-Id: required", "accepted"],
  ],
  [
    "request-body-became-optional",
    { requestBody: { required: true, content: { "application/json": {} } } },
    { requestBody: { content: { "application/json": {} } } },
    ["POST /", "refused with 400: body: required", "accepted"],
  ],
  [
    "request-media-type-added",
    { requestBody: { content: { "application/json": {} } } },
    { requestBody: { content: { "application/json": {}, "text/plain": {} } } },
    ["POST / | content-type: text/plain |  | a", "refused with 415", "accepted"],
  ],
  [
    "response-header-added-required",
    { responses: { 200: { description: "ok", headers: { "X-B": { schema: text } } } } },
    {
      responses: {
        200: {
          description: "ok",
          headers: { "X-B": { schema: text }, "X-A": { required: true, schema: text } },
        },
      },
    },
    [
      "POST /",
      "may be answered with 200 without the header X-A",
      "answered with 200 and the header X-A",
    ],
  ],
])("%s of a webhook is shown by what old receivers do", (kind, before, after, expected) => {
  const hook = (members: object): Document => ({
    webhooks: { added: { post: { operationId: "onAdded", responses: done, ...members } } },
  });
  expect(findWitnesses(hook(before), hook(after))).toEqual({ [kind]: expected });
});

test("a change that has no effect on requests has no witness, also beside one that has", () => {
  const query = (style: string, more: object): Document =>
    post({
      parameters: [
        { name: "a", in: "query", style, schema: text, ...more },
        ...(style === "form" ? [] : [{ name: "b", in: "query", required: true, schema: text }]),
      ],
    });
  const found = findWitnesses(query("form", {}), query("pipeDelimited", { explode: true }));
  expect(found).not.toHaveProperty("parameter-style-changed");
  expect(found).toHaveProperty("parameter-added-required");
});
