import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { findNeed } from "../../../../../test/support/needs.ts";
import { createProject, emitFiles } from "../../../test/client-project.ts";
import { makeTemporaryFolder } from "../../../test/temporary-folder.ts";
import type { WrittenPagination } from "../../document/model/facts/pagination-members.ts";
import { loadModel } from "../load/load-model.ts";
import { paginate } from "./paginate.ts";

const string = { type: "string" };
const integer = { type: "integer" };
const boolean = { type: "boolean" };
const things = { type: "array", items: { type: "object", properties: { id: string } } };

interface Described {
  readonly query?: readonly string[];
  readonly body?: object;
  readonly answer: object;
  readonly headers?: object;
  readonly extensions?: object;
}

function describe({ query = [], body, answer, headers, extensions }: Described): object {
  return {
    ...extensions,
    parameters: query.map((name) => ({ name, in: "query", schema: {} })),
    ...(body !== undefined && {
      requestBody: { content: { "application/json": { schema: object(body) } } },
    }),
    responses: {
      200: { description: "", headers, content: { "application/json": { schema: answer } } },
    },
  };
}

function object(properties: object): object {
  return { type: "object", properties };
}

function write(paths: object): string {
  const info = { title: "Shop", version: "1" };
  return makeTemporaryFolder({ "api.json": JSON.stringify({ openapi: "3.1.0", info, paths }) });
}

/** What is proposed for an operation. */
async function propose(
  described: Described,
  method = "get",
): Promise<WrittenPagination | undefined> {
  const folder = write({ "/a": { [method]: describe(described) } });
  const { groups } = await paginate({ document: "api.json", folder });
  return groups[0]?.proposals[0]?.pagination;
}

test.each<[string, Described, WrittenPagination]>([
  [
    "a cursor beside the list",
    {
      query: ["cursor", "limit"],
      answer: object({ things, next_cursor: { type: ["string", "null"] }, has_more: boolean }),
    },
    {
      ...{ type: "cursor", cursor: "query.cursor", next: "/next_cursor", more: "/has_more" },
      ...{ items: "/things", limit: "query.limit" },
    },
  ],
  [
    "a token in an object of its own",
    {
      query: ["pageToken"],
      answer: object({ items: things, meta: object({ nextPageToken: string }) }),
    },
    { type: "cursor", cursor: "query.pageToken", next: "/meta/nextPageToken", items: "/items" },
  ],
  [
    "the last item as the cursor",
    {
      query: ["ending_before", "starting_after", "limit"],
      answer: object({ object: string, data: things, has_more: boolean, url: string }),
    },
    {
      ...{ type: "cursor", cursor: "query.starting_after", last: "/id", more: "/has_more" },
      ...{ items: "/data", limit: "query.limit" },
    },
  ],
  [
    "a link of HAL",
    {
      query: ["page"],
      answer: object({
        _embedded: object({ orders: things }),
        _links: object({ self: object({ href: string }), next: object({ href: string }) }),
      }),
    },
    { type: "url", next: "/_links/next/href", items: "/_embedded/orders" },
  ],
  [
    "a URL by its format",
    { answer: object({ results: things, next: { ...string, format: "uri" } }) },
    { type: "url", next: "/next", items: "/results" },
  ],
  [
    "the Link header",
    { query: ["page", "per_page"], answer: things, headers: { link: { schema: string } } },
    { type: "link", items: "", limit: "query.per_page" },
  ],
  [
    "an offset with a limit",
    { query: ["$skip", "$top"], answer: object({ value: things, total: integer }) },
    {
      ...{ type: "offset", offset: "query.$skip", total: "/total", items: "/value" },
      limit: "query.$top",
    },
  ],
  [
    "a number of the page, as JSON:API writes it",
    {
      query: ["page[number]", "page[size]"],
      answer: object({
        data: things,
        included: things,
        meta: object({ total_pages: integer, total: integer }),
      }),
    },
    {
      ...{ type: "page", page: "query.page[number]", total_pages: "/meta/total_pages" },
      ...{ items: "/data", limit: "query.page[size]" },
    },
  ],
])("%s is recognised", async (_, described, pagination) => {
  expect(await propose(described)).toEqual(pagination);
});

test("a search is recognised when its cursor is in its body", async () => {
  const body = { query: string, start_cursor: string, page_size: integer };
  const answer = object({ results: things, next_cursor: string });
  expect(await propose({ body, answer }, "post")).toEqual({
    ...{ type: "cursor", cursor: "body.start_cursor", next: "/next_cursor", items: "/results" },
    limit: "body.page_size",
  });
  expect(await propose({ query: ["page"], answer: things }, "post")).toBeUndefined();
});

test.each<[string, Described]>([
  ["a list in one page", { query: ["filter"], answer: things }],
  ["an answer with two lists", { query: ["page"], answer: object({ a: things, b: things }) }],
  ["a single thing", { query: ["page"], answer: object({ id: string }) }],
  ["anything", { query: ["page"], answer: {} }],
  ["a number that starts something", { query: ["start"], answer: things }],
  ["a cursor that no answer has", { query: ["cursor"], answer: object({ data: things }) }],
  [
    "an operation that is declared already",
    {
      query: ["page"],
      answer: things,
      extensions: { "x-pagination": { type: "link", items: "" } },
    },
  ],
])("nothing is proposed for %s", async (_, described) => {
  expect(await propose(described)).toBeUndefined();
});

const corpus = findNeed("corpus") ?? "";

test.skipIf(corpus === "").each([
  ["github.json", { link: 196, page: 69 }],
  ["digitalocean/DigitalOcean-public.v2.yaml", { url: 85, page: 7, cursor: 1 }],
])("all declarations that are taken for %s fit its operations", async (name, expected) => {
  const output = join(makeTemporaryFolder({}), "pages.yaml");
  const document = join(corpus, name);
  const { groups } = await paginate({ document, output, accepts: () => true });
  const counts: Record<string, number> = {};
  for (const { type, proposals } of groups) {
    counts[type] = (counts[type] ?? 0) + proposals.length;
  }
  expect(counts).toEqual(expected);
  const { model, diagnostics } = loadModel(document, { input: { overlays: [output] } });
  const all = Object.values(counts).reduce((sum, each) => sum + each, 0);
  expect(model.operations.filter(({ pagination }) => pagination)).toHaveLength(all);
  expect(diagnostics.filter(({ code }) => code === "overlay-without-match")).toEqual([]);
});

/** Lists of five items in pages of two, as GitHub, DigitalOcean and Stripe have them. */
const shop = {
  "/issues": {
    get: {
      operationId: "listIssues",
      ...describe({ query: ["page"], answer: things, headers: { Link: { schema: string } } }),
    },
  },
  "/droplets": {
    get: {
      operationId: "listDroplets",
      ...describe({
        query: ["page"],
        answer: object({
          droplets: things,
          links: object({ pages: { anyOf: [object({ next: string }), {}] } }),
        }),
      }),
    },
  },
  "/charges": {
    get: {
      operationId: "listCharges",
      ...describe({
        query: ["starting_after"],
        answer: object({ data: things, has_more: boolean }),
      }),
    },
  },
};

test("the client of what was taken reads every page from a server", async () => {
  const all = ["a", "b", "c", "d", "e"].map((id) => ({ id }));
  const server = createServer(({ url = "" }, response) => {
    const { pathname, searchParams } = new URL(url, "http://localhost");
    const page = Number(searchParams.get("page") ?? 1);
    const after = searchParams.get("starting_after");
    const start = after === null ? (page - 1) * 2 : all.findIndex(({ id }) => id === after) + 1;
    const data = all.slice(start, start + 2);
    const more = start + 2 < all.length;
    const kind = pathname.replace("/moved", "");
    const next = `http://127.0.0.1:${port()}/moved${kind}?page=${page + 1}`;
    const body =
      kind === "/issues"
        ? data
        : kind === "/droplets"
          ? { droplets: data, links: more ? { pages: { next } } : {} }
          : { data, has_more: more };
    response
      .writeHead(200, {
        "content-type": "application/json",
        ...(kind === "/issues" && more && { link: `<${next}>; rel="next"` }),
      })
      .end(JSON.stringify(body));
  });
  const port = (): number => (server.address() as AddressInfo).port; // It listens on a port.
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const folder = write(shop);
  const { taken } = await paginate({
    ...{ document: "api.json", folder, output: "pages.yaml" },
    accepts: () => true,
  });
  expect(taken).toBe(3);
  const { model } = loadModel("api.json", { folder, input: { overlays: ["pages.yaml"] } });
  const project = createProject(emitFiles(model));
  const consumer = `
import { createTransport, listChargesItems, listDropletsItems, listIssuesItems } from "./client/index.js";

const transport = createTransport({ baseUrl: process.env.BASE_URL ?? "" });
const found: (string | undefined)[][] = [];
for (const list of [listIssuesItems, listDropletsItems, listChargesItems]) {
  const ids: (string | undefined)[] = [];
  for await (const { id } of list(transport)) ids.push(id);
  found.push(ids);
}
console.log(JSON.stringify(found));
`;
  expect(await project.compile({ "consumer.ts": consumer })).toBe("");
  const ids = all.map(({ id }) => id);
  expect(await project.run("consumer.ts", { BASE_URL: `http://127.0.0.1:${port()}` })).toEqual([
    ...[ids, ids, ids],
  ]);
});

test("only the groups that the caller accepts are in the overlay", async () => {
  const folder = write(shop);
  const asked: string[] = [];
  const result = await paginate({
    ...{ document: "api.json", folder, output: "pages.yaml" },
    accepts: async ({ type, reason }) => {
      asked.push(`${type}: ${reason}`);
      return type === "url";
    },
  });
  expect(asked).toEqual([
    "link: the header `Link` of the answer",
    "url: the URL at `/links/pages/next` in the answer",
    "cursor: the parameter `query.starting_after`, the member `/has_more` of the answer and the `id` of its items",
  ]);
  expect(result).toMatchObject({ taken: 1, isWritten: true });
  expect(readFileSync(join(folder, "pages.yaml"), "utf8")).toBe(result.text);
  expect(result.overlay.actions).toEqual([
    {
      target: "$.paths['/droplets'].get",
      update: { "x-pagination": { type: "url", next: "/links/pages/next", items: "/droplets" } },
    },
  ]);
});

test("nothing is taken or written unless the caller accepts it", async () => {
  const folder = write(shop);
  const result = await paginate({ document: "api.json", folder, output: "pages.yaml" });
  expect(result).toMatchObject({ taken: 0, isWritten: false, overlay: { actions: [] } });
  expect(result.groups[0]?.proposals).toMatchObject([
    { operation: "GET /issues", file: "api.json", pointer: "/paths/~1issues/get", line: 1 },
  ]);
});
