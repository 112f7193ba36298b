import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as openapiFetch from "openapi-fetch";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as runtime from "../../packages/runtime/src/v1/client.ts";
import { resolveInRoot } from "../../scripts/support/paths.ts";
import { middlewareUses } from "./openapi-fetch/middleware-uses.ts";
import { calls, type Library, options, serializers } from "./openapi-fetch/uses.ts";

/** Runs the uses of openapi-fetch with our client. Another test compiles them with our types. */
const ours = { ...runtime, default: runtime.createClient } as unknown as Library;

/** Requests as the server received them. */
let received: string[] = [];

/** Echoes the request; some users are special. */
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) {
    chunks.push(chunk);
  }
  // Boundaries of forms are random.
  const plain = (text: string): string =>
    text.replace(/(?:formdata-undici-|-{4,})[\w-]+/g, "boundary");
  const { host: _, "user-agent": agent, ...headers } = request.headers;
  const got = {
    method: request.method,
    url: request.url,
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, plain(String(value))]),
    ),
    body: plain(Buffer.concat(chunks).toString()),
    agent: agent !== undefined,
  };
  received.push(JSON.stringify(got));
  if (request.url?.includes("/999")) {
    return;
  }
  const answerJson = (status: number, body: unknown): void => {
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  };
  if (request.method === "DELETE") {
    response.writeHead(204).end();
  } else if (request.url?.includes("/404")) {
    answerJson(404, { message: "no such user" });
  } else if (request.url === "/broken") {
    answerJson(503, { message: "broken" });
  } else if (request.url === "/files" && request.method === "GET") {
    response.end("plain text");
  } else {
    answerJson(200, got);
  }
});
let baseUrl = "";

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

describe.each(Object.entries({ calls, options, serializers, middleware: middlewareUses }))(
  "%s are the same with openapi-fetch and with ours",
  (_, uses) => {
    test.each(Object.entries(uses))("%s", async (_, use) => {
      received = [];
      const theirResult = await use(openapiFetch, baseUrl);
      const theirRequests = received;
      received = [];
      const ourResult = await use(ours, baseUrl);
      expect(ourResult).toEqual(theirResult);
      expect(received).toEqual(theirRequests);
      expect(theirResult).toBeDefined();
    });
  },
);

test("the same code compiles with our types in the place of openapi-fetch's, its expected errors too", async () => {
  const folder = mkdtempSync(join(tmpdir(), "specwright-openapi-fetch-"));
  const source = JSON.stringify(resolveInRoot("packages/runtime/src/v1/client.ts"));
  const shim = `export * from ${source};\nexport { createClient as default } from ${source};\n`;
  writeFileSync(join(folder, "openapi-fetch.ts"), shim);
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  const configuration = {
    extends: resolveInRoot("tsconfig.json"),
    compilerOptions: {
      paths: { "openapi-fetch": [join(folder, "openapi-fetch.ts")] },
      typeRoots: [resolveInRoot("node_modules/@types")],
    },
    include: [resolveInRoot("test/agreement/openapi-fetch")],
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(configuration));
  const tsc = resolveInRoot("node_modules/.bin/tsc");
  const printed = await new Promise<string>((resolve) => {
    execFile(
      tsc,
      ["-p", folder, "--listFiles", "--singleThreaded"],
      { maxBuffer: 1 << 24 },
      (_, out) => resolve(out),
    );
  });
  rmSync(folder, { recursive: true });
  expect(printed).toContain("/runtime/src/v1/client/document-client/create-client.ts");
  expect(printed).not.toContain("node_modules/openapi-fetch/");
  expect(printed.split("\n").filter((line) => line.includes("error TS"))).toEqual([]);
});
