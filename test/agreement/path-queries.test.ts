import { mkdir, rm, writeFile } from "node:fs/promises";
import { generate } from "specwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { resolveInRoot } from "../../scripts/support/paths.ts";

// Below the repository, so that the generated code finds its runtime.
const folder = resolveInRoot(".cache/agreement-path-queries");

const string = { type: "string" };
const id = { name: "id", in: "path", required: true, schema: string };
const limit = { name: "limit", in: "query", schema: { type: "integer" } };
const operation = (operationId: string, ...parameters: object[]): object => ({
  operationId,
  parameters,
  responses: { 204: { description: "Done." } },
});

/**
 * Keys of `paths` as in the documents of OpenAI (`?beta=true`), Box (`#share`) and Elasticsearch (the same path twice), and in
 * older ones (`?key={key}`).
 */
const document = {
  openapi: "3.1.0",
  info: { title: "Paths with queries", version: "1" },
  paths: {
    "/responses/{id}": { get: operation("getResponse", id, limit) },
    "/responses/{id}?beta=true": { get: operation("getBetaResponse", id, limit) },
    "/responses/compact?beta=true": { get: operation("getCompact", limit) },
    "/files/{id}#share": { put: operation("shareFile", id) },
    "/files/{id}": { put: operation("putFile", id) },
    "/token#refresh": { post: operation("refreshToken", limit) },
    "/search?key={key}": {
      get: operation("search", { ...id, name: "key" }, limit),
    },
    "/find?text={text}&kind=file": {
      get: operation("find", { ...limit, name: "text", schema: string }, limit),
    },
    "/pets/{id}": { get: operation("getPet", id), put: operation("putPet", id) },
    "/pets/{name}": { get: operation("findPet", { ...id, name: "name" }) },
    "/odd?q=a-{b}": { get: operation("odd", { ...id, name: "b" }) },
  },
};

interface Received {
  readonly operation: string;
  readonly path: unknown;
  readonly query: unknown;
}

type Operation = (transport: unknown, input: object) => Promise<unknown>;

let send: (name: string, input: object) => Promise<Received | number>;
let diagnostics: readonly { readonly code: string; readonly message: string }[];
let byPath: (path: string, init: object) => Promise<Received | undefined>;

beforeAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(`${folder}/document.json`, JSON.stringify(document));
  const result = await generate({ document: `${folder}/document.json`, out: `${folder}/out` });
  diagnostics = [...result.diagnostics, ...result.losses];
  const client = await import(`${folder}/out/client/index.js`);
  const { createRouter } = await import(`${folder}/out/server/index.js`);
  let received: Received | undefined;
  const createHandler = (name: string) => (input: Received) => {
    received = { operation: name, path: input.path, query: input.query };
    return { status: 204 };
  };
  const names = ["getResponse", "getBetaResponse", "getCompact", "putFile", "refreshToken"];
  const router = createRouter({
    handlers: Object.fromEntries(
      [...names, "search", "find", "getPet", "putPet"].map((name) => [name, createHandler(name)]),
    ),
    security: {},
  });
  const options = {
    baseUrl: "http://paths.example.com",
    retries: 0,
    fetch: (request: Request) => router(request, undefined),
  };
  const transport = client.createTransport(options);
  send = async (name, input) => {
    received = undefined;
    const failed = await (client[name] as Operation)(transport, input).then(
      () => 0,
      (error) => error.status,
    );
    return received ?? failed;
  };
  byPath = async (path, init) => {
    received = undefined;
    await client.createClient(options).GET(path, init);
    return received;
  };
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

test("an operation with a query in its path is found by it, beside the one without", async () => {
  const input = { id: "1", limit: 2 };
  const path = { id: "1" };
  const query = { limit: 2 };
  expect(await send("getResponse", input)).toEqual({ operation: "getResponse", path, query });
  expect(await send("getBetaResponse", input)).toEqual({
    operation: "getBetaResponse",
    path,
    query,
  });
  expect(await send("getCompact", { limit: 2 })).toMatchObject({ operation: "getCompact", query });
  expect(
    await byPath("/responses/{id}?beta=true", { params: { path, query: { limit: 2 } } }),
  ).toEqual({ operation: "getBetaResponse", path, query });
});

test("a parameter in the query of a path arrives, whether the path or the query declares it", async () => {
  expect(await send("search", { key: "a b&c", limit: 2 })).toEqual({
    operation: "search",
    path: { key: "a b&c" },
    query: { limit: 2 },
  });
  expect(await send("find", { text: "a b&c", limit: 2 })).toMatchObject({
    operation: "find",
    query: { text: "a b&c", limit: 2 },
  });
});

test("a fragment is not sent, and an operation that differs only in a fragment has no route, which is a loss", async () => {
  expect(await send("refreshToken", { limit: 2 })).toMatchObject({
    operation: "refreshToken",
    query: { limit: 2 },
  });
  expect(await send("shareFile", { id: "1" })).toMatchObject({ operation: "putFile" });
  expect(await send("odd", { b: "1" })).toBe(404);
  const losses = diagnostics.filter(({ code }) => code === "operation-not-routed");
  expect(losses.map(({ message }) => message)).toEqual([
    expect.stringContaining(
      "`PUT /files/{id}#share`: its requests look like those of `PUT /files/{id}`",
    ),
    expect.stringContaining("`GET /pets/{name}`: its requests look like those of `GET /pets/{id}`"),
    expect.stringContaining("`GET /odd?q=a-{b}`"),
  ]);
  expect(diagnostics.filter(({ code }) => code.includes("parameter"))).toEqual([]);
});

test("of two paths that differ in the names of parameters, the first one has the route, and the client has both", async () => {
  expect(await send("getPet", { id: "1" })).toMatchObject({
    operation: "getPet",
    path: { id: "1" },
  });
  expect(await send("findPet", { name: "a" })).toMatchObject({
    operation: "getPet",
    path: { id: "a" },
  });
  expect(diagnostics.filter(({ code }) => code === "identical-paths")).toHaveLength(1);
});

test("a setting makes an operation without a route an error", async () => {
  const out = `${folder}/strict`;
  const failing = generate({
    document: `${folder}/document.json`,
    out,
    losses: { failOn: ["operation-not-routed"] },
  });
  await expect(failing).rejects.toThrow("The router has no route for `GET /pets/{name}`");
});
