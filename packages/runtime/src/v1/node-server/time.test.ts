import { once } from "node:events";
import type { RequestListener, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { Readable } from "node:stream";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { connectRaw } from "../../../../../test/support/raw-connection.ts";
import { waitBesideClock } from "../../../../../test/support/wait-beside-clock.ts";
import { createHeld, start } from "../../../test/node-server.ts";

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;

const echo: RequestListener = ({ url }, outgoing) => void outgoing.end(`<${url}>`);

/** Longer than a test may take, so that time passes for the server only where a test advances its clock. */
const answerTimeout = 200_000;

/** Milliseconds between two of the server's checks. */
const interval = answerTimeout / 20;

function* endless(): Generator<string> {
  for (;;) {
    yield "x".repeat(100_000);
  }
}

/**
 * Lets time pass in which nothing is read or written on a connection. Node would emit the same events.
 *
 * @returns whether the connection is still open after each check.
 */
function passTime(server: Server, socket: Socket, checks: number): readonly boolean[] {
  return Array.from({ length: checks }, () => {
    vi.advanceTimersByTime(interval);
    server.emit("timeout", socket);
    return !socket.destroyed;
  });
}

/** Starts a server whose clock stands still, and sends it a request for an answer that is not read. */
async function startUnread(listener: RequestListener): Promise<{
  readonly server: Server;
  readonly socket: Socket;
  readonly outgoing: ServerResponse;
}> {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const server = await start(listener, { answerTimeout });
  expect(server.timeout).toBe(interval);
  const client = connectRaw(server).socket;
  client.pause();
  client.write(get("/"));
  // Node's own event; its arguments are those of a listener.
  const [, outgoing] = (await once(server, "request")) as Parameters<RequestListener>;
  // The socket of an answer that was just begun.
  return { server, socket: outgoing.socket as Socket, outgoing };
}

describe("time", () => {
  test("an answer that nobody reads is given up after its time, and not before", async () => {
    const { server, socket, outgoing } = await startUnread((_, response) => {
      response.end("x".repeat(20_000_000));
    });
    expect(passTime(server, socket, 19)).not.toContain(false);
    expect(passTime(server, socket, 2)).toContain(false);
    await waitBesideClock(() => outgoing.closed);
    expect(outgoing.writableFinished).toBe(false);
  });

  test("an answer whose client has read something between two checks has its whole time again", async () => {
    const { server, socket } = await startUnread((_, response) => {
      response.end("x".repeat(20_000_000));
    });
    passTime(server, socket, 15);
    // Node does not emit the event of a check before which something was read.
    vi.advanceTimersByTime(interval);
    expect(passTime(server, socket, 19)).not.toContain(false);
    expect(passTime(server, socket, 2)).toContain(false);
  });

  test("a stream that nobody reads is given up", async () => {
    const { server, socket, outgoing } = await startUnread((_, response) => {
      Readable.from(endless()).pipe(response);
    });
    await waitBesideClock(() => outgoing.writableLength > 0);
    expect(passTime(server, socket, 21)).toContain(false);
    await waitBesideClock(() => outgoing.closed);
  });

  test.each(["/", "/stream"])(
    "a handler that takes longer than that is left alone, and so is a stream without news: %s",
    async (path) => {
      vi.useFakeTimers({ toFake: ["performance"] });
      onTestFinished(() => void vi.useRealTimers());
      const { held, listener } = createHeld();
      const server = await start(listener, { answerTimeout });
      const connection = connectRaw(server);
      connection.send(get(path));
      await waitBesideClock(() => held.length === 1);
      // The line above waits for it.
      const { incoming, outgoing } = held[0] as (typeof held)[number];
      if (path === "/stream") {
        outgoing.flushHeaders();
        await connection.received(/\r\n\r\n/);
      }
      expect(passTime(server, incoming.socket, 60)).not.toContain(false);
      outgoing.end("late");
      expect(await connection.received(/late/)).toContain("200 OK");
    },
  );

  test("header fields that do not arrive in time are 408", async () => {
    const server = await start(echo, { headersTimeout: 50 });
    const slow = connectRaw(server);
    slow.send("GET / HTTP/1.1\r\nHost: a\r\n");
    expect(await slow.closed()).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
    expect(await connectRaw(server).closed()).toMatch(/^HTTP\/1\.1 408 /);
  });

  test("a body that does not arrive in time is 408, and its handler sees the end", async () => {
    const { held, listener } = createHeld();
    const connection = connectRaw(
      // The header fields always arrive in time.
      await start(listener, { headersTimeout: 100_000, requestTimeout: 50 }),
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
