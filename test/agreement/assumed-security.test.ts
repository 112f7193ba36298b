import { mkdir, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type GenerateResult, generate, verify } from "specwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { resolveInRoot } from "../../scripts/support/paths.ts";

// Below the repository, so that the generated code finds its runtime.
const folder = resolveInRoot(".cache/agreement-assumed-security");

const free = {
  name: "more",
  in: "query",
  schema: { type: "object", additionalProperties: { type: "integer" } },
};
const answers = { 204: { description: "Done." }, 401: { description: "No key." } };
const document = {
  openapi: "3.1.0",
  info: { title: "Things", version: "1" },
  paths: {
    "/things": { get: { operationId: "listThings", parameters: [free], responses: answers } },
  },
  components: {
    securitySchemes: {
      Key: { type: "apiKey", in: "query", name: "api_key" },
      Token: { type: "http", scheme: "bearer" },
    },
  },
};
const decided = { ...document, security: [{ Key: [] }, { Token: [] }] };

interface Generated {
  readonly result: GenerateResult;
  readonly client: Record<"listThings" | "createTransport", (...input: unknown[]) => unknown>;
  readonly server: {
    readonly createRouter: (options: object) => (request: Request) => Promise<Response>;
  };
}

async function generateApi(name: string, given: object): Promise<Generated> {
  await writeFile(`${folder}/${name}.json`, JSON.stringify(given));
  const result = await generate({ document: `${folder}/${name}.json`, out: `${folder}/${name}` });
  return {
    result,
    client: await import(`${folder}/${name}/client/index.js`),
    server: await import(`${folder}/${name}/server/index.js`),
  };
}

beforeAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

test("the client of a document without `security` sends the credential that it has, and generate says so", async () => {
  const { result, client, server } = await generateApi("silent", document);
  expect(result.diagnostics.map(({ code, pointer }) => [code, pointer])).toEqual([
    ["security-not-written", "/components/securitySchemes"],
  ]);
  const sent: unknown[] = [];
  const received: unknown[] = [];
  const router = server.createRouter({
    handlers: {
      listThings: ({ query }: { query: unknown }) => {
        received.push(query);
        return { status: 204 };
      },
    },
  });
  const call = (auth: object): unknown =>
    client.listThings(
      client.createTransport({
        baseUrl: "http://things.example.com",
        auth,
        fetch: (request: Request) => {
          sent.push([new URL(request.url).search, request.headers.get("authorization")]);
          return router(request);
        },
      }),
    );
  await call({ Token: "t" });
  await call({ Key: "secret" });
  await call({});
  // The router asks for no key, and gives it to no free object.
  expect(received).toEqual([{}, {}, {}]);
  expect(sent).toEqual([
    ["", "Bearer t"],
    ["?api_key=secret", null],
    ["", null],
  ]);
});

test("a document that writes `security` is not warned about, and a free object does not take a key in the query", async () => {
  const { result, client, server } = await generateApi("decided", decided);
  expect(result.diagnostics).toEqual([]);
  let received: unknown;
  const router = server.createRouter({
    handlers: {
      listThings: ({ query }: { query: unknown }) => {
        received = query;
        return { status: 204 };
      },
    },
    security: { Key: (key: string) => key, Token: () => undefined },
  });
  const transport = client.createTransport({
    baseUrl: "http://things.example.com",
    auth: { Key: "secret" },
    fetch: router,
  });
  await client.listThings(transport, { more: { size: 3 } });
  expect(received).toEqual({ more: { size: 3 } });
});

test("verify calls an operation with a free object although the key is in the query", async () => {
  const { server: generated } = await generateApi("keyed", decided);
  const router = generated.createRouter({
    handlers: { listThings: () => ({ status: 204 }) },
    security: { Key: (key: string) => key, Token: () => undefined },
  });
  const server = createServer(async (incoming, outgoing) => {
    const response = await router(new Request(`http://127.0.0.1${incoming.url}`));
    outgoing.writeHead(response.status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  try {
    const { skipped, operations } = await verify({
      document: `${folder}/keyed.json`,
      url: `http://127.0.0.1:${port}`,
      auth: { Key: "secret" },
    });
    expect({ skipped, operations }).toEqual({ skipped: [], operations: ["GET /things"] });
  } finally {
    server.close();
  }
});

test("verify sends the credential that it is given", async () => {
  const { server: generated } = await generateApi("verified", document);
  const router = generated.createRouter({ handlers: { listThings: () => ({ status: 204 }) } });
  const seen = new Set<string>();
  const server = createServer(async (incoming, outgoing) => {
    seen.add(incoming.headers.authorization ?? "");
    const response = await router(new Request(`http://127.0.0.1${incoming.url}`));
    outgoing.writeHead(incoming.headers.authorization === "Bearer t" ? response.status : 401).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  try {
    const { findings } = await verify({
      document: `${folder}/verified.json`,
      url: `http://127.0.0.1:${port}`,
      auth: { Token: "t" },
      ignore: ["undocumented-status", "undocumented-route", "undocumented-method", "allow-missing"],
    });
    expect(findings.map(({ check }) => check)).not.toContain("credentials-refused");
    expect(findings.map(({ check }) => check)).not.toContain("valid-refused");
    expect(seen).toContain("Bearer t");
  } finally {
    server.close();
  }
});
