import type { ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { startServer } from "../../../../test/http-server.ts";
import { createOperationWith, schemes } from "../../../../test/secured-operation.ts";
import { call, createTransport, followedItems, followedPages } from "../../client.ts";

const operation = { name: "list", method: "GET", path: "/items" };

const list: Parameters<typeof followedPages>[0] = (transport, input, options) =>
  call(transport, operation, input, options);

async function collect<T>(all: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const each of all) {
    found.push(each);
  }
  return found;
}

function respond(response: ServerResponse, body: unknown, link?: string): void {
  response
    .writeHead(200, { "content-type": "application/json", ...(link && { link }) })
    .end(JSON.stringify(body));
}

/** A transport whose server answers with these `Link` headers in turn, and the URLs that it received. */
function answerWith(links: readonly (string | undefined)[]): {
  readonly transport: ReturnType<typeof createTransport>;
  readonly received: string[];
} {
  const received: string[] = [];
  const transport = createTransport({
    baseUrl: "http://localhost/v1",
    fetch: async ({ url }) => {
      const link = links[received.push(url) - 1];
      return Response.json([], link === undefined ? {} : { headers: { link } });
    },
  });
  return { transport, received };
}

test("the Link header is followed to URLs that the input would not have, with the headers of the call", async () => {
  const { baseUrl, received } = await startServer(({ url }, response) => {
    const isLast = url?.includes("page=3");
    respond(
      response,
      [url],
      isLast
        ? `<${baseUrl}/items>; rel="first"`
        : url?.startsWith("/items")
          ? `<${baseUrl}/items>; rel="prev first", <moved/7?page=2>; rel="next"`
          : "<?page=3>; rel=next; title=last",
    );
  });
  const transport = createTransport({ baseUrl, auth: { Key: "k" } });
  const secured = createOperationWith([schemes.Key]);
  const found = await collect(
    followedItems(
      (given, input, options) => call(given, { ...secured, ...operation }, input, options),
      { items: [] },
      transport,
      {},
      { headers: { "x-trace": "1" } },
    ),
  );
  expect(found).toEqual(["/items", "/moved/7?page=2", "/moved/7?page=3"]);
  expect(received.map(({ headers }) => [headers["x-api-key"], headers["x-trace"]])).toEqual(
    found.map(() => ["k", "1"]),
  );
});

test("the next URL of a body is followed until it is null, empty or absent", async () => {
  for (const end of [{ next: null }, { next: "" }, {}]) {
    const { baseUrl, received } = await startServer(({ url }, response) =>
      respond(
        response,
        url === "/items" ? { data: ["a"], next: "/items?page=2" } : { data: ["b"], ...end },
      ),
    );
    const definition = { items: ["data"], next: ["next"] };
    const transport = createTransport({ baseUrl });
    expect(await collect(followedItems(list, definition, transport))).toEqual(["a", "b"]);
    expect(received.map(({ url }) => url)).toEqual(["/items", "/items?page=2"]);
  }
});

test("an API key in the query is added to a followed URL, unless that has one", async () => {
  const { baseUrl, received } = await startServer(({ url }, response) =>
    respond(
      response,
      [],
      url?.includes("page=3")
        ? undefined
        : url?.includes("page")
          ? "</items?page=3&api%20key=own>; rel=next"
          : "</items?page=2>; rel=next",
    ),
  );
  const transport = createTransport({ baseUrl, auth: { Query: "k" } });
  const secured = createOperationWith([schemes.Query]);
  await collect(
    followedPages(
      (given, input, options) => call(given, { ...secured, ...operation }, input, options),
      { items: [] },
      transport,
    ),
  );
  expect(received.map(({ url }) => url)).toEqual([
    "/items?api%20key=k",
    "/items?page=2&api%20key=k",
    "/items?page=3&api%20key=own",
  ]);
});

test.each([
  ["a header", { items: [] }],
  ["a body", { items: ["data"], next: ["next"] }],
])("a URL of another origin in %s is an error, and gets no request", async (_, definition) => {
  const other = await startServer((_, response) => respond(response, []));
  const next = `${other.baseUrl}/items`;
  const own = await startServer((_, response) =>
    respond(response, { data: [], next }, `<${next}>; rel="next"`),
  );
  const transport = createTransport({ baseUrl: own.baseUrl, headers: { authorization: "secret" } });
  const found: unknown[] = [];
  const read = async (): Promise<void> => {
    for await (const page of followedPages(list, definition, transport)) {
      found.push(page);
    }
  };
  await expect(read()).rejects.toThrow(
    `The next page is at ${other.baseUrl}, and this one at ${own.baseUrl}. `,
  );
  expect(found).toHaveLength(1);
  expect(other.received).toEqual([]);
});

test.each([
  ["http://localhost:81/x"],
  ["https://localhost/x"],
  ["//evil.example/x"],
  ["http://localhost@evil.example/x"],
  ["data:application/json,[]"],
])("%s is another origin than http://localhost", async (url) => {
  const { transport, received } = answerWith([`<${url}>; rel=next`]);
  await expect(collect(followedPages(list, { items: [] }, transport))).rejects.toThrow(
    "The next page is at ",
  );
  expect(received).toHaveLength(1);
});

test.each([
  ['<a>; rel="prev", <b>; rel="next"', "b"],
  ["<b>;rel=next", "b"],
  ['<b>; title="a, <c>; rel=next"; REL="Last Next"', "b"],
  ['<a>; title="\\"<x>"; rel="last",<b> ; rel = next', "b"],
  ["<a>; rel=prev; rel=next", undefined],
  ["<a>; rel=nextish", undefined],
  ["<a>; rev=next", undefined],
  ["rel=next", undefined],
  ["<a>; rel*=next", undefined],
  ["<", undefined],
])("the next page of the header %s is %s", async (link, next) => {
  const { transport, received } = answerWith([link]);
  await collect(followedPages(list, { items: [] }, transport));
  expect(received).toEqual([
    "http://localhost/v1/items",
    ...(next === undefined ? [] : [`http://localhost/v1/${next}`]),
  ]);
});

test("a list that repeats the URL of its request ends with an error", async () => {
  const { transport, received } = answerWith(["<a>; rel=next", "<a>; rel=next", "<a>; rel=next"]);
  await expect(collect(followedPages(list, { items: [] }, transport))).rejects.toThrow(
    "the same URL twice: a",
  );
  expect(received).toHaveLength(2);
});

test("the caller's idempotency key is sent with the first page only", async () => {
  const keys: unknown[] = [];
  const { transport } = answerWith(["<b>; rel=next"]);
  await collect(
    followedPages(
      (given, input, options) => {
        keys.push(input.key);
        return list(given, {}, options);
      },
      { items: [], idempotencyKey: ["key"] },
      transport,
      { key: "mine" },
    ),
  );
  expect(keys).toEqual(["mine", undefined]);
});
