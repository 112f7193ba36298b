import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { type AddressInfo, connect, createServer as createNetServer, type Socket } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { listen } from "../../../../../../test/support/raw-connection.ts";
import { waitBesideClock } from "../../../../../../test/support/wait-beside-clock.ts";
import { type ClosedConnections, Connections, limitConnections } from "./limit-connections.ts";

const places = 16;

/** A server that never answers `/hold`. The header `x-caller` is the caller, as a valid key would show. */
async function start() {
  const closed: ClosedConnections[] = [];
  const held = new Set<IncomingMessage>();
  // Node would close connections that have been idle for some seconds, which are counted on here.
  const server = createServer({ keepAliveTimeout: 0 }, (incoming, outgoing) => {
    connections.begin(incoming, outgoing);
    const caller = incoming.headers["x-caller"];
    connections.identify(incoming, typeof caller === "string" ? { subject: caller } : {});
    if (incoming.url === "/hold") {
      held.add(incoming);
    } else if (incoming.url === "/long") {
      held.add(incoming);
      // More than the buffers of the system hold.
      outgoing.end(Buffer.alloc(16 * 1024 * 1024));
    } else {
      outgoing.end("answer");
    }
  });
  const connections = limitConnections(server, {
    maxConnections: places,
    onClosed: (each) => void closed.push(each),
  });
  await listen(server);
  const { port } = server.address() as AddressInfo;
  const open = (localAddress = "127.0.0.1"): Socket => {
    const socket = connect({ port, host: "127.0.0.1", localAddress }).resume();
    socket.on("error", () => {});
    onTestFinished(() => void socket.destroy());
    return socket;
  };
  /** Opens a connection whose request is never answered. */
  const hold = async (
    caller?: string,
    { path = "/hold", localAddress }: { path?: string; localAddress?: string } = {},
  ): Promise<Socket> => {
    const before = held.size;
    const socket = open(localAddress);
    if (path === "/long") {
      socket.pause();
    }
    socket.write(writeRequest(path, caller));
    await waitBesideClock(() => held.size === before + 1);
    return socket;
  };
  const ask = (localAddress?: string): Promise<string> =>
    new Promise((resolve) => {
      const socket = open(localAddress);
      socket.write(writeRequest("/"));
      socket.once("data", (bytes: Buffer) => resolve(bytes.toString().slice(0, 15)));
      socket.once("close", () => resolve("closed"));
    });
  return { server, open, hold, ask, closed };
}

/** Checks happen when the test says so. */
function useOwnClock(): void {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
}

const writeRequest = (path: string, caller?: string): string =>
  `GET ${path} HTTP/1.1\r\nHost: a\r\n${caller === undefined ? "" : `X-Caller: ${caller}\r\n`}\r\n`;

const listClosed = (sockets: readonly Socket[]): readonly boolean[] =>
  sockets.map((socket) => socket.destroyed);

async function repeat<Value>(count: number, make: () => Promise<Value>): Promise<Value[]> {
  const made: Value[] = [];
  for (let index = 0; index < count; index += 1) {
    made.push(await make());
  }
  return made;
}

test("when a project is at work on all places, its requests make room for others", async () => {
  const { hold, ask } = await start();
  const small = await repeat(3, () => hold("small"));
  const large = await repeat(places - 3, () => hold("large"));
  expect(await ask()).toBe("HTTP/1.1 200 OK");
  small.push(await hold("small"), await hold("small"));
  await expect.poll(() => listClosed(large).filter(Boolean)).toHaveLength(3);
  expect(listClosed(small)).toEqual(Array(5).fill(false));
});

test("requests without a caller do not push out those of known callers", async () => {
  const { hold, ask } = await start();
  const known = await repeat(12, () => hold("known"));
  await repeat(12, () => hold(undefined, { localAddress: "127.0.1.1" }));
  expect(await ask()).toBe("HTTP/1.1 200 OK");
  expect(listClosed(known)).toEqual(Array(12).fill(false));
});

test("a connection whose client does not read its answer counts as idle after some seconds", async () => {
  useOwnClock();
  const { hold, ask, closed } = await start();
  await repeat(4, () => hold("caller", { path: "/long" }));
  const working = await repeat(places - 4, () => hold("caller"));
  // It is seen at the fourth check after its answer was written.
  vi.advanceTimersByTime(8_000);
  expect(await ask("127.0.1.1")).toBe("HTTP/1.1 200 OK");
  vi.advanceTimersByTime(1_000);
  expect(closed).toEqual([{ waiting: 0, unknown: 0, known: 1 }]);
  expect(listClosed(working)).toEqual(Array(places - 4).fill(false));
});

test("a connection that has just been ended can be closed for another one", async () => {
  const connections = new Connections({ maxConnections: 1 });
  const seen: string[] = [];
  let first: Socket | undefined;
  const server = createNetServer((socket) => {
    socket.on("error", ({ message }) => void seen.push(message));
    socket.on("close", () => void seen.push("closed"));
    first?.end("the last answer");
    connections.accept(socket);
    first ??= socket;
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  for (let index = 0; index < 2; index += 1) {
    const socket = connect(port, "127.0.0.1").on("error", () => {});
    onTestFinished(() => void socket.destroy());
  }
  await expect.poll(() => seen).toEqual(["closed"]);
});

test("the connections that were closed are counted once a second", async () => {
  useOwnClock();
  const { server, open, closed } = await start();
  const areAllAccepted = Promise.withResolvers<void>();
  let accepted = 0;
  server.on("connection", () => {
    accepted += 1;
    if (accepted === places + 5) {
      areAllAccepted.resolve();
    }
  });
  for (let index = 0; index < places + 5; index += 1) {
    open("127.0.1.1");
  }
  await areAllAccepted.promise;
  expect(closed).toEqual([]);
  vi.advanceTimersByTime(5_000);
  expect(closed).toEqual([{ waiting: 5, unknown: 0, known: 0 }]);
});
