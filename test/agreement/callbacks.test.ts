import { once } from "node:events";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { generate } from "specwright";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { callbackUrl } from "../../packages/runtime/src/v1/callbacks.ts";
import { toUrl } from "../../packages/runtime/test/server-adapters.ts";
import { resolveInRoot } from "../../scripts/support/paths.ts";

// Below the repository, so that the generated code finds its runtime.
const folder = resolveInRoot(".cache/agreement-callbacks");

const event = { type: "object", required: ["n"], properties: { n: { type: "integer" } } };

const document = {
  openapi: "3.1.0",
  info: { title: "Callbacks", version: "1" },
  paths: {
    "/subscriptions": {
      post: {
        operationId: "subscribe",
        requestBody: {
          required: true,
          content: {
            "application/json": {
              schema: { type: "object", properties: { url: { type: "string" } } },
            },
          },
        },
        responses: {
          204: {
            description: "",
            links: { again: { operationId: "subscribe", parameters: { id: "$request.body#/id" } } },
          },
        },
        callbacks: {
          onEvent: {
            "{$request.body#/url}": {
              post: {
                operationId: "onEvent",
                parameters: [{ name: "attempt", in: "query", schema: { type: "integer" } }],
                requestBody: { required: true, content: { "application/json": { schema: event } } },
                responses: {
                  200: {
                    description: "",
                    headers: { "X-Seen": { schema: { type: "boolean" } } },
                    content: { "application/json": { schema: event } },
                  },
                  410: { description: "" },
                },
              },
            },
          },
        },
      },
    },
  },
};

interface Generated {
  readonly sendOnEvent: (
    url: string,
    input: object,
    options?: object,
  ) => Promise<unknown> & { withResponse: () => Promise<object> };
  readonly onEventUrl: (source: object) => string;
  readonly createTransport: (options: object) => unknown;
  readonly subscribe: (transport: unknown, input: object) => Promise<unknown>;
}
let client: Generated;
let createRouter: (options: object) => (request: Request, context: undefined) => Promise<Response>;
let callbacks: Readonly<Record<string, { requestBody: Record<string, Validator> }>>;
interface Validator {
  safeParse(value: unknown): { success: boolean };
}

beforeAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(`${folder}/document.json`, JSON.stringify(document));
  const result = await generate({ document: `${folder}/document.json`, out: `${folder}/out` });
  expect([...result.diagnostics, ...result.losses]).toEqual([]);
  client = await import(`${folder}/out/client/index.js`);
  ({ createRouter } = await import(`${folder}/out/server/index.js`));
  ({ callbacks } = await import(`${folder}/out/validators/index.js`));
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

test("a callback goes to the caller's URL, and both sides check it by the document", async () => {
  const received: unknown[] = [];
  const receiver = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) {
      chunks.push(chunk);
    }
    const body: unknown = JSON.parse(String(Buffer.concat(chunks)));
    const isValid = callbacks.onEvent?.requestBody["application/json"]?.safeParse(body).success;
    received.push([incoming.method, incoming.url, body, isValid]);
    const status = isValid === true ? 200 : 410;
    outgoing.writeHead(status, { "content-type": "application/json", "x-seen": "true" });
    outgoing.end(isValid === true ? JSON.stringify({ n: 2 }) : undefined);
  }).listen(0);
  onTestFinished(() => void receiver.close());
  await once(receiver, "listening");

  const urls: string[] = [];
  const router = createRouter({
    security: {},
    handlers: {
      subscribe: (input: object) => {
        urls.push(client.onEventUrl(input));
        return { status: 204 };
      },
    },
  });
  const transport = client.createTransport({
    baseUrl: "http://service.example.com",
    fetch: (request: Request) => router(request, undefined),
  });
  const url = `${toUrl(receiver.address())}/hook/?key=a`;
  await client.subscribe(transport, { body: { url } });
  expect(urls).toEqual([url]);

  const answer = client.sendOnEvent(url, { attempt: 1, body: { n: 1 } });
  expect(await answer.withResponse()).toMatchObject({
    body: { n: 2 },
    typedHeaders: { "X-Seen": true },
  });
  await expect(client.sendOnEvent(url, { body: { n: "x" } })).rejects.toMatchObject({
    operation: "onEvent",
    status: 410,
  });
  expect(received).toEqual([
    ["POST", "/hook/?key=a&attempt=1", { n: 1 }, true],
    ["POST", "/hook/?key=a", { n: "x" }, false],
  ]);
});

const source = {
  path: { id: "a/b" },
  query: { to: "x y" },
  header: { "X-Url": "https://a.example" },
  body: { list: [{ "a/b": "https://b.example" }], n: 1 },
  request: { url: "https://service.example/a", method: "POST" },
  response: { status: 201, headers: new Headers({ location: "/l" }), body: { id: 5 } },
};

test.each([
  ["{$request.body#/list/0/a~1b}", "https://b.example"],
  ["$request.header.x-url", "https://a.example"],
  ["{$url}/{$method}/{$statusCode}", "https://service.example/a/POST/201"],
  [
    "https://c.example/{$request.path.id}?to={$request.query.to}&n={$request.body#/n}",
    "https://c.example/a%2Fb?to=x%20y&n=1",
  ],
  ["https://c.example{$response.header.location}", "https://c.example%2Fl"],
  ["https://c.example/{$response.body#/id}", "https://c.example/5"],
])("%s is %s", (expression, url) => {
  expect(callbackUrl(expression, source)).toBe(url);
});

test.each([
  "{$request.body#/missing}",
  "{$request.body#/list}",
  "{$request.body#/toString}",
  "{$x}",
])("%s has no value, which is reported", (expression) => {
  expect(() => callbackUrl(expression, source)).toThrow(TypeError);
});
