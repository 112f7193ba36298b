import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { RequestClock } from "./request-clock.ts";

/** A request that arrives on a connection, and takes its time. */
function arriveOn(socket: Socket): readonly [IncomingMessage, ServerResponse] {
  const incoming = new IncomingMessage(socket);
  incoming.headers = { "content-length": "1" };
  return [incoming, new ServerResponse(incoming)];
}

test("a connection is watched by one listener, and its requests by none, however many come", () => {
  const clock = new RequestClock({ requestTimeout: 100, bodyIdleTimeout: 100 }, () => {});
  const socket = new Socket();
  const before = socket.listenerCount("close");
  for (let count = 0; count < 1000; count += 1) {
    const [incoming, outgoing] = arriveOn(socket);
    const listened = [incoming, outgoing].map((each) => each.eventNames().length);
    clock.watch(incoming, outgoing);
    expect([incoming, outgoing].map((each) => each.eventNames().length)).toEqual(listened);
  }
  expect(socket.listenerCount("close")).toBe(before + 1);
});

test("only the last request of a connection is refused, once, and none of a connection that is closed", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const refused: IncomingMessage[] = [];
  const limits = { requestTimeout: 100, bodyIdleTimeout: 100 };
  const clock = new RequestClock(limits, (incoming) => void refused.push(incoming));
  const [socket, closed] = [new Socket(), new Socket()];
  const [first, second, third] = [arriveOn(socket), arriveOn(socket), arriveOn(closed)];
  clock.watch(...first);
  first[0].complete = true;
  clock.watch(...second);
  clock.watch(...third);
  closed.emit("close");
  vi.advanceTimersByTime(99);
  clock.check();
  expect(refused).toEqual([]);
  vi.advanceTimersByTime(1);
  clock.check();
  clock.check();
  expect(refused).toEqual([second[0]]);
});
