import { describe, expect, test } from "vitest";
import { respondJson, startServer } from "../../../../test/http-server.ts";
import { startTwoServers } from "../../../../test/redirecting-server.ts";
import {
  basic,
  bearer,
  type ClientOperation,
  call,
  cookieKey,
  createTransport,
  eventStream,
  headerKey,
  jsonBody,
  queryKey,
  rawBody,
  secured,
} from "../../client.ts";

const operation: ClientOperation = {
  name: "run",
  method: "POST",
  path: "/run",
  parameters: [{ name: "X-Trace", in: "header" }],
  body: { "application/json": jsonBody, "application/octet-stream": rawBody },
  security: secured([[{ scheme: "Key", place: headerKey, name: "X-API-Key" }]]),
};

const auth = { Key: "secret" };

describe("a redirect to another origin", () => {
  test.each([
    [301, "GET", ""],
    [302, "GET", ""],
    [303, "GET", ""],
    [307, "POST", "[1]"],
    [308, "POST", "[1]"],
  ])("with %s is followed as fetch does, without the credential", async (status, method, body) => {
    const { from, to } = await startTwoServers(status);
    const sent = { body: [1], "X-Trace": "t" };
    const { security: _, ...open } = operation;
    expect(await call(createTransport({ baseUrl: from.baseUrl, auth }), operation, sent)).toBe(
      "there",
    );
    await call(createTransport({ baseUrl: from.baseUrl }), open, sent);
    expect(from.received[0]?.headers["x-api-key"]).toBe("secret");
    const [ours, ofFetch] = to.received;
    expect(ours).toMatchObject({ method, url: "/elsewhere", body, headers: { "x-trace": "t" } });
    expect(JSON.stringify(ours)).not.toContain("secret");
    expect({ ...ours, headers: Object.keys(ours?.headers ?? {}).sort() }).toEqual({
      ...ofFetch,
      headers: Object.keys(ofFetch?.headers ?? {}).sort(),
    });
  });

  test.each([
    ["bearer", { scheme: "Key", place: bearer }, "secret"],
    ["basic", { scheme: "Key", place: basic }, { username: "u", password: "secret" }],
    ["a cookie", { scheme: "Key", place: cookieKey, name: "session" }, "secret"],
    ["a key in the query", { scheme: "Key", place: queryKey, name: "key" }, "secret"],
  ])("does not get the credential of %s either", async (_, scheme, Key) => {
    const { from, to } = await startTwoServers(307);
    const transport = createTransport({ baseUrl: from.baseUrl, auth: { Key } });
    await call(transport, { ...operation, security: secured([[scheme]]) }, { body: 1 });
    expect(JSON.stringify(from.received)).toMatch(/secret|dTpzZWNyZXQ=/);
    expect(JSON.stringify(to.received)).not.toMatch(/secret|dTpzZWNyZXQ=/);
    expect(to.received).toHaveLength(1);
  });

  test("is one to another port and to another name of the same machine", async () => {
    const server = await startServer((request, response) => {
      if (request.url === "/run") {
        const { port } = new URL(server.baseUrl);
        response.writeHead(307, { location: `http://localhost:${port}/there` }).end();
      } else {
        respondJson(response, 200, request.headers["x-api-key"] ?? "none");
      }
    });
    const transport = createTransport({ baseUrl: server.baseUrl, auth });
    expect(await call(transport, operation)).toBe("none");
  });

  test("and back does not bring the credential back", async () => {
    const own = await startServer((request, response) => {
      if (request.url === "/run") {
        response.writeHead(307, { location: `${other.baseUrl}/` }).end();
      } else {
        respondJson(response, 200, request.headers["x-api-key"] ?? "none");
      }
    });
    const other = await startServer((_, response) =>
      response.writeHead(307, { location: `${own.baseUrl}/delete-everything` }).end(),
    );
    expect(await call(createTransport({ baseUrl: own.baseUrl, auth }), operation)).toBe("none");
    expect(own.received.map(({ headers }) => headers["x-api-key"])).toEqual(["secret", undefined]);
  });

  test("of a stream of events that is read on does not get the credential", async () => {
    const other = await startServer((_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" }).end("data: 2\n\n");
    });
    const own = await startServer((_, response, count) => {
      if (count === 1) {
        response
          .writeHead(200, { "content-type": "text/event-stream" })
          .end("retry: 1\ndata: 1\n\n");
      } else if (count === 2) {
        response.writeHead(307, { location: other.baseUrl }).end();
      } else {
        response.writeHead(204).end();
      }
    });
    const streamed = { ...operation, method: "GET", streams: { "text/event-stream": eventStream } };
    const transport = createTransport({ baseUrl: own.baseUrl, auth });
    const events = (await call(transport, streamed, {}, { reconnect: true })) as AsyncIterable<{
      data: string;
    }>;
    const got: string[] = [];
    for await (const { data } of events) {
      got.push(data);
    }
    expect(got).toEqual(["1", "2"]);
    expect(own.received.map(({ headers }) => headers["x-api-key"])).toEqual(
      Array(3).fill("secret"),
    );
    expect(other.received[0]?.headers).not.toHaveProperty("x-api-key");
  });
});
