import { mkdir, rm, writeFile } from "node:fs/promises";
import { generate } from "specwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { resolveInRoot } from "../../scripts/support/paths.ts";

// Below the repository, so that the generated code finds its runtime.
const folder = resolveInRoot(".cache/agreement-security");

const schemes = {
  HeaderKey: { type: "apiKey", in: "header", name: "X-API-Key" },
  QueryKey: { type: "apiKey", in: "query", name: "api key" },
  CookieKey: { type: "apiKey", in: "cookie", name: "session" },
  Basic: { type: "http", scheme: "basic" },
  Bearer: { type: "http", scheme: "Bearer", bearerFormat: "JWT" },
  Digest: { type: "http", scheme: "Digest" },
  OAuth: { type: "oauth2", flows: {} },
  OpenID: { type: "openIdConnect", openIdConnectUrl: "https://example.com/" },
  "quoted\"'`${}*/": { type: "apiKey", in: "header", name: "x-quoted" },
  constructor: { type: "apiKey", in: "header", name: "x-constructor" },
  ["__proto__"]: { type: "apiKey", in: "header", name: "x-proto" },
};

/** For each scheme, the credential given to the client and the one that the router's hook must get. */
const credentials: Record<string, { given: unknown; got: unknown }> = {
  HeaderKey: { given: "key", got: "key" },
  QueryKey: { given: "a&b=c +ü", got: "a&b=c +ü" },
  CookieKey: { given: "a=/+b", got: "a=/+b" },
  Basic: {
    given: { username: "jörg", password: "p:w ✓" },
    got: { username: "jörg", password: "p:w ✓" },
  },
  Bearer: { given: "token", got: "token" },
  Digest: { given: 'Digest username="u"', got: 'username="u"' },
  OAuth: { given: "oauth", got: "oauth" },
  OpenID: { given: "openid", got: "openid" },
  "quoted\"'`${}*/": { given: "q", got: "q" },
  constructor: { given: "c", got: "c" },
  ["__proto__"]: { given: "p", got: "p" },
};

const names = Object.keys(schemes);
const operation = (operationId: string, security: readonly object[]): object => ({
  get: { operationId, security, responses: { 204: { description: "Done." } } },
});
const only = (name: string): object => ({ [name]: [] });

const document = {
  openapi: "3.1.0",
  info: { title: "Schemes", version: "1" },
  paths: {
    ...Object.fromEntries(
      names.map((name, at) => [`/scheme/${at}`, operation(`useScheme${at}`, [only(name)])]),
    ),
    "/both": operation("useBoth", [{ HeaderKey: [], Bearer: [] }, only("Basic")]),
    "/maybe": operation("useMaybe", [{}, only("HeaderKey")]),
    "/open": operation("useOpen", []),
  },
  components: { securitySchemes: schemes },
};

type Call = (transport: unknown, input?: object, options?: object) => Promise<unknown>;
type Fetch = (path: string, init?: object) => Promise<{ response: Response }>;

let client: Record<string, Call> & {
  createTransport: (options: object) => unknown;
  createClient: (options: object) => { GET: Fetch };
};
let hooked: Record<string, unknown>;
let rejected: Set<unknown>;
let options: object;

beforeAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(`${folder}/document.json`, JSON.stringify(document));
  await generate({ document: `${folder}/document.json`, out: `${folder}/out` });
  client = await import(`${folder}/out/client/index.js`);
  const { createRouter } = await import(`${folder}/out/server/index.js`);
  const operations = [...names.map((_, at) => `useScheme${at}`), "useBoth", "useMaybe", "useOpen"];
  const checkCredential = (
    credential: unknown,
    { scheme }: { readonly scheme: string },
  ): unknown => {
    hooked = { ...hooked, ...Object.fromEntries([[scheme, credential]]) };
    return rejected.has(credential) ? undefined : scheme;
  };
  const router = createRouter({
    handlers: Object.fromEntries(operations.map((name) => [name, () => ({ status: 204 })])),
    security: Object.fromEntries(names.map((name) => [name, checkCredential])),
  });
  options = {
    baseUrl: "http://api.example.com",
    retries: 0,
    // As a server gets it: a URL's query and headers only.
    fetch: (request: Request) => {
      hooked = {};
      return router(request, undefined);
    },
  };
  rejected = new Set();
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** The credentials of all schemes, so that the client has to choose the right one. */
const all = Object.fromEntries(names.map((name) => [name, credentials[name]?.given]));

test.each(names.map((name, at) => [name, at] as const))(
  "the credential of %s is what the hook of the router gets, and it alone is sent",
  async (name, at) => {
    await client[`useScheme${at}`]?.(client.createTransport({ ...options, auth: all }));
    expect(Object.entries(hooked)).toEqual([[name, credentials[name]?.got]]);
    hooked = {};
    const { response } = await client.createClient({ ...options, auth: all }).GET(`/scheme/${at}`);
    expect(response.status).toBe(204);
    expect(Object.entries(hooked)).toEqual([[name, credentials[name]?.got]]);
  },
);

test.each(names.map((name, at) => [name, at] as const))(
  "without the credential of %s the router answers 401, and the error says what to give",
  async (name, at) => {
    const transport = client.createTransport({ ...options, auth: {} });
    await expect(client[`useScheme${at}`]?.(transport)).rejects.toMatchObject({
      status: 401,
      message: expect.stringContaining(JSON.stringify(name)),
    });
    expect(hooked).toEqual({});
  },
);

test("the router accepts alternatives, optional security and none as documented", async () => {
  const transport = client.createTransport({ ...options, auth: all });
  await client.useBoth?.(transport);
  expect(hooked).toEqual({ HeaderKey: "key", Bearer: "token" });
  const { Bearer: _, ...others } = all;
  await client.useBoth?.(client.createTransport({ ...options, auth: others }));
  expect(hooked).toEqual({ Basic: credentials.Basic?.got });
  await client.useMaybe?.(transport);
  expect(hooked).toEqual({ HeaderKey: "key" });
  await client.useMaybe?.(client.createTransport(options));
  expect(hooked).toEqual({});
  await client.useOpen?.(transport);
  expect(hooked).toEqual({});
});

test("a token that the hook refuses is asked for again, and the call repeated", async () => {
  let calls = 0;
  const transport = client.createTransport({
    ...options,
    auth: { OAuth: async () => `t${++calls}` },
  });
  const at = names.indexOf("OAuth");
  const run = () => client[`useScheme${at}`]?.(transport);
  await run();
  expect(hooked).toEqual({ OAuth: "t1" });
  rejected = new Set(["t1"]);
  await Promise.all([run(), run(), run()]);
  expect([hooked, calls]).toEqual([{ OAuth: "t2" }, 2]);
  rejected = new Set(["t2", "t3"]);
  await expect(run()).rejects.toMatchObject({ status: 401 });
  expect(calls).toBe(3);
});
