import type { RequestListener, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import { connectRaw } from "../../../../../test/support/raw-connection.ts";
import { createHeld, start } from "../../../test/node-server.ts";

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;

const echo: RequestListener = ({ url }, outgoing) => void outgoing.end(`<${url}>`);

function* endless(): Generator<string> {
  for (;;) {
    yield "x".repeat(100_000);
  }
}

describe("time", () => {
  test("an answer that nobody reads is given up", async () => {
    let outgoing: ServerResponse | undefined;
    const server = await start(
      (_, response) => {
        outgoing = response;
        response.end("x".repeat(20_000_000));
      },
      { answerTimeout: 60 },
    );
    const { socket } = connectRaw(server);
    socket.pause();
    socket.write(get("/"));
    await expect.poll(() => outgoing?.destroyed).toBe(true);
    expect(outgoing?.writableFinished).toBe(false);
  });

  test("a stream that nobody reads is given up, and its source ends", async () => {
    let outgoing: ServerResponse | undefined;
    const server = await start(
      (_, response) => {
        outgoing = response;
        Readable.from(endless()).pipe(response);
      },
      { answerTimeout: 60 },
    );
    const { socket } = connectRaw(server);
    socket.pause();
    socket.write(get("/"));
    await expect.poll(() => outgoing?.destroyed).toBe(true);
  });

  test("a handler that takes longer than that is left alone, and so is a stream without news", async () => {
    const server = await start(
      ({ url }, outgoing) => {
        if (url === "/stream") {
          outgoing.flushHeaders();
        }
        // Longer than three intervals without progress.
        setTimeout(() => outgoing.end("late"), 120);
      },
      { answerTimeout: 15 },
    );
    for (const path of ["/", "/stream"]) {
      const connection = connectRaw(server);
      connection.send(get(path));
      expect(await connection.received(/late/)).toContain("200 OK");
    }
  });

  test("header fields that do not arrive in time are 408", async () => {
    const server = await start(echo, { headersTimeout: 50, requestTimeout: 1000 });
    const slow = connectRaw(server);
    slow.send("GET / HTTP/1.1\r\nHost: a\r\n");
    expect(await slow.closed()).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
    expect(await connectRaw(server).closed()).toMatch(/^HTTP\/1\.1 408 /);
  });

  test("a body that does not arrive in time is 408, and its handler sees the end", async () => {
    const { held, listener } = createHeld();
    const connection = connectRaw(
      // Long enough for the header fields to arrive on a busy machine.
      await start(listener, { headersTimeout: 500, requestTimeout: 500 }),
    );
    connection.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc");
    expect(await connection.closed()).toMatch(/^HTTP\/1\.1 408 [\s\S]*about:blank/);
    await expect.poll(() => held[0]?.outgoing.closed).toBe(true);
  });

  test("an idle connection outlives those of load balancers, and its client learns how long", async () => {
    const connection = connectRaw(await start(echo));
    connection.send(get("/1"));
    expect(await connection.received(/<\/1>/)).toMatch(/keep-alive: timeout=65\b/i);
  });

  test("a connection that waits for its next request is closed after Node's keepAliveTimeout", async () => {
    const server = await start(echo);
    server.keepAliveTimeout = 1;
    const connection = connectRaw(server);
    connection.send(get("/"));
    expect(await connection.closed()).toContain("</>");
  });
});
