import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
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
