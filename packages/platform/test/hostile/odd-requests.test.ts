import { afterAll, beforeAll, expect, test } from "vitest";
import { connectToPort, parseLastBody } from "../../../../test/support/raw-connection.ts";
import { startWorld, type World } from "../e2e/world.ts";
import { createSignedEndpoint } from "../mcp/support/signed-endpoint.ts";

let world: World;
/** Requests that are answered with 200 when nothing about them is odd. */
let usual: readonly Usual[];
interface Usual {
  readonly method: string;
  readonly target: string;
  readonly body?: string;
}

beforeAll(async () => {
  world = await startWorld();
  const endpoint = new URL(await createSignedEndpoint(world, ["hackernews"]));
  const { session_id } = await world.platform.toolRouter.createSession({
    body: { user_id: "mia" },
  });
  const body = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
  usual = [
    { method: "GET", target: "/api/v3/toolkits?limit=1" },
    { method: "GET", target: "/api/v3/connected_accounts?limit=1" },
    { method: "GET", target: "/api/v3/trigger_instances/active" },
    { method: "POST", target: endpoint.pathname + endpoint.search, body },
    { method: "POST", target: `/tool_router/${session_id}/mcp`, body },
    { method: "GET", target: "/health" },
    { method: "GET", target: "/favicon.ico" },
  ];
});
afterAll(() => world.close());

const ownHost = () => new URL(world.serving.platform.baseUrl).host;

interface Odd extends Usual {
  readonly host?: string;
  readonly fields?: readonly string[];
}

/** Sends bytes, and returns the status of the answer; 0 when the connection was closed without one. */
async function send(odd: Odd): Promise<number> {
  const { method, target, body, host = ownHost(), fields = [] } = odd;
  const connection = connectToPort(Number(new URL(world.url).port));
  const length = body === undefined ? [] : [`Content-Length: ${body.length}`];
  const head = [
    `${method} ${target} HTTP/1.1`,
    `Host: ${host}`,
    "Connection: close",
    "Accept: application/json",
    ...length,
    ...(body === undefined ? [] : ["Content-Type: application/json"]),
    ...(target.startsWith("/api/") ? [`x-api-key: ${world.keys.project}`] : []),
    ...fields,
  ];
  connection.send(`${head.join("\r\n")}\r\n\r\n${body ?? ""}`);
  const received = await connection.closed();
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(received)?.[1] ?? 0);
  if (status >= 400) {
    // The refusal of a version is a message of the protocol, whose errors have no other members.
    const isOfProtocol = fields.some((field) => field.startsWith("mcp-protocol-version"));
    expect(parseLastBody(received), `${method} ${target} ${host}`).toMatchObject({
      error:
        isOfProtocol && /^\/(?:mcp|tool_router)\//.test(target)
          ? { code: -32022 }
          : { status, request_id: expect.stringMatching(/^req_/) },
    });
  }
  return status;
}

/** Lists the requests whose answers are not expected, with their statuses. */
async function findUnexpected(
  odds: readonly Odd[],
  isExpected: (status: number) => boolean,
): Promise<readonly string[]> {
  const unexpected: string[] = [];
  for (const odd of odds) {
    const status = await send(odd);
    if (!isExpected(status)) {
      unexpected.push(`${status} ${JSON.stringify(odd)}`);
    }
  }
  return unexpected;
}

const isOdd = (status: number): boolean => status >= 400 && status < 500;

test("nothing is odd about the usual requests", async () => {
  expect(await findUnexpected(usual, (status) => status === 200)).toEqual([]);
});

test("a Host field that is not a host is 400 for every request", async () => {
  const hosts = [
    ["127.0.0.1:1@evil", "user@evil", "user:pass@evil", "@", "a@b:80", "a:b", "a:80:80", "a:-1"],
    ["a/b", "a?b", "a#b", "a\\b", "http://a", "//a", "a b", "a\tb", "[", "]", "[]", "[::1", "::1"],
    ["[::1]x", "[x]", "<a>", '"a"', "a|b", "a^b", "a`b", "{a}", "é", "\u0080", "\u007f", "a,b c"],
    ["a%", "a%zz", "a%2"],
  ].flat();
  const odds = usual.flatMap((each) => hosts.map((host) => ({ ...each, host })));
  expect(await findUnexpected(odds, (status) => status === 400)).toEqual([]);
});

test("a Host field of another name is refused where the name counts, and nowhere a failure of the service", async () => {
  const hosts = [
    ["evil", "evil:80", "a..b", "1.2.3.4.5", "999.1.1.1", "", ":80", "xn--", "%41", "a_b"],
    ["a:99999", "a:65536", "[::1]:1", "[:::]"],
  ].flat();
  const odds = usual.flatMap((each) => hosts.map((host) => ({ ...each, host })));
  expect(await findUnexpected(odds, (status) => status === 200 || isOdd(status))).toEqual([]);
  const [, , , endpoint, session] = usual;
  const named = [endpoint, session].flatMap((each) =>
    each === undefined ? [] : hosts.map((host) => ({ ...each, host })),
  );
  expect(await findUnexpected(named, (status) => status === 403)).toEqual([]);
});

test("a target that is not a path of the service is a refusal", async () => {
  const targets = [
    ["*", "//", "//evil/x", "///", "/\\", "/\\evil", "\\", "http://evil/api/v3/toolkits", "http:"],
    [
      "http://user:pass@evil/",
      "https://a",
      "file:///etc/passwd",
      "evil:80",
      "?",
      "#",
      "/#",
      "/a#b",
    ],
    [
      "/api/v3/%",
      "/api/v3/%zz",
      "/api/v3/toolkits/%",
      "/api/v3/toolkits/%00",
      "/link/%ff",
      "/mcp/%",
    ],
    ["/api/v3/..", "/api/v3/../..", "/api/v3/tools/..%2f", "/%2e%2e/%2e%2e/etc", "/docs/../../etc"],
    [
      "/api/v3/toolkits/\u0001",
      "/\u007f",
      "/é",
      "/api/v3/toolkits/\u00ff",
      "/files/%/%/%",
      "/mcp/a\\b",
    ],
    ["/tool_router/%/mcp", `/api/v3/toolkits/${"a".repeat(9_000)}`, `/${"/".repeat(5_000)}`],
  ].flat();
  const methods = ["GET", "POST", "PUT", "DELETE", "OPTIONS", "HEAD"];
  const odds = targets.flatMap((target) => methods.map((method) => ({ method, target })));
  // A HEAD has no body to look at; OPTIONS lists methods where there is a path.
  const isRefused = (status: number): boolean => isOdd(status) || status === 0;
  const strict = odds.filter(({ method }) => !["HEAD", "OPTIONS"].includes(method));
  expect(await findUnexpected(strict, isRefused)).toEqual([]);
});

test("odd methods and fields are never a failure of the service", async () => {
  const methods = [
    "TRACE",
    "PATCH",
    "CONNECT",
    "LOCK",
    "PROPFIND",
    "get",
    "FOO",
    "G E T",
    "M-SEARCH",
  ];
  const fields = [
    ["Origin: null", "Origin: x", "Origin: http://[", "Cookie: \u00ff", "Accept: ,,,", "Accept: *"],
    ["Accept: a/b;q=x", "Content-Type: ", "Content-Type: \u00ff/x", "Traceparent: x", "Expect: x"],
    ["X-Forwarded-For: ,,", "Forwarded: for=", "Upgrade: websocket", "Connection: Upgrade, x"],
    [
      "Idempotency-Key: \u00ff",
      "mcp-protocol-version: \u0080",
      "Transfer-Encoding: x",
      "TE: \u00ff",
    ],
    ["If-None-Match: \\", "Range: bytes=9-1", "Content-Encoding: gzip", "x-api-key: \u00ff"],
  ].flat();
  const odds = usual.flatMap((each) => [
    ...methods.map((method) => ({ ...each, method })),
    ...fields.map((field) => ({ ...each, fields: [field] })),
  ]);
  expect(await findUnexpected(odds, (status) => status < 500)).toEqual([]);
});
