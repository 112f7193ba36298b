import { once } from "node:events";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { generate } from "specwright";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { toUrl } from "../../packages/runtime/test/server-adapters.ts";
import { resolveInRoot } from "../../scripts/support/paths.ts";

// Below the repository, so that the generated code finds its runtime.
const folder = resolveInRoot(".cache/agreement-servers");

type Call = (
  transport: unknown,
  input?: unknown,
  options?: { baseUrl?: string },
) => Promise<unknown>;

interface Generated {
  readonly createTransport: (options?: { baseUrl?: string }) => unknown;
  readonly createClient: (options?: { baseUrl?: string }) => {
    readonly GET: (path: string, options?: { baseUrl?: string }) => Promise<unknown>;
    readonly POST: (path: string, options?: { baseUrl?: string }) => Promise<unknown>;
  };
  readonly main: Call;
  readonly upload: Call;
  readonly beside: Call;
  readonly pathOwn: Call;
}

/** `<server> <path>` of each request, in order. */
const seen: string[] = [];
const servers = ["api", "uploads", "staging"].map((name) => ({
  name,
  server: createServer((request, response) => {
    seen.push(`${name} ${request.url}`);
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
  }),
}));
const addresses: Record<string, string> = {};
let client: Generated;

beforeAll(async () => {
  for (const { name, server } of servers) {
    await once(server.listen(0), "listening");
    addresses[name] = toUrl(server.address());
  }
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(`${folder}/api.json`, JSON.stringify(buildServersDocument(addresses)));
  await generate({ document: `${folder}/api.json`, out: `${folder}/out`, targets: ["client"] });
  client = await import(`${folder}/out/client/index.js`);
});

beforeEach(() => {
  seen.length = 0;
});

afterAll(async () => {
  for (const { server } of servers) {
    server.close();
    server.closeAllConnections();
  }
  await rm(folder, { recursive: true, force: true });
});

function buildServersDocument({ api, uploads }: Record<string, string>): object {
  const operation = (operationId: string, more: object = {}): object => ({
    operationId,
    ...more,
    responses: {
      200: { description: "", content: { "application/json": { schema: { type: "object" } } } },
    },
  });
  const variable = {
    url: `${uploads?.replace(/\d+$/, "{port}")}/v2`,
    variables: { port: { default: new URL(uploads ?? "").port } },
  };
  return {
    openapi: "3.1.0",
    info: { title: "Servers", version: "1" },
    servers: [{ url: `${api}/v1/` }],
    paths: {
      "/main": { get: operation("main") },
      "/files": { post: operation("upload", { servers: [variable, { url: "/never" }] }) },
      "/beside": { get: operation("beside", { servers: [{ url: "/v3" }] }) },
      "/path": { servers: [{ url: `${uploads}` }], get: operation("pathOwn") },
    },
  };
}

test("operations and paths with a server of their own are sent there, others to the document's", async () => {
  const transport = client.createTransport();
  await client.main(transport);
  await client.upload(transport);
  await client.beside(transport);
  await client.pathOwn(transport);
  expect(seen).toEqual(["api /v1/main", "uploads /v2/files", "api /v3/beside", "uploads /path"]);
});

test("so does a client by method and path", async () => {
  const { GET, POST } = client.createClient();
  await GET("/main");
  await POST("/files");
  await GET("/beside");
  await GET("/path");
  expect(seen).toEqual(["api /v1/main", "uploads /v2/files", "api /v3/beside", "uploads /path"]);
});

test("the document's own base URL may be given by name", async () => {
  const baseUrl = `${addresses.api}/v1`;
  await client.upload(client.createTransport({ baseUrl }));
  await client.createClient({ baseUrl: `${baseUrl}/` }).POST("/files");
  expect(seen).toEqual(["uploads /v2/files", "uploads /v2/files"]);
});

test("another base URL, such as a mock's, replaces the servers of all operations", async () => {
  const baseUrl = `${addresses.staging}/mock`;
  await client.upload(client.createTransport({ baseUrl }));
  await client.createClient({ baseUrl }).POST("/files");
  expect(seen).toEqual(["staging /mock/files", "staging /mock/files"]);
});

test("a call's own base URL replaces all others", async () => {
  const baseUrl = `${addresses.staging}/one/`;
  await client.main(client.createTransport(), {}, { baseUrl });
  await client.upload(client.createTransport(), {}, { baseUrl });
  await client.createClient().POST("/files", { baseUrl });
  expect(seen).toEqual(["staging /one/main", "staging /one/files", "staging /one/files"]);
});
