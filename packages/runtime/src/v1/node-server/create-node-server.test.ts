import { once } from "node:events";
import type { RequestListener } from "node:http";
import { describe, expect, test } from "vitest";
import { connectRaw, parseLastBody } from "../../../../../test/support/raw-connection.ts";
import { createHeld, start } from "../../../test/node-server.ts";

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;

const echo: RequestListener = ({ url }, outgoing) => void outgoing.end(`<${url}>`);

describe("requests that could be read in two ways", () => {
  test.each([
    [
      "two Host fields",
      "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
      "header.Host: sent more than once",
    ],
    [
      "user information in the Host field",
      "GET / HTTP/1.1\r\nHost: 127.0.0.1:1@evil\r\n\r\n",
      "header.Host: not a host with an optional port",
    ],
    ["no Host field", "GET / HTTP/1.1\r\n\r\n", "header.Host: required"],
    [
      "a coding before chunked",
      "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
      "header.Transfer-Encoding: only chunked is supported, in HTTP/1.1",
    ],
    [
      "a coding in HTTP/1.0",
      "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      "header.Transfer-Encoding: only chunked is supported, in HTTP/1.1",
    ],
    [
      "HTTP/0.9 with a version",
      "GET / HTTP/0.9\r\nHost: a\r\n\r\n",
      "request: not HTTP/1.1 or HTTP/1.0",
    ],
    ["HTTP/0.9 without one", "GET /\r\n\r\n", "request: not HTTP/1.1 or HTTP/1.0"],
    [
      "HTTP/2 as a version",
      "GET / HTTP/2.0\r\nHost: a\r\n\r\n",
      "request: not HTTP/1.1 or HTTP/1.0",
    ],
    ["no HTTP", "hello\r\n\r\n", "request: not valid HTTP/1.1"],
    [
      "two lengths",
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      "request: not valid HTTP/1.1",
    ],
  ])("%s is 400, and the connection ends", async (_, text, error) => {
    const { held, listener } = createHeld();
    const connection = connectRaw(await start(listener));
    connection.send(text + get("/after"));
    const received = await connection.closed();
    expect(received).toMatch(
      /^HTTP\/1\.1 400 Bad Request\r\ncontent-type: application\/problem\+json/,
    );
    expect(parseLastBody(received)).toEqual({
      type: "about:blank",
      title: "Bad Request",
      status: 400,
      errors: [error],
    });
    expect(held).toEqual([]);
  });

  test("HTTP/1.0 needs no Host field", async () => {
    const connection = connectRaw(await start(echo));
    connection.send("GET / HTTP/1.0\r\n\r\n");
    expect(await connection.closed()).toContain("200 OK");
  });

  test("header fields over Node's limit are 431, and chunk extensions 413", async () => {
    const server = await start((incoming, outgoing) => {
      incoming.resume().on("end", () => outgoing.end());
    });
    const large = connectRaw(server);
    large.send(`GET / HTTP/1.1\r\nHost: a\r\nx: ${"x".repeat(20_000)}\r\n\r\n`);
    expect(await large.closed()).toMatch(/^HTTP\/1\.1 431 /);
    const extended = connectRaw(server);
    extended.send(
      `POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1;${"x".repeat(20_000)}\r\n`,
    );
    expect(await extended.closed()).toMatch(/^HTTP\/1\.1 413 /);
  });

  test("the application writes refusals in its own shape", async () => {
    const server = await start(echo, {
      renderRefusal: ({ status, errors }) => ({
        headers: { "x-request-id": "r1", "set-cookie": ["a=1", "b=2"] },
        body: { status, errors, ü: "ü" },
      }),
    });
    const connection = connectRaw(server);
    connection.send("GET / HTTP/1.1\r\n\r\n");
    const text = Buffer.from(await connection.closed(), "latin1").toString();
    expect(text).toContain("x-request-id: r1\r\nset-cookie: a=1\r\nset-cookie: b=2\r\n");
    expect(parseLastBody(text)).toEqual({ status: 400, errors: ["header.Host: required"], ü: "ü" });
    expect(text).toContain("content-length: 59\r\n");
  });

  test("a broken request after a good one is refused after the good one was answered", async () => {
    const { held, listener } = createHeld();
    const connection = connectRaw(await start(listener));
    connection.send(`${get("/1")}${get("/2")}garbage\r\n\r\n`);
    for (const url of ["/1", "/2"]) {
      await expect.poll(() => held.at(-1)?.incoming.url).toBe(url);
      held.at(-1)?.outgoing.end(`<${url}>`);
    }
    expect(await connection.closed()).toMatch(
      /200 OK[\s\S]*<\/1>[\s\S]*200 OK[\s\S]*<\/2>HTTP\/1\.1 400 /,
    );
  });

  test("a body that stops being HTTP ends the connection, whatever its handler does then", async () => {
    const { held, listener } = createHeld();
    const connection = connectRaw(await start(listener));
    connection.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n");
    await connection.received(/^HTTP\/1\.1 400 /);
    held[0]?.outgoing.end("late");
    expect(await connection.closed()).not.toContain("late");
  });
});

describe("Expect: 100-continue", () => {
  const head = "POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n";

  test("the client is asked for the body when the listener begins to read it", async () => {
    const { held, listener } = createHeld();
    const connection = connectRaw(await start(listener));
    connection.send(head);
    await expect.poll(() => held.length).toBe(1);
    const [exchange] = held;
    const chunk = once(exchange?.incoming ?? connection.socket, "data");
    expect(await connection.received(/\r\n\r\n/)).toBe("HTTP/1.1 100 Continue\r\n\r\n");
    connection.send("hello");
    exchange?.outgoing.end(String((await chunk)[0]));
    expect(await connection.received(/hello/)).toMatch(/200 OK[\s\S]*keep-alive/i);
  });

  test("an answer without the body is sent at once and ends the connection", async () => {
    const connection = connectRaw(
      await start((_, outgoing) => void outgoing.writeHead(413).end("no")),
    );
    connection.send(head);
    const text = await connection.closed();
    expect(text).toMatch(/^HTTP\/1\.1 413 [\s\S]*connection: close/i);
    expect(text).not.toContain("100 Continue");
  });

  test("other expectations are ignored", async () => {
    const connection = connectRaw(await start(echo));
    connection.send("GET / HTTP/1.1\r\nHost: a\r\nExpect: wonders\r\n\r\n");
    expect(await connection.received(/<\/>/)).toContain("200 OK");
  });
});

test("connections over the limit are closed at once", async () => {
  const server = await start(echo, { maxConnections: 2 });
  const kept = [connectRaw(server), connectRaw(server)];
  for (const connection of kept) {
    connection.send(get("/"));
    await connection.received(/<\/>/);
  }
  expect(await connectRaw(server).closed()).toBe("");
});
