import { runInNewContext } from "node:vm";
import { expect, test, vi } from "vitest";
import {
  type BodyDefinition,
  createRouter,
  refuse,
  type SecuritySchemeDefinition,
} from "../server.ts";
import type { AnySecurityHook, SecurityCall } from "./security.ts";

const securitySchemes: Readonly<Record<string, SecuritySchemeDefinition>> = {
  key: { type: "apiKey", in: "header", name: "X-Api-Key" },
  owner: { type: "apiKey", in: "header", name: "x-api-key" },
  queryKey: { type: "apiKey", in: "query", name: "key" },
  session: { type: "apiKey", in: "cookie", name: "sid" },
  bearer: { type: "http", scheme: "Bearer" },
  basic: { type: "http", scheme: "basic" },
  certificate: { type: "mutualTLS" },
  undescribed: { type: "unknown" },
};

type Requirement = Readonly<Record<string, readonly string[]>>;

/** Calls an operation with this `security`. Returns the status, the principal and the challenge. */
function ask(
  security: readonly Requirement[],
  hooks: Readonly<Record<string, unknown>>,
  wrap: (answer: unknown) => unknown = (answer) => answer,
) {
  const router = createRouter(
    {
      operations: [{ name: "get", method: "GET", path: "/", security, responses: { 200: [] } }],
      securitySchemes,
      validators: {},
    },
    {
      handlers: {
        get: ({ principal }: { principal: unknown }) => wrap({ status: 200, body: { principal } }),
      },
      security: hooks as Readonly<Record<string, AnySecurityHook>>,
    },
    { renderFailure: (failure) => ({ body: failure }), onError: () => undefined },
  );
  return async (headers: Readonly<Record<string, string>>, query = "") => {
    const response = await router(new Request(`http://localhost/${query}`, { headers }));
    const { principal, detail } = (await response.json()) as {
      principal?: unknown;
      detail?: unknown;
    };
    return {
      status: response.status,
      principal,
      detail,
      challenge: response.headers.get("www-authenticate"),
    };
  };
}

const accept = (credential: unknown) => ({ credential });

test.each([
  ["key", { "x-api-key": "k" }, "", "k"],
  ["queryKey", {}, "?key=a%20b", "a b"],
  ["session", { cookie: 'a=b; sid="s%20"; c=d' }, "", "s%20"],
  ["bearer", { authorization: "bEARER  t.o-k " }, "", "t.o-k"],
  [
    "basic",
    { authorization: `Basic ${btoa("user:pa:ss")}` },
    "",
    { username: "user", password: "pa:ss" },
  ],
  ["certificate", {}, "", true],
])(
  "%s: the hook gets the credential and its answer is the principal",
  async (scheme, headers, query, credential) => {
    const answered = await ask([{ [scheme]: [] }], { [scheme]: accept })(headers as never, query);
    expect(answered).toMatchObject({ status: 200, principal: { [scheme]: { credential } } });
  },
);

test.each([
  ["key", { "x-api-key": "" }],
  ["session", { cookie: "other=1" }],
  ["bearer", { authorization: "Basic eA==" }],
  ["bearer", { authorization: "Bearer" }],
  ["basic", { authorization: "Basic !" }],
  ["basic", { authorization: `Basic ${btoa("nocolon")}` }],
])(
  "%s: a missing or malformed credential is 401 without asking the hook",
  async (scheme, headers) => {
    const hook = vi.fn(accept);
    const answered = await ask([{ [scheme]: [] }], { [scheme]: hook })(headers as never);
    expect(answered.status).toBe(401);
    expect(hook).not.toHaveBeenCalled();
  },
);

test("401 names the challenges of HTTP schemes", async () => {
  const hooks = { bearer: accept, basic: accept, key: accept };
  const { challenge } = await ask([{ bearer: [] }, { basic: [] }, { key: [] }], hooks)({});
  expect(challenge).toBe('Bearer, Basic realm="", charset="UTF-8"');
});

test("a refusal carries its status and its detail", async () => {
  const asked = ask([{ key: [] }], {
    key: (key: string) => refuse(key === "a" ? 403 : 401, { code: key }),
  });
  expect(await asked({ "x-api-key": "a" })).toMatchObject({ status: 403, detail: { code: "a" } });
  expect(await asked({ "x-api-key": "b" })).toMatchObject({ status: 401, detail: { code: "b" } });
});

test("alternatives are tried in turn, also with one header; 403 says more than 401", async () => {
  const hooks = {
    key: (key: string) => (key.startsWith("ak_") ? "project" : refuse(401, "unknown")),
    owner: (key: string) => (key.startsWith("oak_") ? "owner" : refuse(403, "no owner")),
  };
  const asked = ask([{ key: [] }, { owner: [] }], hooks);
  expect(await asked({ "x-api-key": "ak_1" })).toMatchObject({ principal: { key: "project" } });
  expect(await asked({ "x-api-key": "oak_1" })).toMatchObject({ principal: { owner: "owner" } });
  expect(await asked({ "x-api-key": "x" })).toMatchObject({ status: 403, detail: "no owner" });
});

test("schemes of one alternative are all needed", async () => {
  const asked = ask([{ key: [], bearer: ["read"] }], { key: accept, bearer: accept });
  expect((await asked({ "x-api-key": "k" })).status).toBe(401);
  const { status, principal } = await asked({ "x-api-key": "k", authorization: "Bearer t" });
  expect([status, Object.keys(principal as object)]).toEqual([200, ["key", "bearer"]]);
});

test("an empty alternative makes credentials optional, but given ones have to be good", async () => {
  const asked = ask([{}, { key: [] }], { key: (key: string) => (key === "good" ? key : refuse()) });
  expect(await asked({})).toMatchObject({ status: 200, principal: {} });
  expect(await asked({ "x-api-key": "good" })).toMatchObject({ principal: { key: "good" } });
  expect((await asked({ "x-api-key": "bad" })).status).toBe(401);
});

test("hooks get the scopes and the operation, and may be asynchronous", async () => {
  const hook = vi.fn(async () => "p");
  await ask([{ bearer: ["read", "write"] }], { bearer: hook })({ authorization: "Bearer t" });
  expect(hook).toHaveBeenCalledWith(
    "t",
    expect.objectContaining({
      scheme: "bearer",
      scopes: ["read", "write"],
      operation: expect.objectContaining({ name: "get" }),
    }),
  );
});

test.each([undefined, null])("a hook that answers %s refuses", async (answer) => {
  expect((await ask([{ key: [] }], { key: () => answer })({ "x-api-key": "k" })).status).toBe(401);
});

/** Makes an object one that can be awaited. */
const addThen = <T>(target: object, value: T): object => {
  Reflect.set(target, "then", (next: (value: T) => unknown) => next(value));
  return target;
};

test.each<[string, <T>(value: T) => unknown]>([
  ["an object", (value) => addThen({}, value)],
  ["a function, as a stub of a remote call is,", (value) => addThen(() => undefined, value)],
  ["an object of another realm", (value) => runInNewContext("Promise.resolve(value)", { value })],
])("a promise that is %s is awaited, whether a hook or a handler returns it", async (_, wrap) => {
  const asked = ask(
    [{ key: [] }],
    { key: (key: string) => wrap(key === "good" ? key : refuse(403)) },
    wrap,
  );
  expect(await asked({ "x-api-key": "bad" })).toMatchObject({ status: 403 });
  expect(await asked({ "x-api-key": "good" })).toMatchObject({ principal: { key: "good" } });
});

test("for a scheme that the document does not describe, its hook decides from the call", async () => {
  const checkCredential = (credential: unknown, { call }: SecurityCall) =>
    call.headers.get("x-secret") === "open" ? { credential } : refuse();
  const get = ask([{ undescribed: [] }], { undescribed: checkCredential });
  expect(await get({})).toMatchObject({ status: 401 });
  expect(await get({ "x-secret": "open" })).toMatchObject({
    status: 200,
    principal: { undescribed: { credential: true } },
  });
});

test("a hook that throws is a 500, not a way in", async () => {
  const fail = () => {
    throw new Error("database");
  };
  expect((await ask([{ key: [] }, {}], { key: fail })({ "x-api-key": "k" })).status).toBe(500);
});

test("a hook that is missing is reported when the router is created, also for a scheme called constructor", () => {
  expect(() => ask([{ key: [] }], {})).toThrow(
    "The security scheme key has no hook, and get needs it. Pass security.key to the router.",
  );
  expect(() => ask([{ constructor: [] }], {})).toThrow("security.constructor");
});

test("a call is answered at once when its hooks answer at once and its body is in memory", async () => {
  const operation = { method: "POST", security: [{ bearer: ["read"] }], responses: { 200: [] } };
  const takeBody = (content: BodyDefinition["content"]): BodyDefinition => ({
    required: true,
    content,
  });
  const parts = { named: [{ name: "a", contentType: "text/html" }] };
  const [text, form] = [{ "text/plain": {} }, { "multipart/form-data": { parts } }];
  const service = createRouter(
    {
      operations: [
        { ...operation, name: "text", path: "/text", body: takeBody(text) },
        { ...operation, name: "parts", path: "/parts", body: takeBody(form) },
      ],
      securitySchemes,
      validators: {},
    },
    {
      handlers: { text: answerBody, parts: answerBody },
      security: { bearer: (token: string) => (token === "t" ? { token } : refuse(403)) },
    },
    {},
  );
  const send = (path: string, contentType: string, text: string, token = "t"): unknown => {
    const headers = new Headers({ authorization: `Bearer ${token}`, "content-type": contentType });
    const bytes = new TextEncoder().encode(text);
    const request = new Request(`http://localhost${path}`, {
      method: "POST",
      headers,
      body: bytes,
    });
    return service.answer({
      ...{ method: "POST", path, query: "", headers, context: undefined, hasBody: true, request },
      bytes,
      readBody: async () => bytes,
      readChunks: async (_, onChunk) => onChunk(bytes),
      streamBody: () => new Blob([bytes]).stream(),
    });
  };
  const multipart = (type: string): string =>
    `--b\r\ncontent-disposition: form-data; name="a"\r\ncontent-type: ${type}\r\n\r\nx\r\n--b--\r\n`;
  expect(send("/text", "text/plain", "x")).toMatchObject({ status: 200, body: '"x"' });
  expect(send("/text", "text/plain", "x", "other")).toMatchObject({ status: 403 });
  const type = "multipart/form-data; boundary=b";
  expect(send("/parts", type, multipart("text/html"))).toMatchObject({ body: '{"a":"x"}' });
  expect(send("/parts", type, multipart("text/css"))).toMatchObject({ status: 400 });
  expect(send("/parts", "multipart/form-data", "x")).toMatchObject({ status: 400 });
});

const answerBody = ({ body }: { readonly body: unknown }): object => ({ status: 200, body });
