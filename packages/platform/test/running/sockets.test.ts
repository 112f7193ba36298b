import { afterAll, beforeAll, expect, test } from "vitest";
import {
  connectToPort,
  parseLastBody,
  type RawConnection,
} from "../../../../test/support/raw-connection.ts";
import { startWorld, type World } from "../e2e/world.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld({ environment: { PLATFORM_MAX_CONNECTIONS: "30" } });
});
afterAll(() => world.close());

const connect = (): RawConnection => connectToPort(Number(new URL(world.url).port));

function writeHead(line: string, ...fields: readonly string[]): string {
  return `${[`${line} HTTP/1.1`, "Host: a", `x-api-key: ${world.keys.project}`, ...fields].join("\r\n")}\r\n\r\n`;
}

/** Reads the error in the response that ends a connection. Its request id is in the headers and in the body. */
function readLastError(text: string): {
  readonly slug: string;
  readonly errors?: readonly string[];
} {
  const { error } = parseLastBody(text) as { error: { slug: string; request_id: string } };
  expect(error.request_id).toMatch(/^req_/);
  expect(text).toContain(`x-request-id: ${error.request_id}\r\n`);
  return error;
}

test("a request that the server refuses before the router is answered with the body of all errors and a request id", async () => {
  const cases: readonly (readonly [string, number, string])[] = [
    ["hello\r\n\r\n", 400, "Validation_Failed"],
    ["GET /api/v3/toolkits HTTP/1.1\r\n\r\n", 400, "Validation_Failed"],
    [writeHead("GET /api/v3/toolkits", "Host: b"), 400, "Validation_Failed"],
    [
      writeHead("POST /api/v3/toolkits", "Transfer-Encoding: gzip, chunked"),
      400,
      "Validation_Failed",
    ],
    ["GET /api/v3/toolkits\r\n\r\n", 400, "Validation_Failed"],
    [writeHead("GET /health", `x: ${"x".repeat(20_000)}`), 431, "Request_HeadersTooLarge"],
    [
      `${writeHead("POST /api/v3/link", "content-type: application/json", "Transfer-Encoding: chunked")}1;${"x".repeat(20_000)}\r\n`,
      413,
      "Request_BodyTooLarge",
    ],
  ];
  for (const [text, status, slug] of cases) {
    const connection = connect();
    connection.send(text);
    const received = await connection.closed();
    expect(received).toContain(`HTTP/1.1 ${status} `);
    expect(readLastError(received).slug).toBe(slug);
  }
  expect(world.log.join("")).toContain('"msg":"request refused"');
});

test("a body that is announced as too large is 413 before it is asked for", async () => {
  const connection = connect();
  const fields = ["content-type: application/json", "Expect: 100-continue"];
  connection.send(writeHead("POST /api/v3/auth_configs", ...fields, "Content-Length: 2000000"));
  const received = await connection.closed();
  expect(received).toMatch(/^HTTP\/1\.1 413 /);
  expect(readLastError(received).slug).toBe("Request_BodyTooLarge");
});

test("pipelined requests are answered one after the other: API, files and pictures", async () => {
  const connection = connect();
  const paths = ["/api/v3/toolkits?limit=1", "/logos/acme.svg", "/docs/", "/health"];
  connection.send(
    ...paths.map((path) => writeHead(`GET ${path}`)),
    writeHead("GET /end", "Connection: close"),
  );
  const received = await connection.closed();
  expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual([
    ...paths.map(() => "HTTP/1.1 200"),
    "HTTP/1.1 404",
  ]);
  expect(received).toMatch(/"items"[\s\S]*<svg [\s\S]*"status":"ok"/);
});
