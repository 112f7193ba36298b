import { mkdir, rm, writeFile } from "node:fs/promises";
import { type GenerateResult, generate } from "specwright";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { resolveInRoot } from "../../scripts/support/paths.ts";

// Below the repository, so that the generated code finds its runtime.
const folder = resolveInRoot(".cache/agreement-nested-parameters");

const filter = {
  type: "object",
  properties: { field: { type: "string" }, value: { type: "integer" } },
};
const nested = { type: "array", items: { $ref: "#/components/schemas/Filter" } };
const parameters = [
  { name: "filters", in: "query", schema: nested },
  {
    name: "deep",
    in: "query",
    style: "deepObject",
    schema: { type: "object", properties: { list: nested } },
  },
  {
    name: "X-Sort",
    in: "header",
    schema: { type: "object", additionalProperties: { type: "array", items: { type: "string" } } },
  },
  // Every style that these have carries them.
  { name: "tags", in: "query", schema: { type: "array", items: { type: "string" } } },
  {
    name: "range",
    in: "query",
    style: "deepObject",
    schema: { type: "object", properties: { at: filter } },
  },
  { name: "json", in: "query", content: { "application/json": { schema: nested } } },
  { name: "any", in: "query", schema: {} },
];
const document = {
  openapi: "3.1.0",
  info: { title: "Nested", version: "1" },
  paths: {
    "/things": {
      parameters,
      get: { operationId: "listThings", responses: { 204: { description: "Done." } } },
    },
  },
  components: { schemas: { Filter: filter } },
};

const query = {
  filters: [{ field: "a,b", value: 1 }],
  deep: { list: [{ field: "c", value: 2 }] },
  tags: ["x", "y"],
};
const header = { "X-Sort": { name: ["asc"] } };

async function generateClient(name: string, options: object): Promise<GenerateResult> {
  await writeFile(`${folder}/${name}.json`, JSON.stringify(document));
  return generate({ document: `${folder}/${name}.json`, out: `${folder}/${name}`, ...options });
}

beforeAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

const listLost = ({ losses }: GenerateResult): unknown[] =>
  losses.filter(({ code }) => code === "parameter-not-carried").map(({ pointer }) => pointer);

test("parameters that no style can carry are reported, once for client and router", async () => {
  expect(listLost(await generateClient("plain", {}))).toEqual([
    "/paths/~1things/parameters/0",
    "/paths/~1things/parameters/1",
    "/paths/~1things/parameters/2",
  ]);
  expect(listLost(await generateClient("types", { targets: ["types"] }))).toEqual([]);
});

describe("with jsonParameters", () => {
  test("they are sent as JSON by both clients and read by the router, and nothing is reported", async () => {
    expect(listLost(await generateClient("json", { jsonParameters: true }))).toEqual([]);
    const client = await import(`${folder}/json/client/index.js`);
    const { createRouter } = await import(`${folder}/json/server/index.js`);
    let received: { query?: unknown; header?: unknown } = {};
    const urls: string[] = [];
    const router = createRouter({
      handlers: {
        listThings: (input: { query: unknown; header: unknown }) => {
          received = { query: input.query, header: input.header };
          return { status: 204 };
        },
      },
      security: {},
    });
    const options = {
      baseUrl: "http://nested.example.com",
      retries: 0,
      fetch: (request: Request) => {
        urls.push(decodeURIComponent(new URL(request.url).search));
        return router(request, undefined);
      },
    };
    await client.listThings(client.createTransport(options), { ...query, header });
    expect(received).toEqual({ query, header });
    received = {};
    await client.createClient(options).GET("/things", { params: { query, header } });
    expect(received).toEqual({ query, header });
    for (const url of urls) {
      expect(url).toContain('filters=[{"field":"a,b","value":1}]');
      expect(url).toContain('deep={"list":[{"field":"c","value":2}]}');
    }
  });
});
