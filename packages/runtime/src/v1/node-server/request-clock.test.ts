import type { EventEmitter } from "node:events";
import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { RequestClock } from "./request-clock.ts";

test("requests that have arrived do not stay in memory until the next full collection of garbage", () => {
  setFlagsFromString("--expose-gc");
  const collect: (options?: { readonly type: "minor" }) => void = runInNewContext("gc");
  const sockets = Array.from({ length: 20 }, () => new Socket());
  const clock = new RequestClock({ requestTimeout: 1e6, bodyIdleTimeout: 1e6 }, () => {});
  const running: EventEmitter[] = [];
  const arrive = (index: number): void => {
    const incoming = new IncomingMessage(sockets[index % sockets.length] ?? new Socket());
    incoming.headers = { "content-length": String(index) };
    clock.watch(incoming, new ServerResponse(incoming));
    running.push(incoming);
    if (running.length === sockets.length) {
      running.shift()?.emit("close");
    }
  };
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let index = 1; index <= 30_000; index += 1) {
    arrive(index);
    if (index % 100 === 0) {
      collect({ type: "minor" });
    }
  }
  // A `Set` of requests keeps 18 MB of them.
  expect((process.memoryUsage().heapUsed - before) / 1e6).toBeLessThan(4);
});
