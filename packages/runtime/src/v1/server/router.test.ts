import { expect, test, vi } from "vitest";
import {
  json,
  operations,
  readErrorLines,
  start,
  validators,
} from "../../../test/server-router.ts";
import { createRouter, notImplemented } from "../server.ts";

test("a handler gets decoded parameters with defaults, and answers with the document's media type", async () => {
  const { fetch, received } = start();
  const response = await fetch("GET /tools/a%20b?filter[x]=1", {
    headers: { "x-trace": "t", cookie: "session=s" },
  });
  expect(received[0]).toMatchObject({
    path: { slug: "a b" },
    query: { limit: 20, filter: { x: "1" } },
    header: { "X-Trace": "t" },
    cookie: { session: "s" },
  });
  expect(received[0]?.request.url).toBe("http://localhost/tools/a%20b?filter[x]=1");
  expect([response.status, response.headers.get("content-type"), await response.text()]).toEqual([
    200,
    json,
    '{"slug":"x"}',
  ]);
});

test("404, 405 with Allow, HEAD and OPTIONS come by themselves", async () => {
  const { fetch, received } = start();
  expect((await fetch("GET /nowhere")).status).toBe(404);
  const wrong = await fetch("DELETE /tools/a");
  expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
  const head = await fetch("HEAD /tools/a");
  expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([
    200,
    "12",
    "",
  ]);
  const options = await fetch("OPTIONS /tools");
  expect([options.status, options.headers.get("allow")]).toEqual([204, "POST, OPTIONS"]);
  expect(received).toHaveLength(1);
});

test("every wrong field is reported at once, each on a line, without the sent values", async () => {
  const { fetch, post } = start();
  const query = await fetch("GET /tools/secret?limit=secret");
  expect(await query.json()).toEqual({
    type: "about:blank",
    title: "Bad Request",
    status: 400,
    errors: [expect.stringMatching(/^path\.slug: /), "query.limit: expected integer"],
  });
  const wrong = await post("/tools", '{"toolkit":{},"limit":0}', json);
  const errors = await readErrorLines(wrong);
  expect(errors.map((line) => line.split(":")[0])).toEqual(["body.toolkit.slug", "body.limit"]);
  const both = await post("/any?dry=maybe", "{", "application/vnd.x+json");
  expect(await readErrorLines(both)).toEqual([
    "query.dry: expected boolean",
    "body: not valid JSON",
  ]);
});

test("percent-encoding that cannot be undone is 400 in a path, a query and a form", async () => {
  const { fetch, post, received } = start();
  const message = "not valid percent-encoding of UTF-8";
  expect(await readErrorLines(await fetch("GET /tools/%zz?limit=%E9"))).toEqual([
    `path: ${message}`,
    `query: ${message}`,
  ]);
  expect(await readErrorLines(await fetch("GET /tools/a?unknown=%"))).toEqual([
    `query: ${message}`,
  ]);
  const form = await post("/any", "list=%F0%28", "application/x-www-form-urlencoded");
  expect(await readErrorLines(form)).toEqual([`body: ${message}`]);
  expect(received).toEqual([]);
});

test("a member of JSON that is sent twice is 400 with its name", async () => {
  const { post, received } = start();
  const twice = '{"toolkit":{"slug":"a","slug":"b"}}';
  expect(await readErrorLines(await post("/tools", twice, json))).toEqual([
    "body.toolkit.slug: sent more than once",
  ]);
  expect(received).toEqual([]);
});

test("a second question mark belongs to the name or the value beside it", async () => {
  const { fetch, received } = start();
  await fetch("GET /tools/a??limit=1");
  await fetch("GET /tools/a?filter[x]=a?limit=1");
  expect(received).toMatchObject([
    { query: { limit: 20 } },
    { query: { limit: 20, filter: { x: "a?limit=1" } } },
  ]);
});

test("406 when nothing that is answered is accepted, else the best type is reported", async () => {
  const { fetch, received } = start();
  expect((await fetch("GET /tools/a", { headers: { accept: "text/html" } })).status).toBe(406);
  await fetch("POST /any", { headers: { accept: "text/csv, */*;q=0.5" } });
  expect(received[0]?.accept).toBe("text/csv");
});

test("an unknown error is an empty-handed 500, and goes to onError", async () => {
  const onError = vi.fn();
  const boom = new Error("secret");
  const throwAlways = () => {
    throw boom;
  };
  const { fetch } = start(
    { onError, renderFailure: ({ status }) => ({ body: { status } }) },
    {
      getTool: throwAlways,
      createTool: () => ({ status: 200, headers: { "x-y": "a\r\nb" } }),
      sendAny: async () => Promise.reject(boom),
    },
  );
  for (const target of ["GET /tools/a", "POST /any"]) {
    const response = await fetch(target);
    expect([response.status, await response.text()]).toEqual([500, '{"status":500}']);
  }
  expect(onError.mock.calls.map(([error]) => error)).toEqual([boom, boom]);
});

test("an application's own errors become its answers", async () => {
  const { fetch } = start(
    { onError: () => ({ status: 409, headers: { "x-code": "7" }, body: { code: 7 } }) },
    { getTool: () => Promise.reject(new Error("conflict")) },
  );
  const response = await fetch("GET /tools/a");
  expect([response.status, response.headers.get("x-code"), await response.json()]).toEqual([
    409,
    "7",
    { code: 7 },
  ]);
});

test("failing hooks leave an empty 500", async () => {
  const fail = () => {
    throw new Error("hook");
  };
  const { fetch } = start({ onError: fail, renderFailure: fail });
  const response = await fetch("GET /nowhere");
  expect([response.status, await response.text()]).toEqual([500, ""]);
});

test("notImplemented is 501", async () => {
  const { fetch } = start({}, { getTool: () => notImplemented("getTool") });
  expect((await fetch("GET /tools/a")).status).toBe(501);
});

test("around wraps everything and knows the operation", async () => {
  const seen: unknown[] = [];
  const { fetch } = start({
    around: async (call, operation, next) => {
      const answer = await next();
      seen.push([call.method, operation?.name, answer.status]);
      answer.headers["x-request-id"] = "req_1";
      return answer;
    },
  });
  expect((await fetch("GET /tools/a")).headers.get("x-request-id")).toBe("req_1");
  expect((await fetch("GET /nowhere")).headers.get("x-request-id")).toBe("req_1");
  expect(seen).toEqual([
    ["GET", "getTool", 200],
    ["GET", undefined, 404],
  ]);
});

test("a base path comes before the document's paths", async () => {
  const { fetch } = start({ basePath: "/v1" });
  expect((await fetch("GET /v1/tools/a")).status).toBe(200);
  expect((await fetch("GET /tools/a")).status).toBe(404);
});

test("empty query parameters are absent on request", async () => {
  const { fetch, received } = start({ emptyQueryAsAbsent: true });
  await fetch("GET /tools/a?limit=");
  expect(received[0]?.query).toEqual({ limit: 20 });
  expect((await start().fetch("GET /tools/a?limit=")).status).toBe(400);
});

test("a router without all of its handlers is refused when it is created", () => {
  expect(() =>
    createRouter(
      { operations, securitySchemes: {}, validators },
      { handlers: { getTool: () => 1 }, security: {} },
      {},
    ),
  ).toThrow("handlers: missing createTool, sendAny");
});

test("handlers may be methods of an object", async () => {
  class Handlers {
    readonly #name = "mine";
    getTool() {
      return { status: 200, body: { slug: this.#name } };
    }
    createTool() {}
    sendAny() {}
  }
  const router = createRouter(
    { operations, securitySchemes: {}, validators },
    { handlers: new Handlers() as never, security: {} },
    {},
  );
  const response = await router(new Request("http://localhost/tools/a"));
  expect(await response.json()).toEqual({ slug: "mine" });
});
