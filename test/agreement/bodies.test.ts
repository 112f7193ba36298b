import { mkdir, rm, writeFile } from "node:fs/promises";
import createFetchClient from "openapi-fetch";
import { generate } from "specwright";
import { EventSource } from "undici";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { stringify } from "yaml";
import { adapters } from "../../packages/runtime/test/server-adapters.ts";
import { type Mock, startMock } from "../../scripts/serve/prism.ts";
import { inRoot } from "../../scripts/support/paths.ts";
import { bodyDocument } from "./body-document.ts";

// Below the repository, so that the generated code finds its runtime.
const folder = inRoot(".cache/agreement-bodies");

type Input = Readonly<Record<string, unknown>>;
type Operation = (transport: unknown, input?: Input, options?: Input) => Promise<unknown>;
type Service = (request: Request, context: unknown) => Promise<Response>;

interface Client {
  readonly createTransport: (options: object) => unknown;
  readonly createClient: (options: object) => {
    readonly QUERY: (path: string, init: object) => Promise<object>;
  };
  readonly part: (value: unknown, options: object) => unknown;
  readonly [operation: string]: unknown;
}

let client: Client;
let createRouter: (options: object) => Service;
/** What the handlers were given, and what they answer. */
let received: Input = {};
let answer: (input: Input) => unknown = () => ({ status: 204 });

const names = [
  ...["upload", "form", "choice", "headers", "events", "chunks", "lines", "sequence"],
  ...["searchByQuerystring", "searchByQuery", "copySearch"],
];

beforeAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(`${folder}/document.json`, JSON.stringify(bodyDocument));
  const result = await generate({ document: `${folder}/document.json`, out: `${folder}/out` });
  expect(result.diagnostics).toEqual([]);
  client = await import(`${folder}/out/client/index.js`);
  ({ createRouter } = await import(`${folder}/out/server/index.js`));
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

beforeEach(() => {
  received = {};
  answer = () => ({ status: 204 });
});

function router(options: object = {}): Service {
  const handler = (input: Input): unknown => {
    received = input;
    return answer(input);
  };
  return createRouter({
    handlers: Object.fromEntries(names.map((name) => [name, handler])),
    security: {},
    validateResponses: true,
    onError: () => undefined,
    ...options,
  });
}

/** Calls an operation of the generated client at the generated router. */
function call(name: string, input?: Input, options?: Input, service = router()): Promise<unknown> {
  const transport = client.createTransport({
    baseUrl: "http://bodies.example.com",
    retries: 0,
    fetch: (request: Request) => service(request, undefined),
  });
  return (client[name] as Operation)(transport, input, options);
}

const png = new File(["\x89PNG"], 'ä "b".png', { type: "image/png" });
const avatar = (): unknown => client.part(png, { headers: { "X-Checksum": 7 } });

async function texts(value: unknown): Promise<unknown> {
  return value instanceof Blob
    ? `${value.constructor.name} ${value.type} ${await value.text()}`
    : Array.isArray(value)
      ? Promise.all(value.map(texts))
      : value;
}

async function plain(body: unknown): Promise<Input> {
  const entries = Object.entries(body as Input);
  return Object.fromEntries(
    await Promise.all(entries.map(async ([name, value]) => [name, await texts(value)])),
  );
}

describe("multipart bodies", () => {
  test("arrive as they were sent: numbers, booleans, JSON, lists and files", async () => {
    const body = {
      name: "n",
      count: 3,
      item: { n: 1 },
      ids: [1, 2],
      items: [{ n: 1 }, { n: 2, text: "t" }],
      notes: "5",
      files: [new Blob(["one"], { type: "application/pdf" }), new Uint8Array([116, 119, 111])],
      anything: new Blob(["x"], { type: "a/b" }),
    };
    await call("upload", { body: { ...body, avatar: avatar() } });
    const {
      public: isPublic,
      avatar: image,
      files,
      anything,
      ...rest
    } = await plain(received.body);
    const { files: _, anything: __, ...sent } = body;
    expect(rest).toEqual(sent);
    // The document's default.
    expect(isPublic).toBe(true);
    expect(image).toBe("File image/png \x89PNG");
    expect(files).toEqual(["File application/pdf one", "File application/octet-stream two"]);
    expect(anything).toBe("File a/b x");
    expect((received.body as { avatar: File }).avatar.name).toBe('ä "b".png');
    expect(received.partHeaders).toEqual({ avatar: { "X-Checksum": 7 } });
  });

  test("of FormData, which openapi-fetch sends, are read and validated in the same way", async () => {
    const service = router();
    const stock = createFetchClient<Record<string, unknown>>({
      baseUrl: "http://bodies.example.com",
      fetch: (request) => service(request, undefined),
      // Called by path as text: there are no types of this document.
    }) as unknown as Readonly<Record<string, (path: string, init: object) => Promise<Answer>>>;
    interface Answer {
      readonly error?: { readonly errors: readonly string[] };
    }
    const form = new FormData();
    form.append("name", "n");
    form.append("ids", "1");
    form.append("public", "yes");
    form.append("avatar", png);
    const answered = await stock.POST?.("/upload", { body: form });
    // FormData has no header fields of parts.
    expect(answered?.error?.errors).toEqual([
      expect.stringContaining("body.public: "),
      "partHeaders.avatar.X-Checksum: required",
    ]);
  });

  test.each([
    [{ name: "" }, "body.name: "],
    [{ count: "many" }, "body.count: "],
    [{ unknown: 1 }, "body"],
    [
      { files: [1, 2, 3, 4].map(() => new Blob(["1"], { type: "application/pdf" })) },
      "body.files: ",
    ],
    [{ items: [{ n: "x" }] }, "body.items[0].n: "],
    [{ avatar: new Blob(["1"], { type: "image/gif" }) }, "body.avatar: media type has to be"],
    [{ avatar: new Blob(["1".repeat(101)], { type: "image/png" }) }, "body.avatar: at most 100"],
  ])("that do not fit are refused: %j", async (wrong, complaint) => {
    const body = { name: "n", avatar: avatar(), ...wrong };
    const error = await call("upload", { body }).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ status: 400 });
    expect((error as { body: { errors: string[] } }).body.errors.join()).toContain(complaint);
    expect(received).toEqual({});
  });

  test("have limits of bytes and of parts", async () => {
    const body = { name: "n", avatar: avatar(), ids: Array.from({ length: 50 }, (_, id) => id) };
    for (const limit of [{ bodyLimit: 1000 }, { partLimit: 51 }]) {
      await expect(call("upload", { body }, {}, router(limit))).rejects.toMatchObject({
        status: 413,
      });
    }
    await call("upload", { body }, {}, router({ partLimit: 52 }));
  });
});

test("forms arrive in the styles that the document gives their fields", async () => {
  const body = {
    name: "a&b=c",
    ids: [1, 2],
    tags: ["x", "y,z"],
    point: { x: 1.5 },
    deep: { a: true },
    path: "a/b?c",
  };
  let sent = "";
  const service = router();
  await call("form", { body }, {}, async (request, context) => {
    sent = await request.clone().text();
    return service(request, context);
  });
  expect(received.body).toEqual(body);
  expect(sent).toBe(
    "name=a%26b%3Dc&ids=1,2&tags=x&tags=y%2Cz&point=%7B%22x%22%3A1.5%7D&deep%5Ba%5D=true&path=a/b?c",
  );
});

test("what has parts inside of a form's values arrives as JSON", async () => {
  const body = {
    name: "n",
    items: [{ n: 1 }, { n: 2, text: "]" }],
    item: { n: 3 },
    nested: [[1, 2], []],
  };
  await call("form", { body });
  expect(received.body).toEqual(body);
  await expect(call("form", { body: { ...body, items: [{ n: "1" }] } })).rejects.toThrow("400");
});

describe("several media types", () => {
  test("of a request: the caller says which, JSON unless told", async () => {
    answer = () => ({ status: 200, mediaType: "application/json", body: { n: 1 } });
    await call("choice", { body: { n: 1 } });
    expect(received).toMatchObject({ mediaType: "application/json", body: { n: 1 } });
    await call("choice", { body: "text", contentType: "text/plain" });
    expect(received).toMatchObject({ mediaType: "text/plain", body: "text" });
    await call("choice", { body: new Uint8Array([1]), contentType: "image/gif" });
    expect(received.mediaType).toBe("image/*");
    expect((received.request as Request).headers.get("content-type")).toBe("image/gif");
    await call("choice");
    expect(received).toMatchObject({ mediaType: undefined, body: undefined });
  });

  test("of an answer: the caller says which, JSON unless told", async () => {
    answer = ({ accept }) => ({
      status: 200,
      mediaType: accept,
      body: accept === "application/json" ? { n: 1 } : new TextEncoder().encode("a,b"),
    });
    expect(await call("choice")).toEqual({ n: 1 });
    expect(await call("choice", {}, { accept: "text/csv" })).toBe("a,b");
    const binary = await call("choice", {}, { accept: "application/octet-stream" });
    expect(await texts(binary)).toBe("Blob application/octet-stream a,b");
  });
});

describe("headers of answers", () => {
  const headers = {
    "X-Count": 3,
    "x-flags": [true, false],
    "X-Point": { x: 1.5 },
    "X-Json": { n: 1, text: "a,b" },
    "X-Text": "1é",
  };

  interface Whole {
    readonly typedHeaders: Input;
    readonly status: number;
    readonly body: unknown;
  }
  const whole = (input?: Input): Promise<Whole> =>
    (call("headers", input) as unknown as { withResponse: () => Promise<Whole> }).withResponse();

  test("are written and read as their schemas have them", async () => {
    answer = () => ({ status: 200, headers, body: { n: 1 } });
    expect(await whole()).toMatchObject({
      status: 200,
      body: { n: 1 },
      typedHeaders: {
        "X-Count": 3,
        "X-Flags": [true, false],
        "X-Point": { x: 1.5 },
        "X-Json": { n: 1, text: "a,b" },
        "X-Text": "1é",
      },
    });
  });

  test("of errors are with them, under their own schema", async () => {
    answer = () => ({ status: 404, headers: { "X-Count": true }, body: { n: 1 } });
    await expect(call("headers")).rejects.toMatchObject({ typedHeaders: { "X-Count": true } });
    await expect(whole()).rejects.toMatchObject({ typedHeaders: { "X-Count": true } });
  });

  test("that do not fit are told on request", async () => {
    for (const wrong of [{ "X-Count": "many" }, { "x-flags": [1] }, { "X-Json": { n: "x" } }]) {
      answer = () => ({ status: 200, headers: { ...headers, ...wrong }, body: { n: 1 } });
      await expect(call("headers")).rejects.toMatchObject({ status: 500 });
    }
  });
});

/** A source of items that tells when it has ended, however it ended. */
function source(items: readonly unknown[]): { stream: AsyncGenerator; ended: () => boolean } {
  let isEnded = false;
  async function* generate(): AsyncGenerator {
    try {
      yield* items;
    } finally {
      isEnded = true;
    }
  }
  return { stream: generate(), ended: () => isEnded };
}

/** The same without an end. */
function endless(item: unknown): { stream: AsyncGenerator; ended: () => boolean } {
  let isEnded = false;
  async function* generate(): AsyncGenerator {
    try {
      for (;;) {
        yield item;
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    } finally {
      isEnded = true;
    }
  }
  return { stream: generate(), ended: () => isEnded };
}

async function collect(stream: unknown): Promise<unknown[]> {
  const items: unknown[] = [];
  for await (const item of stream as AsyncIterable<unknown>) items.push(item);
  return items;
}

const events = [
  { event: "text", data: "a\nb", id: "1" },
  { event: "item", data: { n: 1 }, retry: 20 },
];

describe.each(adapters)("streams at %s", (name, start) => {
  /** The client's operation at a real server. */
  async function at(options: object = {}): Promise<{
    url: string;
    call: (operation: string, input?: Input, options?: Input) => Promise<unknown>;
  }> {
    // The adapters give a context, which the handlers here do not look at.
    const url = await start(router(options) as unknown as Parameters<typeof start>[0]);
    const transport = client.createTransport({ baseUrl: url, retries: 0 });
    return {
      url,
      call: (operation, input, callOptions) =>
        (client[operation] as Operation)(transport, input, callOptions),
    };
  }

  test("events, lines and sequences arrive as they were given", async () => {
    const server = await at();
    answer = () => ({ status: 200, body: source(events).stream });
    expect(await collect(await server.call("events"))).toEqual(events);
    answer = () => ({ status: 200, body: [{ data: { n: 1 } }, { event: "x", data: { n: 2 } }] });
    expect(await collect(await server.call("chunks"))).toEqual([
      { data: { n: 1 } },
      { event: "x", data: { n: 2 } },
    ]);
    // What is sent comes back, item by item.
    answer = ({ body }) => ({ status: 200, body });
    const items = [{ n: 1 }, { n: 2, text: "é\n" }];
    for (const operation of ["lines", "sequence"]) {
      expect(await collect(await server.call(operation, { body: items }))).toEqual(items);
      const { stream } = source(items);
      expect(await collect(await server.call(operation, { body: stream }))).toEqual(items);
    }
  });

  test("EventSource understands the events", async () => {
    const server = await at();
    answer = () => ({ status: 200, body: source(events).stream });
    const eventSource = new EventSource(`${server.url}/events`);
    onTestFinished(() => eventSource.close());
    const seen = await new Promise<unknown[]>((resolve) => {
      const list: unknown[] = [];
      for (const type of ["text", "item"]) {
        eventSource.addEventListener(type, (event) => {
          const { data, lastEventId } = event as MessageEvent;
          list.push([type, data, lastEventId]);
          if (list.length === 2) resolve(list);
        });
      }
    });
    expect(seen).toEqual([
      ["text", "a\nb", "1"],
      ["item", '{"n":1}', "1"],
    ]);
  });

  test("end at the source when the client leaves the loop or aborts", async () => {
    const server = await at();
    const first = endless({ data: { n: 1 } });
    answer = () => ({ status: 200, body: first.stream });
    for await (const item of (await server.call("chunks")) as AsyncIterable<unknown>) {
      expect(item).toEqual({ data: { n: 1 } });
      break;
    }
    await expect.poll(first.ended).toBe(true);
    const second = endless({ data: { n: 1 } });
    answer = () => ({ status: 200, body: second.stream });
    const abort = new AbortController();
    const stream = await server.call("chunks", {}, { signal: abort.signal });
    setTimeout(() => abort.abort(new Error("enough")), 20);
    await expect(collect(stream)).rejects.toThrow("enough");
    await expect.poll(second.ended).toBe(true);
  });

  test("an item that does not fit is told, and ends the stream", async () => {
    const errors: unknown[] = [];
    const server = await at({ onError: (error: unknown) => void errors.push(error) });
    const { stream, ended } = source([{ data: { n: 1 } }, { data: { n: "x" } }]);
    answer = () => ({ status: 200, body: stream });
    await expect(server.call("chunks").then(collect)).rejects.toThrow();
    expect(ended()).toBe(true);
    // Hono's server and Fastify tell failures of streams by themselves.
    if (name === "node" || name === "express") {
      expect(String(errors[0])).toContain("body[1].data.n");
    }
    answer = async ({ body }) => ({ status: 200, body: await collect(body) });
    await expect(server.call("lines", { body: [{ n: 1 }, { n: "x" }] })).rejects.toMatchObject({
      status: 400,
      body: { errors: [expect.stringContaining("body[1].n: ")] },
    });
  });

  test("events go on with a new request only when that is asked for", async () => {
    const server = await at();
    let requests = 0;
    answer = ({ header }) => {
      requests += 1;
      const last = Number((header as Record<string, string>)["Last-Event-ID"] ?? 0);
      const body = [{ event: "item", id: String(last + 1), retry: 1, data: { n: last + 1 } }];
      return last < 3 ? { status: 200, body } : new Response(null, { status: 204 });
    };
    expect(await collect(await server.call("events"))).toHaveLength(1);
    expect(requests).toBe(1);
    const all = await collect(await server.call("events", {}, { reconnect: true }));
    expect(all.map((event) => (event as { id: string }).id)).toEqual(["1", "2", "3"]);
  });

  test("methods of OpenAPI 3.2 are sent and served", async () => {
    const server = await at();
    answer = ({ body }) => ({ status: 200, body });
    const filter = { n: 1 };
    expect(await server.call("searchByQuery", { filter, body: { n: 2 } })).toEqual({ n: 2 });
    const byMethod = client.createClient({ baseUrl: server.url });
    const init = { params: { querystring: { n: 1 } }, body: { n: 3 } };
    expect(await byMethod.QUERY("/search", init)).toMatchObject({ data: { n: 3 } });
    answer = () => ({ status: 204 });
    await server.call("copySearch", { filter });
    expect((received.request as Request).method).toBe("COPY");
  });
});

test("the whole query string is one value, which is validated", async () => {
  await call("searchByQuerystring", { filter: { n: 1, text: "a&b" } });
  expect(received.querystring).toEqual({ n: 1, text: "a&b" });
  await expect(call("searchByQuerystring", { filter: { n: "x" } })).rejects.toMatchObject({
    status: 400,
    body: { errors: [expect.stringContaining("querystring.filter.n: ")] },
  });
  await expect(call("searchByQuerystring", {})).rejects.toMatchObject({ status: 400 });
});

test("a stream is made no faster than it is read", async () => {
  let made = 0;
  async function* items(): AsyncGenerator {
    for (;;) {
      made += 1;
      yield { n: made, text: "x".repeat(100_000) };
    }
  }
  answer = () => ({ status: 200, body: items() });
  const stream = (await call("lines", { body: [] })) as AsyncGenerator;
  await stream.next();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(made).toBeLessThan(10);
  await stream.return(undefined);
});

describe("the generated client at Prism", () => {
  let mock: Mock;

  beforeAll(async () => {
    // What 3.1 has, too; Prism ends itself over a header with `content`.
    const { paths, ...rest } = bodyDocument as { paths: Record<string, unknown> };
    const known = ["/upload", "/form", "/choice"];
    const ofPrism = Object.fromEntries(known.map((path) => [path, paths[path]]));
    mock = await startMock(stringify({ ...rest, openapi: "3.1.0", paths: ofPrism }));
  });

  afterAll(async () => {
    await mock.stop();
  });

  const ask = (operation: string, input?: Input, options?: Input): Promise<unknown> =>
    (client[operation] as Operation)(
      client.createTransport({ baseUrl: mock.url, retries: 0 }),
      input,
      options,
    );

  test("forms and multipart bodies are what Prism finds in the document", async () => {
    // Prism makes no list of a field, neither of one that is repeated nor of one that is joined by commas.
    expect(await ask("form", { body: { name: "n", path: "p" } })).toBe(undefined);
    await expect(ask("form", { body: { path: "p" } })).rejects.toMatchObject({ status: 422 });
    const uploaded = ask("upload", { body: { name: "n", avatar: avatar(), notes: "x" } });
    expect(await uploaded.catch((error: { body: unknown }) => error.body)).toBe(undefined);
    await expect(ask("upload", { body: { name: "n" } })).rejects.toMatchObject({ status: 422 });
  });

  test("the media type that is asked for comes back", async () => {
    const item = { n: expect.any(Number) };
    expect(await ask("choice", { body: { n: 1 } })).toMatchObject(item);
    expect(await ask("choice", { body: { n: 1 } }, { accept: "text/csv" })).toEqual(
      expect.any(String),
    );
  });
});
