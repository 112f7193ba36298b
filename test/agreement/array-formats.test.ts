import { mkdir, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createNodeListener } from "@specwright/runtime/v1/node";
import type { createRouter } from "@specwright/runtime/v1/server";
import qs from "qs";
import { type GenerateOptions, type GenerateResult, generate, verify } from "specwright";
import Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { resolveInRoot } from "../../scripts/support/paths.ts";

// Below the repository, so that the generated code finds its runtime.
const folder = resolveInRoot(".cache/agreement-array-formats");

const string = { type: "string" };
const integer = { type: "integer" };
const texts = { type: "array", items: string };
const object = (properties: object): object => ({ type: "object", properties });
const range = object({ gt: integer, lte: integer });

/** Operations in the shape of Stripe's document: its query parameters and fields of forms are `deepObject`. */
const expand = { name: "expand", in: "query", style: "deepObject", explode: true, schema: texts };
const deep = { style: "deepObject", explode: true };
const document = {
  openapi: "3.0.0",
  info: { title: "Payments", version: "1" },
  paths: {
    "/v1/charges": {
      get: {
        operationId: "listCharges",
        parameters: [
          expand,
          {
            name: "created",
            in: "query",
            ...deep,
            schema: { anyOf: [range, integer] },
          },
          { name: "limit", in: "query", schema: integer },
          // An exploded list, and an object that takes any name.
          { name: "tags", in: "query", schema: texts },
          {
            name: "more",
            in: "query",
            schema: { type: "object", additionalProperties: { type: "array", items: integer } },
          },
        ],
        responses: { 200: { description: "", content: { "application/json": { schema: {} } } } },
      },
    },
    "/v1/checkout/sessions": {
      post: {
        operationId: "createSession",
        requestBody: {
          content: {
            "application/x-www-form-urlencoded": {
              schema: {
                type: "object",
                additionalProperties: false,
                properties: {
                  mode: string,
                  expand: texts,
                  line_items: {
                    type: "array",
                    items: object({
                      quantity: integer,
                      price_data: object({
                        currency: string,
                        unit_amount: integer,
                        product_data: object({
                          name: string,
                          images: texts,
                          metadata: { type: "object", additionalProperties: string },
                        }),
                      }),
                    }),
                  },
                  // An empty text clears it.
                  metadata: {
                    anyOf: [
                      { type: "object", additionalProperties: string },
                      { type: "string", enum: [""] },
                    ],
                  },
                },
              },
              encoding: { expand: deep, line_items: deep, metadata: deep },
            },
          },
        },
        responses: { 200: { description: "", content: { "application/json": { schema: {} } } } },
      },
    },
  },
};

const session = {
  mode: "payment",
  expand: ["customer", "line_items"],
  line_items: [
    {
      quantity: 2,
      price_data: {
        currency: "eur",
        unit_amount: 500,
        product_data: {
          name: "Tea & milk",
          images: ["https://a.example/?b=1"],
          metadata: { a: "b" },
        },
      },
    },
    { quantity: 1, price_data: { currency: "eur", unit_amount: 5 } },
  ],
  metadata: { order: "1 + 2", é: "%" },
};
const list = {
  expand: ["data.customer"],
  created: { gt: 5, lte: 9 },
  limit: 3,
  tags: ["a,b", "c"],
  more: { ids: [1, 2] },
};

/** How `qs`, which writes numbers as texts, reads a value. */
const toTexts = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, each) => (typeof each === "number" ? String(each) : each));
const readQs = (text: string): unknown => qs.parse(text, { depth: 20 });

beforeAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

interface Generated {
  readonly result: GenerateResult;
  readonly client: {
    readonly [name in "listCharges" | "createSession"]: (
      transport: unknown,
      input: unknown,
    ) => Promise<unknown>;
  } & {
    readonly createTransport: (options: object) => unknown;
    readonly createClient: (options: object) => {
      readonly GET: (path: string, init: object) => Promise<{ readonly data?: unknown }>;
    };
  };
  /** Its answers are the values that it read. */
  readonly router: AnyRouter;
}

/** A generated router, whose handlers get no context. */
type AnyRouter = ReturnType<typeof createRouter<void>>;

async function generateApi(
  name: string,
  options: Partial<GenerateOptions>,
  given: object = document,
): Promise<Generated> {
  const out = `${folder}/${name}`;
  await writeFile(`${out}.json`, JSON.stringify(given));
  const result = await generate({ document: `${out}.json`, out, ...options });
  const client = await import(`${out}/client/index.js`);
  const server = await import(`${out}/server/index.js`);
  const router: AnyRouter = server.createRouter({
    handlers: {
      listCharges: ({ query }: { query: unknown }) => ({ status: 200, body: query }),
      createSession: ({ body }: { body: unknown }) => ({ status: 200, body }),
    },
  });
  return { result, client, router };
}

const listLost = ({ result }: Generated): unknown[] =>
  result.losses.filter(({ code }) => /parameter|encoding/.test(code)).map(({ code }) => code);

describe.each(["brackets", "indices"] as const)("arrayFormat: %s", (arrayFormat) => {
  let api: Generated;
  const sent: string[] = [];
  const options = {
    baseUrl: "http://payments.example.com",
    fetch: async (request: Request) => {
      sent.push(new URL(request.url).search.slice(1), await request.clone().text());
      return api.router(request);
    },
  };

  beforeAll(async () => {
    api = await generateApi(arrayFormat, { arrayFormat });
  });

  test("nothing is lost, and qs and the router read what both clients send", async () => {
    expect(listLost(api)).toEqual([]);
    const { client } = api;
    const transport = client.createTransport(options);
    expect(await client.createSession(transport, { body: session })).toEqual(session);
    expect(readQs(sent.splice(0)[1] ?? "")).toEqual(toTexts(session));
    expect(await client.createSession(transport, { body: { metadata: "" } })).toEqual({
      metadata: "",
    });
    expect(sent.splice(0)[1]).toBe("metadata=");
    const inQuery = { ...(toTexts(list) as object), ids: ["1", "2"], more: undefined };
    expect(await client.listCharges(transport, list)).toEqual(list);
    const { data } = await client
      .createClient(options)
      .GET("/v1/charges", { params: { query: list } });
    expect(data).toEqual(list);
    const [first = "", , second = ""] = sent.splice(0);
    expect([readQs(first), readQs(second)]).toEqual(
      [inQuery, inQuery].map((each) => JSON.parse(JSON.stringify(each))),
    );
  });

  test("the router reads what qs writes", async () => {
    const { more, ...rest } = list;
    const query = qs.stringify({ ...rest, ...more }, { arrayFormat });
    const read = await api.router(new Request(`http://payments.example.com/v1/charges?${query}`));
    expect(await read.json()).toEqual(list);
    const body = qs.stringify(session, { arrayFormat: "indices" });
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const url = "http://payments.example.com/v1/checkout/sessions";
    const created = await api.router(new Request(url, { method: "POST", body, headers }));
    expect(await created.json()).toEqual(session);
  });

  test("the router reads what Stripe's own SDK sends", async () => {
    const server = createServer(createNodeListener(api.router));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const stripe = new Stripe("sk_test_1", {
      host: "127.0.0.1",
      port,
      protocol: "http",
      telemetry: false,
    });
    try {
      const created: object = await stripe.checkout.sessions.create(session as never);
      expect(created).toMatchObject(session);
      const { expand: wanted, created: time, limit } = list;
      const charges: object = await stripe.charges.list({ expand: wanted, created: time, limit });
      expect(charges).toMatchObject({ expand: wanted, created: time, limit });
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});

test("verify sends what the router reads, by the same setting", async () => {
  const { router } = await generateApi("verified", { arrayFormat: "indices" });
  const queries: string[] = [];
  const server = createServer((incoming, outgoing) => {
    queries.push(decodeURIComponent(incoming.url ?? ""));
    createNodeListener(router)(incoming, outgoing);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  try {
    const { findings } = await verify({
      document: `${folder}/verified.json`,
      url: `http://127.0.0.1:${port}`,
      arrayFormat: "indices",
    });
    const refused = findings.filter(({ check }) => check === "valid-refused");
    expect(refused.map(({ message }) => message)).toEqual([]);
    expect(queries.join("\n")).toContain("expand[0]=");
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test("without the setting, what no style carries is a loss that names the setting", async () => {
  const { result } = await generateApi("plain", {});
  const found = result.losses.filter(({ code }) => /parameter|encoding/.test(code));
  expect(found.map(({ code, message, fix }) => [code, message, fix])).toEqual([
    [
      "parameter-not-carried",
      "The style `form` cannot carry the arrays or objects inside `more`: a call with them fails.",
      expect.stringContaining("arrayFormat"),
    ],
    [
      "encoding-not-carried",
      "The style `deepObject` carries objects, and lists of texts and numbers, but not the lists of objects or of lists in `line_items`: a call with them fails.",
      expect.stringContaining("arrayFormat"),
    ],
  ]);
});

test("x-array-format of an operation, a parameter and a form comes before the setting", async () => {
  const paths = structuredClone(document.paths) as Record<
    string,
    Record<string, Record<string, unknown>>
  >;
  const get = paths["/v1/charges"]?.get ?? {};
  get["x-array-format"] = "indices";
  get.parameters = [
    { ...expand, "x-array-format": "repeat" },
    { name: "tags", in: "query", schema: texts },
    { name: "ids[]", in: "query", schema: texts },
    { name: "joined", in: "query", explode: false, schema: texts },
  ];
  const { client, router } = await generateApi(
    "extensions",
    { arrayFormat: "brackets" },
    { ...document, paths },
  );
  let search = "";
  const transport = client.createTransport({
    baseUrl: "http://payments.example.com",
    fetch: (request: Request) => {
      search = decodeURIComponent(new URL(request.url).search);
      return router(request);
    },
  });
  const input = { expand: ["a", "b"], tags: ["c", "d"], "ids[]": ["e"], joined: ["f", "g"] };
  expect(await client.listCharges(transport, input)).toEqual(input);
  expect(search).toBe("?expand=a&expand=b&tags[0]=c&tags[1]=d&ids[]=e&joined=f,g");
});

test("x-array-format where nothing has brackets, and a format that does not exist, are warnings", async () => {
  const parameters = [
    { ...expand, "x-array-format": "comma" },
    { name: "joined", in: "query", explode: false, schema: texts, "x-array-format": "indices" },
  ];
  const { result } = await generateApi(
    "wrong",
    { arrayFormat: "brackets" },
    {
      ...document,
      paths: { "/v1/charges": { get: { ...document.paths["/v1/charges"].get, parameters } } },
    },
  );
  expect(result.diagnostics.map(({ code, pointer }) => [code, pointer])).toEqual([
    ["invalid-array-format", "/paths/~1v1~1charges/get/parameters/0/x-array-format"],
    ["invalid-array-format", "/paths/~1v1~1charges/get/parameters/1/x-array-format"],
  ]);
});
