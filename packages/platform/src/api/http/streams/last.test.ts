import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { prepareLastingStream, type StreamEnd } from "./last.ts";

const encodeBytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const heartbeat = { everyMs: 10_000, bytes: encodeBytes(":\n\n") };

beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] }));
afterEach(() => void vi.useRealTimers());

/** Lets the time of this many heartbeats pass. */
const passBeats = (count: number): void => void vi.advanceTimersByTime(count * heartbeat.everyMs);

/** A source that sends its pieces when the test says so. */
function createSource() {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  let cancelled: unknown;
  const stream = new ReadableStream<Uint8Array>({
    start: (given) => {
      controller = given;
    },
    cancel: (reason) => {
      cancelled = reason ?? "without a reason";
    },
  });
  return {
    stream,
    send: (text: string) => controller?.enqueue(encodeBytes(text)),
    close: () => controller?.close(),
    fail: () => controller?.error(new Error("source")),
    cancelled: () => cancelled,
  };
}

function start(options: { readonly heartbeat?: typeof heartbeat } = {}) {
  const source = createSource();
  const stop = new AbortController();
  const ends: StreamEnd[] = [];
  const onEnd = (end: StreamEnd): void => void ends.push(end);
  const stream = prepareLastingStream(source.stream, { stop: stop.signal, onEnd, ...options });
  const reader = stream.getReader();
  const read = async (): Promise<string | undefined> => {
    const { done, value } = await reader.read();
    return done ? undefined : new TextDecoder().decode(value);
  };
  return { source, stop, ends, reader, read };
}

describe("a stream that lasts", () => {
  test("hands pieces on and ends with its source", async () => {
    const { source, read, ends } = start();
    source.send("a");
    expect(await read()).toBe("a");
    source.close();
    expect(await read()).toBeUndefined();
    expect(ends).toEqual(["done"]);
  });

  test("sends a sign of life between events, and none within one", async () => {
    const { source, read } = start({ heartbeat });
    const first = read();
    passBeats(1);
    expect(await first).toBe(":\n\n");
    source.send("data: a\n\n");
    expect(await read()).toBe("data: a\n\n");
    const second = read();
    passBeats(1);
    expect(await second).toBe(":\n\n");
    source.send("data: half");
    expect(await read()).toBe("data: half");
    const next = read();
    passBeats(6);
    source.send("\n\n");
    expect(await next).toBe("\n\n");
  });

  test("keeps at most one sign of life for a client that does not read", async () => {
    const { source, read } = start({ heartbeat });
    passBeats(10);
    source.send("data: a\n\n");
    expect([await read(), await read()]).toEqual([":\n\n", "data: a\n\n"]);
  });

  test("ends when it is stopped, and cancels its source", async () => {
    const { source, stop, read, ends } = start();
    const waiting = read();
    stop.abort("stopping");
    expect(await waiting).toBeUndefined();
    expect([source.cancelled(), ends]).toEqual(["stopping", ["stopped"]]);
  });

  test("ends at once where a stop began before it", async () => {
    const source = createSource();
    const ends: StreamEnd[] = [];
    const stream = prepareLastingStream(source.stream, {
      stop: AbortSignal.abort("stopping"),
      onEnd: (end) => void ends.push(end),
      heartbeat,
    });
    expect((await stream.getReader().read()).done).toBe(true);
    expect([source.cancelled(), ends]).toEqual(["stopping", ["stopped"]]);
  });

  test("cancels its source when its client leaves", async () => {
    const { source, reader, ends } = start();
    await reader.cancel("left");
    expect([source.cancelled(), ends]).toEqual(["left", ["left"]]);
  });

  test("fails with its source", async () => {
    const { source, read, ends } = start();
    source.fail();
    await expect(read()).rejects.toThrow("source");
    expect(ends).toEqual(["failed"]);
  });
});
