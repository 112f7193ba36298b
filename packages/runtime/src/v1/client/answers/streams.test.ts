import type { ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";
import { startServer } from "../../../../test/http-server.ts";
import {
  ApiConnectionError,
  type CallOptions,
  call,
  createTransport,
  eventStream,
  eventStreamWith,
  isApiError,
  isUnexpectedAnswerError,
  jsonLines,
  type StreamReader,
} from "../../client.ts";

/** A stream from a server that sends these texts one after the other, and then ends the answer. */
async function openStream(
  reader: StreamReader,
  texts: readonly string[],
  options: CallOptions = {},
  type = "text/event-stream",
): Promise<AsyncGenerator<unknown>> {
  const { baseUrl } = await startServer((_, response) => {
    response.writeHead(200, { "content-type": type });
    for (const text of texts) {
      response.write(text);
    }
    response.end();
  });
  return streamAt(baseUrl, reader, options, type);
}

async function streamAt(
  baseUrl: string,
  reader: StreamReader,
  options: CallOptions = {},
  type = "text/event-stream",
): Promise<AsyncGenerator<unknown>> {
  const operation = {
    name: "watch",
    method: "GET",
    path: "/",
    answers: { 200: [type] },
    streams: { [type]: reader },
  };
  const stream = await call(createTransport({ baseUrl, retries: 0 }), operation, {}, options);
  return stream as AsyncGenerator<unknown>; // The items that a stream reader yields.
}

async function collect(stream: AsyncIterable<unknown>): Promise<unknown[]> {
  const items: unknown[] = [];
  for await (const item of stream) {
    items.push(item);
  }
  return items;
}

async function catchStreamError(stream: AsyncIterable<unknown>): Promise<unknown> {
  return collect(stream).then(
    (items) => expect.fail(`no error, but ${JSON.stringify(items)}`),
    (error) => error,
  );
}

const done = 'data: {"n":1}\n\ndata: [DONE]\n\ndata: {"n":2}\n\n';

describe("a stream of events", () => {
  test("ends at [DONE] where data is JSON", async () => {
    expect(await collect(await openStream(eventStreamWith(), [done]))).toEqual([
      { data: { n: 1 } },
    ]);
  });

  test("ends at [DONE] without waiting for the connection to end", async () => {
    let isClosed = false;
    const { baseUrl, received } = await startServer((_, response) => {
      response.on("close", () => {
        isClosed = true;
      });
      response.writeHead(200, { "content-type": "text/event-stream" }).write(done);
    });
    const stream = await streamAt(baseUrl, eventStreamWith(), { reconnect: true });
    expect(await collect(stream)).toEqual([{ data: { n: 1 } }]);
    expect(received).toHaveLength(1);
    await expect.poll(() => isClosed).toBe(true);
  });

  test("gives [DONE] where data is text, unless the document or the call says that it is the end", async () => {
    const texts = ["data: a\n\ndata: [DONE]\n\n"];
    const all = [{ data: "a" }, { data: "[DONE]" }];
    expect(await collect(await openStream(eventStream, texts))).toEqual(all);
    const declared = await openStream(eventStreamWith([], "[DONE]"), texts);
    expect(await collect(declared)).toEqual(all.slice(0, 1));
    const asked = await openStream(eventStream, texts, { streamTerminator: "[DONE]" });
    expect(await collect(asked)).toEqual(all.slice(0, 1));
  });

  test("ends at the terminator of the call before that of the document, and that before [DONE]", async () => {
    const texts = ['data: 1\n\ndata: "END"\n\ndata: 2\n\ndata: "STOP"\n\n'];
    const reader = eventStreamWith(undefined, '"STOP"');
    expect(await collect(await openStream(reader, texts))).toHaveLength(3);
    const options = { streamTerminator: '"END"' };
    expect(await collect(await openStream(reader, texts, options))).toEqual([{ data: 1 }]);
    expect(isUnexpectedAnswerError(await catchStreamError(await openStream(reader, [done])))).toBe(
      true,
    );
  });

  test("reads text and JSON by the type of the event", async () => {
    const text =
      "event: text\ndata: [DONE]\n\nevent: json\ndata: 1\n\nevent: json\ndata: [DONE]\n\n";
    expect(await collect(await openStream(eventStreamWith(["json"]), [text]))).toEqual([
      { event: "text", data: "[DONE]" },
      { event: "json", data: 1 },
    ]);
  });

  test("leaves out events without data, comments and events with empty data where data is JSON", async () => {
    const text =
      ': ping\n\nevent: ping\ndata:\n\ndata: \n\nretry: 10\n\nid: 1\n\ndata: {"n":1}\n\n';
    expect(await collect(await openStream(eventStreamWith(), [text]))).toEqual([
      { data: { n: 1 } },
    ]);
    expect(await collect(await openStream(eventStream, ["data:\n\n"]))).toEqual([{ data: "" }]);
  });

  test("gives each event before the next one is sent", async () => {
    let answer: ServerResponse | undefined;
    const { baseUrl } = await startServer((_, response) => {
      answer = response;
      response.writeHead(200, { "content-type": "text/event-stream" }).write("data: 1\n\n");
    });
    const seen: unknown[] = [];
    for await (const event of await streamAt(baseUrl, eventStreamWith())) {
      seen.push(event);
      answer?.[seen.length < 3 ? "write" : "end"](`data: ${seen.length + 1}\r\n\r\n`);
    }
    expect(seen).toEqual([1, 2, 3, 4].map((data) => ({ data })));
  });

  test("continues after the last whole event when the connection breaks inside of one", async () => {
    const { baseUrl, received } = await startServer((_, response, count) => {
      if (count > 1) {
        response.writeHead(204).end();
        return;
      }
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write("retry: 1\nid: 1\ndata: 1\n\nid: 2\ndata: 2\n", () => response.destroy());
    });
    const stream = await streamAt(baseUrl, eventStreamWith(), { reconnect: true });
    expect(await collect(stream)).toEqual([{ id: "1", retry: 1, data: 1 }]);
    expect(received[1]?.headers["last-event-id"]).toBe("1");
  });

  test("does not continue when the answer to the next request is an error or not a stream", async () => {
    for (const [status, type] of [
      [404, "application/json"],
      [200, "text/html"],
    ] as const) {
      const { baseUrl } = await startServer((_, response, count) => {
        response.writeHead(count === 1 ? 200 : status, {
          "content-type": count === 1 ? "text/event-stream" : type,
        });
        response.end("retry: 1\ndata: 1\n\n");
      });
      const error = await catchStreamError(
        await streamAt(baseUrl, eventStreamWith(), { reconnect: true }),
      );
      expect(status === 404 ? isApiError(error) : isUnexpectedAnswerError(error)).toBe(true);
    }
  });
});

describe("a stream that fails", () => {
  test.each([
    ["an event", eventStreamWith(), "text/event-stream", 'data: 1\n\ndata: {"a\n\n', '{"a'],
    ["a line", jsonLines, "application/jsonl", '1\n{"a', '{"a'],
  ])(
    "at %s that is not JSON: the error has the operation, the answer and an excerpt",
    async (_, reader, type, text, excerpt) => {
      const stream = await openStream(reader, [text], {}, type);
      expect((await stream.next()).done).toBe(false);
      const error = await catchStreamError(stream);
      expect(error).toMatchObject({
        name: "UnexpectedAnswerError",
        operation: "watch",
        status: 200,
        message: `watch was answered with 200 and an item that is not JSON: ${excerpt}`,
        excerpt,
      });
      const { cause, response } = error as { cause: unknown; response: Response };
      expect(cause).toBeInstanceOf(SyntaxError);
      expect(response.headers.get("content-type")).toBe(type);
    },
  );

  test.each([
    ["events", eventStreamWith(), "text/event-stream", "data: 1\n\n"],
    ["lines", jsonLines, "application/jsonl", "1\n"],
  ])(
    "because the connection breaks (%s): the error has the operation and the cause",
    async (_, reader, type, text) => {
      const { baseUrl } = await startServer((_request, response) => {
        response.writeHead(200, { "content-type": type });
        response.write(text, () => response.destroy());
      });
      const error = await catchStreamError(await streamAt(baseUrl, reader, {}, type));
      expect(error).toBeInstanceOf(ApiConnectionError);
      expect(error).toMatchObject({ operation: "watch", cause: expect.any(TypeError) });
    },
  );

  test("by its signal: the error is the reason of the caller", async () => {
    const abort = new AbortController();
    const reason = new Error("enough");
    const { baseUrl } = await startServer((_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" }).write("data: 1\n\n");
    });
    const stream = await streamAt(baseUrl, eventStreamWith(), { signal: abort.signal });
    await stream.next();
    const next = stream.next();
    abort.abort(reason);
    await expect(next).rejects.toBe(reason);
  });
});
