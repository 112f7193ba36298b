import { expect, test } from "vitest";
import { createProject, emitFiles, openModel } from "../../../../test/client-project.ts";
import { createTemplates } from "../../shared/print/templates.ts";
import { emitClient } from "../index.ts";

const responses = { 200: { description: "OK", content: { "application/json": { schema: {} } } } };

const document = {
  openapi: "3.1.0",
  info: { title: "Schemes", version: "1" },
  security: [{ Key: [] }],
  paths: {
    "/key": { get: { operationId: "getKey", tags: ["other"], responses } },
    "/other": { get: { operationId: "getOther", tags: ["other"], responses } },
    "/either": {
      get: {
        operationId: "getEither",
        security: [
          { Token: ["read"], Tenant: [] },
          { Token: ["write"], Tenant: [] },
          { Basic: [] },
        ],
        tags: ["other"],
        responses,
      },
    },
    "/maybe": {
      get: { operationId: "getMaybe", security: [{}, { OIDC: [] }], tags: ["other"], responses },
    },
    "/digest": {
      get: {
        operationId: "getDigest",
        security: [{ Digest: [], Session: [] }],
        tags: ["other"],
        responses,
      },
    },
    "/certificate": {
      get: {
        operationId: "getCertificate",
        security: [{ Certificate: [] }],
        tags: ["other"],
        responses,
      },
    },
    "/open": { get: { operationId: "getOpen", security: [], tags: ["other"], responses } },
  },
  components: {
    securitySchemes: {
      Unused: { type: "http", scheme: "bearer" },
      Key: {
        type: "apiKey",
        in: "header",
        name: "x-api-key",
        description: "The key of a project.",
      },
      Tenant: { type: "apiKey", in: "query", name: "tenant" },
      Session: { type: "apiKey", in: "cookie", name: "session" },
      Basic: { type: "http", scheme: "Basic" },
      Digest: { type: "http", scheme: "Digest" },
      Token: {
        type: "oauth2",
        flows: {
          clientCredentials: { tokenUrl: "https://example.com/token", scopes: { read: "Read" } },
        },
      },
      OIDC: { type: "openIdConnect", openIdConnectUrl: "https://example.com/.well-known" },
      Certificate: { type: "mutualTLS" },
    },
  },
};

function emitFile(given: object, path: string): string | undefined {
  return emitFiles(openModel(given)).find((file) => file.path === path)?.content;
}

test("operations with the same needs share one value", () => {
  const code = emitFile(document, "client/security-schemes.js");
  expect(code?.slice(code.indexOf("import"))).toBe(`import {
  authorization,
  basic,
  bearer,
  cookieKey,
  headerKey,
  queryKey,
  secured,
} from "@specwright/runtime/v1/client";

export const security_none_or_OIDC = /* @__PURE__ */ secured([[], [{ scheme: "OIDC", place: bearer }]]);

export const security_Key = /* @__PURE__ */ secured([
  [{ scheme: "Key", place: headerKey, name: "x-api-key" }],
]);

export const security_Digest_and_Session = /* @__PURE__ */ secured([
  [
    { scheme: "Digest", place: authorization },
    { scheme: "Session", place: cookieKey, name: "session" },
  ],
]);

export const security_Token_and_Tenant_or_Basic = /* @__PURE__ */ secured([
  [{ scheme: "Token", place: bearer }, { scheme: "Tenant", place: queryKey, name: "tenant" }],
  [{ scheme: "Basic", place: basic }],
]);
`);
  expect(emitFile(document, "client/other.js")).toContain("  security: security_Key,\n");
  const index = emitFile(document, "client/index.js");
  expect(index).toContain(`const operationSecurity = {
  usual: security_Key,
  paths: {
    "/either": { GET: security_Token_and_Tenant_or_Basic },
    "/maybe": { GET: security_none_or_OIDC },
    "/digest": { GET: security_Digest_and_Session },
    "/certificate": { GET: null },
    "/open": { GET: null },
  },
};`);
});

test("a document whose operations need no credentials has no code for them", () => {
  const { security: _, ...rest } = document;
  const paths = { "/open": document.paths["/open"], "/tls": document.paths["/certificate"] };
  const files = emitFiles(openModel({ ...rest, paths }));
  expect(files.map(({ path }) => path)).not.toContain("client/security-schemes.js");
  const client = files.filter(({ path }) => path.startsWith("client/"));
  expect(client.map(({ content }) => content).join("")).not.toMatch(/secur|auth/i);
});

test("without any `security`, each operation takes the credential of any scheme, and a warning says so", () => {
  const { security: _, ...rest } = document;
  const given = {
    ...rest,
    paths: { "/key": document.paths["/key"], "/x": document.paths["/other"] },
  };
  const model = openModel(given);
  const files = emitFiles(model);
  const code = files.find(({ path }) => path === "client/security-schemes.js")?.content;
  expect(code).toContain(
    '  [{ scheme: "Unused", place: bearer }],\n  [{ scheme: "Key", place: headerKey',
  );
  expect(code).not.toContain("Certificate");
  const { diagnostics } = emitClient({ model, command: "", render: createTemplates() });
  expect(diagnostics).toMatchObject([
    { severity: "warning", code: "security-not-written", pointer: "/components/securitySchemes" },
  ]);
});

test.each([
  [
    "once, for an operation",
    { paths: { "/open": document.paths["/open"], "/key": document.paths["/key"] } },
  ],
  ["and is empty for all", { security: [], paths: { "/key": document.paths["/key"] } }],
])("a document that writes `security` %s has decided", (_, parts) => {
  const { security: __, ...rest } = document;
  const files = emitFiles(openModel({ ...rest, ...parts }));
  expect(files.map(({ path }) => path)).not.toContain("client/security-schemes.js");
});

test("an API key in Authorization is written as it is, without the checks of other headers", () => {
  const Key = { type: "apiKey", in: "header", name: "authorization" };
  const given = { ...document, components: { securitySchemes: { Key } } };
  const code = emitFile(
    { ...given, paths: { "/key": document.paths["/key"] } },
    "client/security-schemes.js",
  );
  expect(code).toContain('secured([[{ scheme: "Key", place: authorization }]])');
  expect(code).toContain("import { authorization, secured }");
});

test("credentials are typed by the schemes, and by operation for a call", async () => {
  const consumer = `
import type { Client } from "@specwright/runtime/v1/client";
import type { paths } from "./types/index.js";
import { type ApiAuth, CredentialError, isCredentialError, createApi, createClient, createTransport, getEither, getKey, getOpen } from "./client/index.js";

const auth: ApiAuth = {
  Key: async ({ rejected }) => (rejected === undefined ? "k1" : "k2"),
  Token: () => ({ token: "t", expiresAt: new Date() }),
  Basic: () => ({ username: "u", password: "p" }),
  Tenant: process.env.NO_SUCH_VARIABLE,
  OIDC: "o",
  Digest: 'Digest username="u"',
  Session: "s",
};
const options = { baseUrl: "https://api.example.com", retries: 0, auth };
const transport = createTransport(options);
await getKey(transport, {});
await getKey(transport, {}, { auth: { Key: "mine" } });
await getEither(transport, {}, { auth: { Token: "mine", Tenant: "a&b" } });
await getEither(transport, {}, { auth: false });
const api = createApi(options);
await api.other.getDigest({});
await api.other.getMaybe();
await api.other.getOpen();
const client = createClient(options);
await client.GET("/either");
await client.GET("/either", { auth: { Token: "mine" } });
await client.GET("/either", { auth: { Basic: () => ({ username: "u", password: "p" }) } });
await client.request("get", "/either", { auth: false });
// A function for clients of any document takes this one.
const pass = <Paths extends object>(any: Client<Paths>): Client<Paths> => any;
await pass(client).GET("/either");
const plain: Client<paths> = client;
await plain.GET("/either", { auth: { Token: "mine" } });

const failed = await getKey(transport, {}).catch((error: unknown) => error);
const scheme: string | undefined = isCredentialError(failed) ? failed.scheme : undefined;
export const both = [scheme, CredentialError];

export function mistakes() {
  // @ts-expect-error the document has no such scheme
  createTransport({ baseUrl: "", auth: { Tokn: "t" } });
  // @ts-expect-error nor for one call of a client
  client.GET("/either", { auth: { Tokn: "t" } });
  // @ts-expect-error which wants the credential of the scheme
  client.GET("/either", { auth: { Basic: "t" } });
  // @ts-expect-error and no switch but false
  client.GET("/either", { auth: true });
  // @ts-expect-error no operation needs it
  createTransport({ baseUrl: "", auth: { Unused: "t" } });
  // @ts-expect-error a certificate is not sent
  createClient({ auth: { Certificate: "c" } });
  // @ts-expect-error a user name and a password
  createApi({ baseUrl: "", auth: { Basic: "u:p" } });
  // @ts-expect-error a token
  createApi({ baseUrl: "", auth: { Token: { username: "u", password: "p" } } });
  // @ts-expect-error the operation takes no key
  getEither(transport, {}, { auth: { Key: "k" } });
  // @ts-expect-error the operation takes none
  getOpen(transport, {}, { auth: { Key: "k" } });
  // @ts-expect-error a number is not a credential
  createApi({ baseUrl: "", auth: { Key: async () => 1 } });
}
`;
  const project = createProject(emitFiles(openModel(document)));
  expect(await project.compile({ "consumer.ts": consumer })).toBe("");
});
