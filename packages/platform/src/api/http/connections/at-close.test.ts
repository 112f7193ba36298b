import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { expect, onTestFinished, test } from "vitest";
import { atClose } from "./at-close.ts";

test("callbacks at the end of a streamed answer share a listener, and each is called once", async () => {
  const called: number[] = [];
  let listeners = 0;
  const answer = async (outgoing: ServerResponse): Promise<void> => {
    for (const index of [0, 1, 2, 3, 4]) {
      atClose(outgoing, () => called.push(index));
    }
    const body = async function* (): AsyncGenerator<string> {
      listeners = outgoing.listenerCount("close");
      yield "text";
    };
    await pipeline(Readable.from(body()), outgoing);
  };
  const server = createServer((_, outgoing) => void answer(outgoing));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  expect(await (await fetch(`http://127.0.0.1:${port}`)).text()).toBe("text");
  await expect.poll(() => called).toEqual([0, 1, 2, 3, 4]);
  // The two listeners of the runtime are added to these.
  expect(listeners).toBeLessThanOrEqual(8);
});
