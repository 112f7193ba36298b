import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { generate } from "../../packages/specwright/src/commands/generate.ts";

const folder = mkdtempSync(join(tmpdir(), "reported-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** The losses of a document, as `code pointer`. */
async function generateLosses(members: object): Promise<string[]> {
  const document = { openapi: "3.2.0", info: { title: "Test", version: "1" }, ...members };
  writeFileSync(join(folder, "openapi.json"), JSON.stringify(document));
  const { losses } = await generate({ document: "openapi.json", out: "out", folder });
  return losses.map(({ code, pointer }) => `${code} ${pointer}`);
}

const responses = { 204: { description: "" } };
const get = (operation: object): object => ({
  paths: { "/a": { get: { operationId: "a", responses, ...operation } } },
});
const parameter = (members: object): object =>
  get({ parameters: [{ name: "p", in: "query", schema: { type: "integer" }, ...members }] });
const body = (mediaType: string, content: object): object => ({
  paths: { "/a": { post: { requestBody: { content: { [mediaType]: content } }, responses } } },
});
const answer = (mediaType: string, content: object): object =>
  get({ responses: { 200: { description: "", content: { [mediaType]: content } } } });
const webhook = (method: string, operation: object): object => ({
  webhooks: { reported: { [method]: { responses, ...operation } } },
  components: { securitySchemes: { key: { type: "http", scheme: "bearer" } } },
});
const object = { type: "object", required: ["a"], properties: { a: { const: "a" } } };
const discriminator = { propertyName: "a", defaultMapping: "A" };
const list = { type: "array", items: object };

test.each([
  ["a field", { foo: 1 }, "unknown-field /foo"],
  [
    "a kind of components",
    { components: { definitions: {} } },
    "unknown-field /components/definitions",
  ],
  ["a method", { paths: { "/a": { purge: { responses } } } }, "unknown-field /paths/~1a/purge"],
  ["an operation's field", get({ body: {} }), "unknown-field /paths/~1a/get/body"],
  [
    "the type of a parameter, as Swagger 2.0 had it",
    parameter({ schema: undefined, type: "string" }),
    "unknown-field /paths/~1a/get/parameters/0/type",
  ],
  [
    "an empty number",
    parameter({ allowEmptyValue: true }),
    "parameter-not-carried /paths/~1a/get/parameters/0",
  ],
  [
    "the style of another location",
    parameter({ style: "matrix" }),
    "parameter-not-carried /paths/~1a/get/parameters/0",
  ],
  [
    "XML in a parameter",
    parameter({ schema: undefined, content: { "application/xml": { schema: object } } }),
    "parameter-not-carried /paths/~1a/get/parameters/0",
  ],
  [
    "the length of bytes",
    body("application/octet-stream", { schema: { type: "string", maxLength: 5 } }),
    "unchecked-body /paths/~1a/post/requestBody",
  ],
  [
    "an answer of XML",
    answer("application/xml", { schema: object }),
    "unchecked-body /paths/~1a/get/responses/200/content/application~1xml/schema",
  ],
  [
    "XML in a form",
    body("multipart/form-data", {
      schema: { type: "object", properties: { a: list } },
      encoding: { a: { contentType: "application/xml" } },
    }),
    "encoding-not-carried /paths/~1a/post/requestBody/content/multipart~1form-data/schema",
  ],
  [
    "a style in a multipart body",
    body("multipart/form-data", {
      schema: { type: "object", properties: { a: { type: "array", items: {} } } },
      encoding: { a: { style: "form", explode: false } },
    }),
    "encoding-not-carried /paths/~1a/post/requestBody/content/multipart~1form-data/schema",
  ],
  [
    "items of what is no stream",
    body("application/json", { itemSchema: object }),
    "stream-not-enforced /paths/~1a/post/requestBody/content/application~1json/itemSchema",
  ],
  [
    "the length of a stream",
    answer("application/jsonl", { schema: { ...list, maxItems: 5 } }),
    "stream-not-enforced /paths/~1a/get/responses/200/content/application~1jsonl/schema",
  ],
  ["a webhook that is no POST", webhook("put", {}), "webhook-not-carried /webhooks/reported/put"],
  [
    "a webhook of a form",
    webhook("post", {
      requestBody: { content: { "application/x-www-form-urlencoded": { schema: object } } },
    }),
    "webhook-not-carried /webhooks/reported/post",
  ],
  [
    "a webhook's credential",
    webhook("post", { security: [{ key: [] }] }),
    "security-not-carried /webhooks/reported/post/security",
  ],
  [
    "a discriminator without alternatives",
    { components: { schemas: { A: { ...object, discriminator: { propertyName: "a" } } } } },
    "discriminator-not-enforced /components/schemas/A",
  ],
  [
    "the alternative of a value without the property",
    { components: { schemas: { A: { oneOf: [object], discriminator } } } },
    "discriminator-not-enforced /components/schemas/A/discriminator/defaultMapping",
  ],
])("%s is reported as a loss at its place", async (_, members, loss) => {
  expect(await generateLosses(members)).toEqual([loss]);
});

test.each([
  ["x- members", { "x-a": 1, ...get({ "x-b": 1 }) }],
  ["an empty text", parameter({ schema: { type: "string" }, allowEmptyValue: true })],
  ["bytes of any length", body("application/octet-stream", { schema: { type: "string" } })],
  [
    "pictures in a form",
    body("multipart/form-data", {
      schema: { type: "object", properties: { a: { type: "array", items: {} } } },
      encoding: { a: { contentType: "image/png, image/jpeg" } },
    }),
  ],
  [
    "a style that is how parts are written",
    body("multipart/form-data", {
      schema: { type: "object", properties: { a: { type: "array", items: {} } } },
      encoding: { a: { style: "form", explode: true } },
    }),
  ],
  ["a stream of items", answer("application/jsonl", { itemSchema: object })],
  ["a stream as a list of items", answer("application/jsonl", { schema: list })],
  ["an answer of events", answer("text/event-stream", { schema: object })],
  ["a webhook", webhook("post", { security: [] })],
])("%s: no loss", async (_, members) => {
  expect(await generateLosses(members)).toEqual([]);
});
