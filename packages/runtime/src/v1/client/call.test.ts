import { describe, expect, test } from "vitest";
import { respondJson, startServer } from "../../../test/http-server.ts";
import { getTool } from "../../../test/tool-operations.ts";
import {
  ApiError,
  type ClientOperation,
  call,
  createTransport,
  isApiCallError,
  isApiError,
} from "../client.ts";

describe("a call", () => {
  test("sends parameters where the document has them, and returns the parsed answer", async () => {
    const { baseUrl, received } = await startServer((_, response) =>
      respondJson(response, 200, { ok: true }),
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

  test("passes options of fetch on, those of the call over the transport's, and members that a framework reads", async () => {
    const requests: Request[] = [];
    const transport = createTransport({
      baseUrl: "https://api.example.com",
      requestInit: { cache: "no-store", credentials: "include" },
      fetch: async (request) => {
        requests.push(request);
        return Response.json({ ok: true });
      },
    });
    const next = { revalidate: 60 };
    const requestInit = { cache: "force-cache", next } as const;
    await call(transport, getTool, { slug: "a" }, { requestInit });
    await call(transport, getTool, { slug: "a" });
    const [first, second] = requests;
    expect(first).toMatchObject({ cache: "force-cache", credentials: "include", next });
    expect(second).toMatchObject({ cache: "no-store", credentials: "include" });
    expect(second).not.toHaveProperty("next");
  });

  test("takes parameters that share a name from their groups", async () => {
    const { baseUrl, received } = await startServer((_, response) =>
      respondJson(response, 200, null),
    );
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

  test("sends parameters with the names of members of Object.prototype, and none that the caller did not pass", async () => {
    const names = ["__proto__", "constructor", "toString"];
    const { baseUrl, received } = await startServer((_, response) =>
      respondJson(response, 200, null),
    );
    const operation: ClientOperation = {
      name: "names",
      method: "GET",
      path: "/x",
      parameters: names.flatMap((name) => [
        { name, in: "query" },
        { name, in: "header", grouped: true },
        { name, in: "cookie", grouped: true },
      ]),
    };
    const transport = createTransport({ baseUrl });
    // Objects from entries have `__proto__` as a member of their own, as the input of JSON has.
    const given = Object.fromEntries(names.map((name) => [name, `of-${name}`]));
    await call(transport, operation, { ...given, header: given, cookie: given });
    await call(transport, operation, { header: {}, cookie: {} });
    const [first, second] = received;
    expect(first).toMatchObject({
      url: "/x?__proto__=of-__proto__&constructor=of-constructor&toString=of-toString",
      headers: {
        constructor: "of-constructor",
        tostring: "of-toString",
        cookie: "__proto__=of-__proto__; constructor=of-constructor; toString=of-toString",
      },
    });
    expect(second?.url).toBe("/x");
    expect(Object.keys(second?.headers ?? {})).not.toContain("cookie");
  });

  test("joins the queries of a path and of the call, which replaces pairs of the same name, and sends no fragment", async () => {
    const { baseUrl, received } = await startServer((_, response) =>
      respondJson(response, 200, null),
    );
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
      respondJson(
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
    const { baseUrl, received } = await startServer((_, response) =>
      respondJson(response, 200, {}),
    );
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
    const { baseUrl, received } = await startServer((_, response) =>
      respondJson(response, 200, {}),
    );
    const transport = createTransport({ baseUrl, headers: { a: "1", b: "1" } });
    await call(transport, getTool, { slug: "x" }, { headers: { a: "2", b: null } });
    expect(received[0]?.headers).toMatchObject({ a: "2" });
    expect(received[0]?.headers).not.toHaveProperty("b");
  });
});
