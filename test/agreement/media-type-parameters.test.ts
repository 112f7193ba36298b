import { mkdir, rm, writeFile } from "node:fs/promises";
import { generate } from "specwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { resolveInRoot } from "../../scripts/support/paths.ts";

// Below the repository, so that the generated code finds its runtime.
const folder = resolveInRoot(".cache/agreement-media-type-parameters");

const versioned = (name: string): object => ({
  schema: { type: "object", required: [name], properties: { [name]: { type: "string" } } },
});
const content = {
  "application/json;version=2": versioned("two"),
  "application/json": versioned("one"),
  "application/json; version=3": versioned("three"),
};
const document = {
  openapi: "3.1.0",
  info: { title: "Versions", version: "1" },
  paths: {
    "/notes": {
      post: {
        operationId: "send",
        requestBody: { required: true, content },
        responses: { 200: { description: "The same.", content } },
      },
    },
  },
};

interface Input {
  readonly mediaType: string;
  readonly body: unknown;
  readonly accept: string;
}

type Router = (request: Request, context?: undefined) => Promise<Response>;

let router: Router;
let call: (input: object, options?: object) => Promise<unknown>;
let received: Input | undefined;

beforeAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(`${folder}/document.json`, JSON.stringify(document));
  await generate({ document: `${folder}/document.json`, out: `${folder}/out` });
  const client = await import(`${folder}/out/client/index.js`);
  const server = await import(`${folder}/out/server/index.js`);
  router = server.createRouter({
    handlers: {
      send: (input: Input) => {
        received = input;
        return { status: 200, mediaType: input.accept, body: answers[input.accept] };
      },
    },
    security: {},
    validateResponses: true,
  });
  const transport = client.createTransport({
    baseUrl: "http://versions.example.com",
    retries: 0,
    fetch: (request: Request) => router(request),
  });
  call = (input, options) => client.send(transport, input, options);
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

const answers: Readonly<Record<string, object>> = {
  "application/json;version=2": { two: "b" },
  "application/json": { one: "a" },
  "application/json; version=3": { three: "c" },
};

test("a body and an answer have the media type and the parameters that were sent and requested", async () => {
  for (const [mediaType, body] of Object.entries(answers)) {
    received = undefined;
    expect(await call({ body, contentType: mediaType }, { accept: mediaType })).toEqual(body);
    expect(received).toMatchObject({ mediaType, body, accept: mediaType });
  }
});

test("other parameters, such as a charset, do not change the media type", async () => {
  const send = (type: string, body: object): Promise<Response> =>
    router(
      new Request("http://versions.example.com/notes", {
        method: "POST",
        headers: { "content-type": type },
        body: JSON.stringify(body),
      }),
    );
  for (const type of [
    "application/json;charset=utf-8",
    "Application/JSON",
    "application/json;v=9",
  ]) {
    expect((await send(type, { one: "a" })).status, type).toBe(200);
    expect(received?.mediaType).toBe("application/json");
  }
  expect((await send("application/json;charset=UTF-8;version=3", { three: "c" })).status).toBe(200);
  expect(received?.mediaType).toBe("application/json; version=3");
  expect((await send("application/json;version=2", { one: "a" })).status).toBe(400);
});
