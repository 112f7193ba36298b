import { once } from "node:events";
import type { IncomingMessage, RequestListener, Server } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { connectRaw, listen } from "../../../../../test/support/raw-connection.ts";
import { waitBesideClock } from "../../../../../test/support/wait-beside-clock.ts";
import { createNodeListener } from "../node.ts";
import { type Answer, BodyTooLargeError, type Call, type Service } from "../server/call.ts";
import { createNodeServer, type NodeServerOptions } from "./create-node-server.ts";

/** A server whose every answer is made by a function of the call. */
async function start(
  answer: (call: Call<undefined>) => Promise<Answer>,
  options: NodeServerOptions,
): Promise<Server> {
  const service: Service<undefined> = Object.assign(async () => new Response(), {
    // Services never reject.
    answer: (call: Call<undefined>) => answer(call).catch(() => text("failed", 500)),
    report: () => undefined,
  });
  return await listen(
    createNodeServer(
      createNodeListener(service, () => undefined),
      options,
    ),
  );
}

const head = (length: number | "chunked"): string =>
  `PUT / HTTP/1.1\r\nHost: a\r\n${
    length === "chunked" ? "Transfer-Encoding: chunked" : `Content-Length: ${length}`
  }\r\n\r\n`;

const text = (body: string, status = 200): Answer => ({ status, headers: {}, body });

/** Counts the bytes of the body; over the limit the answer is 413. */
async function count(call: Call<undefined>, limit = 1e9): Promise<Answer> {
  let size = 0;
  try {
    for await (const chunk of call.streamBody(limit)) {
      size += chunk.byteLength;
    }
  } catch (error) {
    if (error instanceof BodyTooLargeError) {
      return text(`more than ${error.limit}`, 413);
    }
    throw error;
  }
  return text(`<${size}>`);
}

/** Limits that even a busy machine does not reach. A test of one limit sets a shorter one. */
const limits = { headersTimeout: 100_000, requestTimeout: 100_000, bodyIdleTimeout: 100_000 };

/** From now on, the clock by which a new server checks bodies stands still except where the test advances it. */
function stopClock(): void {
  vi.useFakeTimers({ toFake: ["setInterval", "performance"] });
  onTestFinished(() => void vi.useRealTimers());
}

/** The next request of a server. */
async function takeRequest(server: Server): Promise<IncomingMessage> {
  // Node's own event; its arguments are those of a listener.
  const [incoming] = (await once(server, "request")) as Parameters<RequestListener>;
  return incoming;
}

describe("a body that is read as a stream", () => {
  test("may take longer than other requests while its pieces arrive", async () => {
    stopClock();
    const server = await start((call) => count(call), {
      ...limits,
      requestTimeout: 200,
      bodyIdleTimeout: 200,
    });
    const connection = connectRaw(server);
    connection.send(head(8));
    const { socket } = await takeRequest(server);
    for (let piece = 0; piece < 8; piece += 1) {
      const { bytesRead } = socket;
      connection.send("x");
      await waitBesideClock(() => socket.bytesRead > bytesRead);
      // Less than the limit, at the end of which a check follows.
      vi.advanceTimersByTime(199);
    }
    expect(await connection.received(/<8>/)).toMatch(/^HTTP\/1\.1 200 /);
  });

  test("that stops arriving is 408, and its handler sees the end", async () => {
    let failure: unknown;
    const server = await start(
      async (call) =>
        await count(call).catch((error: unknown) => {
          failure = error;
          return text("late");
        }),
      { ...limits, bodyIdleTimeout: 60 },
    );
    const connection = connectRaw(server);
    connection.send(`${head(8)}xx`);
    const received = await connection.closed();
    expect(received).toMatch(/^HTTP\/1\.1 408 [\s\S]*about:blank/);
    expect(received).not.toContain("late");
    await expect.poll(() => failure).toBeInstanceOf(Error);
  });

  test("waits for a handler that is slow, without counting that against the client", async () => {
    stopClock();
    const size = 8_000_000;
    const handled: { read: number; mayRead: Promise<void> | undefined } = {
      read: 0,
      mayRead: undefined,
    };
    const resume = Promise.withResolvers<void>();
    const server = await start(
      async (call) => {
        for await (const chunk of call.streamBody(size)) {
          handled.read += chunk.byteLength;
          await resume.promise;
        }
        return text(`<${handled.read}>`);
      },
      { ...limits, bodyIdleTimeout: 150 },
    );
    const connection = connectRaw(server);
    connection.send(head(size) + "x".repeat(size));
    const incoming = await takeRequest(server);
    await waitBesideClock(() => handled.read > 0);
    // The buffer of the server becomes full, and the client waits.
    await waitBesideClock(() => incoming.readableLength >= incoming.readableHighWaterMark);
    // Several times the limit.
    vi.advanceTimersByTime(1000);
    const { socket } = connection;
    expect([socket.destroyed, socket.writableLength > 0]).toEqual([false, true]);
    resume.resolve();
    expect(await connection.received(new RegExp(`<${size}>`))).toMatch(/^HTTP\/1\.1 200 /);
  });

  test("is refused with 413 when it goes over the limit, also without a length", async () => {
    const connection = connectRaw(await start((call) => count(call, 100_000), limits));
    const piece = `10000\r\n${"x".repeat(0x10000)}\r\n`;
    connection.send(head("chunked"), ...Array.from({ length: 10 }, () => piece), "0\r\n\r\n");
    expect(await connection.received(/more than 100000/)).toMatch(/^HTTP\/1\.1 413 /);
    connection.send(`${head(3)}abc`);
    await connection.received(/<3>/);
  });

  test("is asked for with 100 Continue when it is read, not when the stream is made", async () => {
    const begin = Promise.withResolvers<void>();
    const made = Promise.withResolvers<void>();
    const server = await start(async (call) => {
      const stream = call.streamBody(100);
      made.resolve();
      await begin.promise;
      const first = await stream.getReader().read();
      return text(`<${first.value?.byteLength}>`);
    }, limits);
    const connection = connectRaw(server);
    connection.send(
      "PUT / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n",
    );
    await made.promise;
    // A longer pause would only make it likelier that a mistake is seen.
    await sleep(50);
    expect(connection.socket.bytesRead).toBe(0);
    begin.resolve();
    await connection.received(/100 Continue\r\n\r\n/);
    connection.send("hello");
    await connection.received(/<5>/);
  });

  test.each([
    ["between two pieces", true],
    ["while it waits for a piece", false],
  ])(
    "is thrown away when it is cancelled %s after its answer began, and the connection is good for more",
    async (_, hasMore) => {
      const cancel = Promise.withResolvers<void>();
      const size = 4_000_000;
      const answerEarly = async (call: Call<undefined>): Promise<Answer> => {
        const reader = call.streamBody(1e9).getReader();
        await reader.read();
        const waiting = hasMore ? undefined : reader.read();
        async function* pieces() {
          yield new TextEncoder().encode("begun");
          await cancel.promise;
          await reader.cancel();
          yield new TextEncoder().encode("<cancelled>");
        }
        void waiting?.catch(() => undefined);
        return { status: 200, headers: {}, body: ReadableStream.from(pieces()) };
      };
      const server = await start(
        (call) => (call.headers.get("content-length") === "3" ? count(call) : answerEarly(call)),
        limits,
      );
      const connection = connectRaw(server);
      const [first, rest] = hasMore ? [size / 2, size / 2] : [1, size - 1];
      connection.send(head(size), "x".repeat(first));
      await connection.received(/begun/);
      cancel.resolve();
      await connection.received(/<cancelled>/);
      connection.send("x".repeat(rest), `${head(3)}abc`);
      await connection.received(/<3>/);
    },
  );

  test("fails when its client leaves", async () => {
    let failure: unknown;
    const server = await start(
      async (call) =>
        await count(call).catch((error: unknown) => {
          failure = error;
          return text("nobody");
        }),
      limits,
    );
    const connection = connectRaw(server);
    const arrived = takeRequest(server);
    connection.send(`${head(8)}xx`);
    await arrived;
    connection.socket.destroy();
    await expect.poll(() => failure).toBeInstanceOf(Error);
  });
});

test("a body that is read whole has the time of the request, even while its pieces arrive", async () => {
  stopClock();
  const server = await start(async (call) => text(`<${(await call.readBody(100)).byteLength}>`), {
    ...limits,
    requestTimeout: 200,
  });
  const connection = connectRaw(server);
  connection.send(head(100));
  const { socket } = await takeRequest(server);
  for (let piece = 0; piece < 4; piece += 1) {
    expect(socket.writableEnded).toBe(false);
    const { bytesRead } = socket;
    connection.send("x");
    await waitBesideClock(() => socket.bytesRead > bytesRead);
    vi.advanceTimersByTime(50);
  }
  expect(await connection.closed()).toMatch(/^HTTP\/1\.1 408 /);
});
