import { createServer, IncomingMessage, ServerResponse } from "node:http";
import { type AddressInfo, connect, Socket } from "node:net";
import { expect, test } from "vitest";
import { NodeCall } from "./node-call.ts";

test("the signal of a request is aborted from its beginning when the client has already left", async () => {
  const aborted = Promise.withResolvers<boolean>();
  const server = createServer((incoming, outgoing) => {
    const call = new NodeCall(incoming, outgoing, undefined, "/");
    outgoing.once("close", () => {
      // By then all listeners of this event have run.
      setImmediate(() => aborted.resolve(call.request.signal.aborted));
    });
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an `AddressInfo`.
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  expect(await aborted.promise).toBe(true);
  await new Promise((resolve) => server.close(resolve));
});

test("reading a body fails when the client left before it was asked for", async () => {
  const read = Promise.withResolvers<Promise<unknown>[]>();
  const server = createServer((incoming, outgoing) => {
    const call = new NodeCall(incoming, outgoing, undefined, "/");
    outgoing.once("close", () => {
      setImmediate(() => {
        const stream = call.streamBody(10).getReader();
        read.resolve([call.readBody(10), call.readChunks(10, () => {}), stream.read()]);
      });
    });
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an `AddressInfo`.
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.write("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}");
  const results = await Promise.allSettled(await read.promise);
  expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  await new Promise((resolve) => server.close(resolve));
});

test.each([
  ["a:1", "/b?c=d", "http://a:1/b?c=d"],
  ["a", "//b/c?d", "http://a//b/c?d"],
  ["127.0.0.1:1@evil", "/b?c", "http://unknown.invalid/b?c"],
  ["a%zz", "/b", "http://unknown.invalid/b"],
  ["a", "http://user:password@evil/", "http://a/"],
  ["a", "*", "http://a/"],
])("a request to the host %s with the target %s has the URL %s", (host, url, expected) => {
  const incoming = new IncomingMessage(new Socket());
  Object.assign(incoming, { headers: { host }, url, method: "GET" });
  const call = new NodeCall(incoming, new ServerResponse(incoming), undefined, url);
  expect(call.request.url).toBe(expected);
});
