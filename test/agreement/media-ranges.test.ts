import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { generate } from "specwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { resolveInRoot } from "../../scripts/support/paths.ts";
import { compile, strictOptions } from "../conformance/support/compile.ts";

// Below the repository, so that the generated code finds its runtime.
const folder = resolveInRoot(".cache/agreement-ranges");

const item = { type: "object", required: ["n"], properties: { n: { type: "integer" } } };
const anything = (range: string, schema?: object): object => ({
  content: { [range]: schema === undefined ? {} : { schema } },
});
const echo = (operationId: string, range: string, schema?: object): object => ({
  post: {
    operationId,
    requestBody: { required: true, ...anything(range, schema) },
    responses: { 200: { description: "", ...anything(range, schema) } },
  },
});

const document = {
  openapi: "3.1.0",
  info: { title: "Ranges", version: "1" },
  paths: {
    "/text": echo("text", "text/*", { type: "string" }),
    "/json": echo("json", "application/*+json", item),
    "/image": {
      ...echo("image", "image/*"),
      head: {
        operationId: "imageHead",
        responses: {
          200: {
            description: "",
            headers: { "X-Size": { required: true, schema: { type: "integer" } } },
            content: { "application/json": { schema: item } },
          },
        },
      },
    },
    "/any": echo("anything", "*/*"),
    "/any-item": echo("anyItem", "*/*", item),
  },
};

interface Answered {
  readonly data: unknown;
  readonly sent: string | null;
  readonly received: string | null;
}

type Send = (name: string, body: unknown, answer: object, options?: object) => Promise<Answered>;
let send: Send;

beforeAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(`${folder}/document.json`, JSON.stringify(document));
  const { diagnostics } = await generate({
    document: `${folder}/document.json`,
    out: `${folder}/out`,
  });
  expect(diagnostics).toEqual([]);
  const client = await import(`${folder}/out/client/index.js`);
  const { createRouter } = await import(`${folder}/out/server/index.js`);
  send = async (name, body, answer, options) => {
    const names = ["text", "json", "image", "imageHead", "anything", "anyItem"];
    const service = createRouter({
      handlers: Object.fromEntries(names.map((each) => [each, () => answer])),
      security: {},
      validateResponses: true,
    });
    const types: (string | null)[] = [];
    const transport = client.createTransport({
      baseUrl: "http://ranges.example.com",
      retries: 0,
      fetch: async (request: Request) => {
        const response: Response = await service(request, undefined);
        types.push(request.headers.get("content-type"), response.headers.get("content-type"));
        return response;
      },
    });
    const data = await client[name](transport, { body }, options);
    const [sent = null, received = null] = types;
    return { data, sent, received };
  };
});

afterAll(() => rm(folder, { recursive: true, force: true }));

test("text of any kind is plain text unless the handler says which", async () => {
  expect(await send("text", "ä", { status: 200, body: "ö" })).toEqual({
    data: "ö",
    sent: "text/plain;charset=UTF-8",
    received: "text/plain;charset=utf-8",
  });
  const headers = { "Content-Type": "text/markdown" };
  const { received } = await send("text", "ä", { status: 200, headers, body: "# ö" });
  expect(received).toBe("text/markdown");
});

test("JSON of any kind is JSON, and is validated", async () => {
  expect(await send("json", { n: 1 }, { status: 200, body: { n: 2 } })).toEqual({
    data: { n: 2 },
    sent: "application/json",
    received: "application/json",
  });
  const contentType = "application/merge-patch+json";
  const { sent } = await send("json", { n: 1 }, { status: 200, body: { n: 2 } }, { contentType });
  expect(sent).toBe(contentType);
  await expect(send("json", { n: "1" }, { status: 200, body: { n: 2 } })).rejects.toThrow("400");
  await expect(send("json", { n: 1 }, { status: 200, body: {} })).rejects.toThrow("500");
});

test("a Blob says which media type it has, in both directions", async () => {
  const png = new Blob(["a"], { type: "image/png" });
  const gif = new Blob(["b"], { type: "image/gif" });
  const { data, sent, received } = await send("image", png, { status: 200, body: gif });
  expect([sent, received, await (data as Blob).text()]).toEqual(["image/png", "image/gif", "b"]);
  const bytes = new Uint8Array([1]);
  const unknown = await send("image", png, { status: 200, body: bytes });
  expect(unknown.received).toBe("application/octet-stream");
});

test("where anything goes, text is text and objects are JSON", async () => {
  const json = await send("anything", "a", { status: 200, body: { a: 1 } });
  expect(json).toMatchObject({ data: { a: 1 }, received: "application/json" });
  const text = await send("anything", new Blob(["a"], { type: "a/b" }), { status: 200, body: "b" });
  expect(text).toEqual({ data: "b", sent: "a/b", received: "text/plain;charset=utf-8" });
});

test("a body of any type is JSON when its schema describes an object, as springdoc writes it", async () => {
  expect(await send("anyItem", { n: 1 }, { status: 200, body: { n: 2 } })).toEqual({
    data: { n: 2 },
    sent: "application/json",
    received: "application/json",
  });
  await expect(send("anyItem", { n: "1" }, { status: 200, body: { n: 2 } })).rejects.toThrow("400");
  await expect(send("anyItem", { n: 1 }, { status: 200, body: {} })).rejects.toThrow("500");
  const declarations = await readFile(`${folder}/out/client/index.d.ts`, "utf8");
  expect(declarations).not.toContain("AnyItemData = unknown");
});

test("what is generated compiles, and a body of any type has the type of its schema", async () => {
  const use = `import type { AnyItemInput, AnyItemOutput } from "./out/client/index.js";
import type { AnyItemResponse } from "./out/server/index.js";
import type { operations } from "./out/validators/index.js";
export const input: AnyItemInput = { body: { n: 1 } };
export const output: AnyItemOutput = { n: 1 };
// @ts-expect-error: the schema describes a number.
export const wrong: AnyItemOutput = { n: "" };
// @ts-expect-error: the same in handlers.
export const answer: AnyItemResponse = { status: 200, body: { n: "" } };
export const parsed = (all: typeof operations): number =>
  all.anyItem.responses[200]["application/*+json"].parse({ n: 1 }).n;
`;
  await writeFile(`${folder}/use.ts`, use);
  const compilerOptions = { ...strictOptions.compilerOptions, types: ["node"] };
  const include = ["use.ts", "out"];
  await writeFile(`${folder}/tsconfig.json`, JSON.stringify({ compilerOptions, include }));
  expect(compile(folder)).toBe("");
});

test("an answer to HEAD needs no body, and has none", async () => {
  const answer = { status: 200, headers: { "X-Size": 7 } };
  expect(await send("imageHead", undefined, answer)).toEqual({
    data: undefined,
    sent: null,
    received: null,
  });
  const { data } = await send("imageHead", undefined, { ...answer, body: { n: 1 } });
  expect(data).toBeUndefined();
});
