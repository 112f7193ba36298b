import { describe, expect, expectTypeOf, test } from "vitest";
import { json, startServer } from "../../../test/http-server.ts";
import {
  ApiError,
  type ApiFailure,
  type CallOptions,
  type ClientOperation,
  call,
  createTransport,
  isApiCallError,
  isApiConnectionError,
  isApiError,
  isApiTimeoutError,
  isUnexpectedAnswerError,
  jsonBody,
  type Middleware,
  rawBody,
  type TransportOptions,
} from "../client.ts";

const getTool: ClientOperation = {
  name: "getTool",
  method: "GET",
  path: "/tools/{slug}",
  parameters: [
    { name: "slug", in: "path" },
    { name: "tags", in: "query", explode: false },
    { name: "X-Trace", in: "header" },
    { name: "session", in: "cookie" },
  ],
};

const createTool: ClientOperation = {
  name: "createTool",
  method: "POST",
  path: "/tools",
  parameters: [{ name: "Idempotency-Key", in: "header" }],
  body: { "application/json": jsonBody },
  idempotencyKey: "Idempotency-Key",
};

const runTool: ClientOperation = {
  name: "runTool",
  method: "POST",
  path: "/run",
  body: { "application/json": jsonBody },
};

/** Calls without waiting for real: full jitter makes the waits random, and zero is one of them. */
async function quick<T>(run: () => Promise<T>): Promise<T> {
  const { random } = Math;
  Math.random = () => 0;
  try {
    return await run();
  } finally {
    Math.random = random;
  }
}

describe("a call", () => {
  test("sends parameters where the document has them, and returns the parsed answer", async () => {
    const { baseUrl, received } = await startServer((_, response) =>
      json(response, 200, { ok: true }),
    );
    const transport = createTransport({ baseUrl: `${baseUrl}/v1/`, headers: { "x-api-key": "k" } });
    const input = { slug: "a b", tags: ["x", "y,z"], "X-Trace": "t", session: "s;1" };
    expect(await call(transport, getTool, input)).toEqual({ ok: true });
    expect(received[0]).toMatchObject({
      method: "GET",
      url: "/v1/tools/a%20b?tags=x,y%2Cz",
      headers: { "x-api-key": "k", "x-trace": "t", cookie: "session=s%3B1" },
    });
  });

  test("takes parameters that share a name from their groups", async () => {
    const { baseUrl, received } = await startServer((_, response) => json(response, 200, null));
    const operation: ClientOperation = {
      name: "clash",
      method: "GET",
      path: "/x/{id}",
      parameters: [
        { name: "id", in: "path", grouped: true },
        { name: "id", in: "query", grouped: true },
        { name: "limit", in: "query" },
      ],
    };
    await call(createTransport({ baseUrl }), operation, {
      path: { id: 1 },
      query: { id: 2 },
      limit: 3,
    });
    expect(received[0]?.url).toBe("/x/1?id=2&limit=3");
  });

  test("joins the query of a path and of the call, which replaces what has the same name, and sends no fragment", async () => {
    const { baseUrl, received } = await startServer((_, response) => json(response, 200, null));
    const operation: ClientOperation = {
      name: "get",
      method: "GET",
      path: "/x/{id}?beta=true&key={key}#first",
      parameters: [
        { name: "id", in: "path" },
        { name: "key", in: "path" },
        { name: "limit", in: "query" },
        { name: "beta", in: "query" },
      ],
    };
    const transport = createTransport({ baseUrl });
    await call(transport, operation, { id: "a?b#c", key: "k&l" });
    await call(transport, operation, { id: 1, key: 2, limit: 3 });
    await call(transport, operation, { id: 1, key: 2, beta: false });
    expect(received.map(({ url }) => url)).toEqual([
      "/x/a%3Fb%23c?beta=true&key=k%26l",
      "/x/1?beta=true&key=2&limit=3",
      "/x/1?key=2&beta=false",
    ]);
  });

  test("returns undefined for 204 and empty bodies, text for text, a Blob for the rest", async () => {
    const answers: [number, Record<string, string>, string][] = [
      [204, {}, ""],
      [200, { "content-type": "application/json" }, ""],
      [200, {}, ""],
      [200, { "content-type": "text/plain;charset=utf-8" }, "héllo"],
      [200, { "content-type": "application/problem+json" }, "[1]"],
      [200, { "content-type": "image/png" }, "png"],
    ];
    const { baseUrl } = await startServer((_, response, count) => {
      const [status, headers, body] = answers[count - 1] ?? [500, {}, ""];
      response.writeHead(status, headers).end(body);
    });
    const transport = createTransport({ baseUrl });
    const got = [];
    for (const _ of answers) {
      got.push(await call(transport, getTool, { slug: "x" }));
    }
    expect(got.slice(0, 5)).toEqual([undefined, undefined, undefined, "héllo", [1]]);
    expect(await (got[5] as Blob).text()).toBe("png");
  });

  test("throws an ApiError with status, body, headers and request id for every other answer", async () => {
    const { baseUrl } = await startServer((_, response) =>
      json(
        response,
        404,
        { error: { slug: "Tool_NotFound" } },
        { "x-request-id": "req_1", "x-other": "o" },
      ),
    );
    const error: unknown = await call(createTransport({ baseUrl }), getTool, { slug: "x" }).catch(
      (caught) => caught,
    );
    expect(error).toBeInstanceOf(ApiError);
    expect(isApiError(error)).toBe(true);
    expect(error).toMatchObject({
      operation: "getTool",
      status: 404,
      requestId: "req_1",
      body: { error: { slug: "Tool_NotFound" } },
      message: "getTool was answered with 404 (request req_1)",
    });
    expect(isApiCallError(error)).toBe(true);
    expect(error instanceof ApiError && error.headers.get("x-other")).toBe("o");
  });

  test.each<[string, unknown, string]>([
    ["problem details", { title: "Conflict", detail: "Taken.", status: 409 }, "Conflict: Taken."],
    ["a title", { type: "about:blank", title: "Conflict" }, "Conflict"],
    ["an error with a message", { error: { message: "Taken.", slug: "Taken" } }, "Taken."],
    ["a message", { message: "Taken.", code: 20001 }, "Taken."],
    ["an error that is text", { error: "taken" }, "taken"],
    ["OAuth", { error: "invalid_grant", error_description: "Expired." }, "Expired."],
    [
      "errors with messages",
      { errors: [{ message: "Taken." }, { message: "Too long." }] },
      "Taken.",
    ],
    ["errors of JSON:API", { errors: [{ title: "Taken", detail: "By you." }] }, "Taken: By you."],
    ["errors that are texts", { errors: ["Taken."] }, "Taken."],
    ["text on several lines", "Taken,\r\n\u001b[1m by you.\n", "Taken, [1m by you."],
    ["a long text", { message: `${"é".repeat(300)}` }, `${"é".repeat(199)}…`],
  ])("says in its message what the body explains: %s", async (_, body, explanation) => {
    const isText = typeof body === "string";
    const { baseUrl } = await startServer((_request, response) => {
      const type = isText ? "text/plain" : "application/problem+json";
      response.writeHead(409, { "content-type": type, "x-request-id": "r1" });
      response.end(isText ? body : JSON.stringify(body));
    });
    const error: unknown = await call(createTransport({ baseUrl }), getTool, { slug: "x" }).catch(
      (caught) => caught,
    );
    expect(String(error)).toBe(
      `ApiError: getTool was answered with 409: ${explanation} (request r1)`,
    );
  });

  test.each([
    ["a page of HTML", "text/html", "<!doctype html><title>Bad gateway</title>"],
    ["no body", "application/json", ""],
    ["a body without an explanation", "application/json", '{"code":1,"error":{"deep":[{}]}}'],
    [
      "a body that holds itself deeply",
      "application/json",
      `${'{"error":'.repeat(99)}1${"}".repeat(99)}`,
    ],
    ["bytes", "application/octet-stream", "bytes"],
  ])("says nothing more than the status for %s", async (_, type, body) => {
    const { baseUrl } = await startServer((_request, response) =>
      response.writeHead(400, { "content-type": type }).end(body),
    );
    await expect(call(createTransport({ baseUrl }), getTool, { slug: "x" })).rejects.toThrow(
      /^getTool was answered with 400$/,
    );
  });

  test("keeps the text of an error that says it is JSON and is not", async () => {
    const { baseUrl } = await startServer((_, response) =>
      response.writeHead(400, { "content-type": "application/json" }).end("<html>"),
    );
    await expect(call(createTransport({ baseUrl }), getTool, { slug: "x" })).rejects.toMatchObject({
      body: "<html>",
    });
  });

  test("is refused before anything is sent when a path parameter is missing", async () => {
    const { baseUrl, received } = await startServer((_, response) => json(response, 200, {}));
    await expect(call(createTransport({ baseUrl }), getTool, {})).rejects.toThrow(TypeError);
    expect(received).toEqual([]);
  });

  test("uses the fetch that it is given, and middleware around it", async () => {
    const seen: string[] = [];
    const transport = createTransport({
      baseUrl: "http://nowhere.invalid",
      fetch: async (request) => {
        seen.push(request.headers.get("x-token") ?? "");
        return Response.json({ url: request.url });
      },
      middleware: [
        {
          onRequest({ request, schemaPath, params }) {
            request.headers.set("x-token", `${schemaPath} ${params.path?.slug}`);
          },
          onResponse: async ({ response }) =>
            new Response((await response.text()).toUpperCase(), response),
        },
      ],
    });
    expect(await call(transport, getTool, { slug: "s" })).toEqual({
      URL: "HTTP://NOWHERE.INVALID/TOOLS/S",
    });
    expect(seen).toEqual(["/tools/{slug} s"]);
  });

  test("lets the headers of a call replace and remove those of the transport", async () => {
    const { baseUrl, received } = await startServer((_, response) => json(response, 200, {}));
    const transport = createTransport({ baseUrl, headers: { a: "1", b: "1" } });
    await call(transport, getTool, { slug: "x" }, { headers: { a: "2", b: null } });
    expect(received[0]?.headers).toMatchObject({ a: "2" });
    expect(received[0]?.headers).not.toHaveProperty("b");
  });
});

describe("retries", () => {
  const run = (
    options: Partial<TransportOptions> & { baseUrl: string },
    operation: ClientOperation,
    input = {},
    callOptions?: CallOptions,
  ): Promise<unknown> => quick(() => call(createTransport(options), operation, input, callOptions));

  test.each([408, 425, 429, 500, 502, 503, 504])(
    "repeat a GET that was answered with %s",
    async (status) => {
      const { baseUrl, received } = await startServer((_, response, count) =>
        json(response, count < 3 ? status : 200, count),
      );
      expect(await run({ baseUrl }, getTool, { slug: "x" })).toBe(3);
      expect(received).toHaveLength(3);
    },
  );

  test.each([400, 401, 403, 404, 409, 422, 501])(
    "do not repeat what was answered with %s",
    async (status) => {
      const { baseUrl, received } = await startServer((_, response) => json(response, status, {}));
      await expect(run({ baseUrl }, getTool, { slug: "x" })).rejects.toMatchObject({ status });
      expect(received).toHaveLength(1);
    },
  );

  test("repeat a GET whose connection broke, and give up after the last one with an error of its own", async () => {
    const { baseUrl, received } = await startServer((_, response) => response.destroy());
    const error: unknown = await run({ baseUrl, retries: 3 }, getTool, { slug: "x" }).catch(
      (caught) => caught,
    );
    expect(isApiConnectionError(error) && isApiCallError(error)).toBe(true);
    expect(error).toMatchObject({
      operation: "getTool",
      message: "getTool got no whole answer: fetch failed: other side closed",
      cause: expect.any(TypeError),
    });
    expect(received).toHaveLength(4);
  });

  test("never repeat a POST without an idempotency key", async () => {
    const { baseUrl, received } = await startServer((_, response) =>
      json(response, 503, {}, { "retry-after": "0" }),
    );
    await expect(run({ baseUrl }, runTool, { body: {} })).rejects.toMatchObject({ status: 503 });
    expect(received).toHaveLength(1);
  });

  test("repeat a POST that takes an idempotency key, with one key of ours over all attempts", async () => {
    const { baseUrl, received } = await startServer((_, response, count) => {
      if (count === 1) {
        response.destroy();
      } else {
        json(response, count < 3 ? 500 : 201, {});
      }
    });
    await run({ baseUrl }, createTool, { body: { a: 1 } });
    await run({ baseUrl }, createTool, { body: { a: 1 } });
    const keys = received.map(({ headers }) => headers["idempotency-key"]);
    expect(keys).toHaveLength(4);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(new Set(keys.slice(0, 3)).size).toBe(1);
    expect(keys[3]).not.toBe(keys[0]);
    expect(received.map(({ body }) => body)).toEqual(Array(4).fill('{"a":1}'));
  });

  test("keep the idempotency key of the caller", async () => {
    const { baseUrl, received } = await startServer((_, response) => json(response, 201, {}));
    await run({ baseUrl }, createTool, { body: {}, "Idempotency-Key": "mine" });
    expect(received[0]?.headers["idempotency-key"]).toBe("mine");
  });

  test("never repeat a stream, which can be read once", async () => {
    const operation = { ...createTool, body: { "application/octet-stream": rawBody } };
    const { baseUrl, received } = await startServer((_, response) => json(response, 503, {}));
    const body = new Blob(["abc"]).stream();
    await expect(run({ baseUrl }, operation, { body })).rejects.toMatchObject({ status: 503 });
    expect(received.map((request) => request.body)).toEqual(["abc"]);
  });

  test.each([
    ["seconds", () => "1"],
    ["a date", () => new Date(Date.now() + 2_000).toUTCString()],
  ])("wait at least as long as Retry-After asks for in %s", async (_, retryAfter) => {
    const times: number[] = [];
    const { baseUrl } = await startServer((_, response, count) => {
      times.push(Date.now());
      json(response, count === 1 ? 429 : 200, {}, { "retry-after": retryAfter() });
    });
    await run({ baseUrl }, getTool, { slug: "x" });
    const [first = 0, second = 0] = times;
    expect(second - first).toBeGreaterThanOrEqual(990);
  });

  test("give up at once when Retry-After is longer than a minute", async () => {
    const { baseUrl, received } = await startServer((_, response) =>
      json(response, 503, {}, { "retry-after": "3600" }),
    );
    await expect(run({ baseUrl }, getTool, { slug: "x" })).rejects.toMatchObject({ status: 503 });
    expect(received).toHaveLength(1);
  });
});

describe("failures without an answer", () => {
  test("the guards narrow to the classes of a closed family", () => {
    const error = new Error("of somebody else") as unknown;
    if (isApiCallError(error)) {
      expectTypeOf(error).toEqualTypeOf<ApiFailure>();
      expectTypeOf(error.operation).toBeString();
    }
    if (isUnexpectedAnswerError(error)) {
      expectTypeOf(error.response).toEqualTypeOf<Response>();
    }
    const guards = [isApiCallError, isApiError, isApiConnectionError, isApiTimeoutError];
    expect([...guards, isUnexpectedAnswerError].map((guard) => guard(error))).toEqual(
      Array(5).fill(false),
    );
  });

  const signals: [string, () => AbortSignal][] = [
    ["a reason of its own", () => AbortSignal.abort(new Error("enough"))],
    ["the reason of AbortSignal.timeout", () => AbortSignal.timeout(20)],
  ];
  test.each(signals)("the caller's signal ends a call with %s", async (_, signalOf) => {
    const { baseUrl } = await startServer(() => undefined);
    const signal = signalOf();
    const error: unknown = await call(
      createTransport({ baseUrl }),
      getTool,
      { slug: "x" },
      { signal },
    ).catch((caught) => caught);
    expect(error).toBe(signal.reason);
    expect(isApiCallError(error)).toBe(false);
  });

  test("a body that breaks off is a broken connection", async () => {
    const { baseUrl } = await startServer((_, response) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": "100" });
      response.write('{"a":', () => response.destroy());
    });
    const transport = createTransport({ baseUrl, retries: 0 });
    await expect(call(transport, getTool, { slug: "x" })).rejects.toMatchObject({
      name: "ApiConnectionError",
      operation: "getTool",
      cause: expect.any(TypeError),
    });
  });

  test("middleware sees the error of fetch, and what it throws in its place reaches the caller", async () => {
    const { baseUrl } = await startServer((_, response) => response.destroy());
    const own = new Error("mine");
    const seen: unknown[] = [];
    const run = (onError: () => Error | undefined): Promise<unknown> => {
      const middleware: Middleware = {
        onError({ error }) {
          seen.push(error);
          return onError();
        },
      };
      return call(createTransport({ baseUrl, retries: 0, middleware: [middleware] }), getTool, {
        slug: "x",
      });
    };
    await expect(run(() => own)).rejects.toBe(own);
    await expect(run(() => undefined)).rejects.toMatchObject({ name: "ApiConnectionError" });
    expect(seen.map((error) => (error as Error).name)).toEqual(["TypeError", "TypeError"]);
    const onRequest = (): never => {
      throw own;
    };
    const transport = createTransport({ baseUrl, retries: 0, middleware: [{ onRequest }] });
    await expect(call(transport, getTool, { slug: "x" })).rejects.toBe(own);
  });
});

describe("limits", () => {
  test("an attempt that takes too long is repeated, then thrown as a TimeoutError", async () => {
    const { baseUrl, received } = await startServer(() => undefined);
    const transport = createTransport({ baseUrl, attemptTimeout: 300, retries: 1 });
    const error = await quick(() => call(transport, getTool, { slug: "x" })).catch(
      (caught) => caught,
    );
    expect(isApiTimeoutError(error) && isApiCallError(error)).toBe(true);
    expect(error).toMatchObject({
      name: "TimeoutError",
      operation: "getTool",
      message: "getTool got no answer within 300 ms",
      cause: { name: "TimeoutError", message: "got no answer within 300 ms" },
    });
    expect((error as Error).cause).toBeInstanceOf(DOMException);
    expect(received).toHaveLength(2);
  });

  test("the limit of an attempt includes reading its body", async () => {
    const { baseUrl } = await startServer((_, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.write("[");
    });
    const transport = createTransport({ baseUrl, attemptTimeout: 50, retries: 0 });
    await expect(call(transport, getTool, { slug: "x" })).rejects.toMatchObject({
      name: "TimeoutError",
    });
  });

  test("a call ends when its time is over, also while it waits for the next attempt", async () => {
    const { baseUrl, received } = await startServer((_, response) =>
      json(response, 503, {}, { "retry-after": "30" }),
    );
    // The first attempt is answered within this, also on a busy machine.
    const transport = createTransport({ baseUrl, timeout: 500 });
    await expect(call(transport, getTool, { slug: "x" })).rejects.toMatchObject({
      name: "TimeoutError",
    });
    expect(received).toHaveLength(1);
  });

  test("an aborted call rejects with the reason of its signal, before, during and between attempts", async () => {
    let abort = (): void => undefined;
    const { baseUrl, received } = await startServer((_, response, count) => {
      if (count === 2) {
        response.on("finish", () => abort());
        json(response, 503, {}, { "retry-after": "30" });
      } else {
        abort();
      }
    });
    const transport = createTransport({ baseUrl });
    const reason = new Error("enough");
    await expect(
      call(transport, getTool, { slug: "x" }, { signal: AbortSignal.abort(reason) }),
    ).rejects.toBe(reason);
    expect(received).toHaveLength(0);
    for (const count of [1, 2]) {
      const controller = new AbortController();
      abort = () => controller.abort(reason);
      await expect(
        call(transport, getTool, { slug: "x" }, { signal: controller.signal }),
      ).rejects.toBe(reason);
      expect(received).toHaveLength(count);
    }
  });
});
