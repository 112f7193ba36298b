import { describe, expect, onTestFinished, test, vi } from "vitest";
import { respondJson, startServer } from "../../../test/http-server.ts";
import { createTool, getTool, runQuickly, runTool } from "../../../test/tool-operations.ts";
import {
  type CallOptions,
  type ClientOperation,
  call,
  createTransport,
  isApiCallError,
  isApiConnectionError,
  rawBody,
  type TransportOptions,
} from "../client.ts";

describe("retries", () => {
  const run = (
    options: Partial<TransportOptions> & { baseUrl: string },
    operation: ClientOperation,
    input = {},
    callOptions?: CallOptions,
  ): Promise<unknown> =>
    runQuickly(() => call(createTransport(options), operation, input, callOptions));

  test.each([408, 425, 429, 500, 502, 503, 504])(
    "repeat a GET that was answered with %s",
    async (status) => {
      const { baseUrl, received } = await startServer((_, response, count) =>
        respondJson(response, count < 3 ? status : 200, count),
      );
      expect(await run({ baseUrl }, getTool, { slug: "x" })).toBe(3);
      expect(received).toHaveLength(3);
    },
  );

  test.each([400, 401, 403, 404, 409, 422, 501])(
    "do not repeat a call that was answered with %s",
    async (status) => {
      const { baseUrl, received } = await startServer((_, response) =>
        respondJson(response, status, {}),
      );
      await expect(run({ baseUrl }, getTool, { slug: "x" })).rejects.toMatchObject({ status });
      expect(received).toHaveLength(1);
    },
  );

  test("repeat a GET whose connection broke, and give up after the last one with an error of its own", async () => {
    const { baseUrl, received } = await startServer((_, response) => response.destroy());
    const error: unknown = await run({ baseUrl, retries: 3 }, getTool, { slug: "x" }).catch(
      (caught) => caught,
    );
    expect(isApiConnectionError(error) && isApiCallError(error)).toBe(true);
    expect(error).toMatchObject({
      operation: "getTool",
      message: "getTool got no whole answer: fetch failed: other side closed",
      cause: expect.any(TypeError),
    });
    expect(received).toHaveLength(4);
  });

  test("never repeat a POST without an idempotency key", async () => {
    const { baseUrl, received } = await startServer((_, response) =>
      respondJson(response, 503, {}, { "retry-after": "0" }),
    );
    await expect(run({ baseUrl }, runTool, { body: {} })).rejects.toMatchObject({ status: 503 });
    expect(received).toHaveLength(1);
  });

  test("repeat a POST that takes an idempotency key, with one generated key for all attempts", async () => {
    const { baseUrl, received } = await startServer((_, response, count) => {
      if (count === 1) {
        response.destroy();
      } else {
        respondJson(response, count < 3 ? 500 : 201, {});
      }
    });
    await run({ baseUrl }, createTool, { body: { a: 1 } });
    await run({ baseUrl }, createTool, { body: { a: 1 } });
    const keys = received.map(({ headers }) => headers["idempotency-key"]);
    expect(keys).toHaveLength(4);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(new Set(keys.slice(0, 3)).size).toBe(1);
    expect(keys[3]).not.toBe(keys[0]);
    expect(received.map(({ body }) => body)).toEqual(Array(4).fill('{"a":1}'));
  });

  test("keep the idempotency key of the caller", async () => {
    const { baseUrl, received } = await startServer((_, response) =>
      respondJson(response, 201, {}),
    );
    await run({ baseUrl }, createTool, { body: {}, "Idempotency-Key": "mine" });
    expect(received[0]?.headers["idempotency-key"]).toBe("mine");
  });

  test("never repeat a stream, which can be read once", async () => {
    const operation = { ...createTool, body: { "application/octet-stream": rawBody } };
    const { baseUrl, received } = await startServer((_, response) =>
      respondJson(response, 503, {}),
    );
    const body = new Blob(["abc"]).stream();
    await expect(run({ baseUrl }, operation, { body })).rejects.toMatchObject({ status: 503 });
    expect(received.map((request) => request.body)).toEqual(["abc"]);
  });

  test.each([
    ["seconds", "1", "Sat, 21 Nov 2026 10:00:00 GMT"],
    ["a date", "Sat, 21 Nov 2026 10:00:01 GMT", "Sat, 21 Nov 2026 10:00:00 GMT"],
  ])("wait as long as Retry-After asks for in %s", async (_, retryAfter, date) => {
    const { baseUrl, received } = await startServer((_, response, count) => {
      respondJson(response, count === 1 ? 429 : 200, {}, { "retry-after": retryAfter, date });
    });
    const timers = vi.spyOn(globalThis, "setTimeout");
    onTestFinished(() => timers.mockRestore());
    await run({ baseUrl }, getTool, { slug: "x" });
    expect(received).toHaveLength(2);
    expect(timers.mock.calls.map(([, milliseconds]) => milliseconds)).toContain(1000);
  });

  describe("with `retry`, which allows more than is safe by itself", () => {
    const allowed = { methods: ["post"] };

    test.each([
      [429, allowed],
      [503, allowed],
      [409, { methods: ["PATCH", "POST"], statuses: [409] }],
    ])("repeat a POST that was answered with %s and Retry-After", async (status, retry) => {
      const { baseUrl, received } = await startServer((_, response, count) =>
        respondJson(response, count < 3 ? status : 201, count, { "retry-after": "0" }),
      );
      expect(await run({ baseUrl, retry }, runTool, { body: { a: 1 } })).toBe(3);
      expect(received.map(({ body }) => body)).toEqual(Array(3).fill('{"a":1}'));
      await expect(run({ baseUrl, retry, retries: 0 }, runTool, { body: {} })).resolves.toBe(4);
    });

    test.each<[string, number, Record<string, string>, CallOptions["retry"]]>([
      ["without Retry-After", 503, {}, allowed],
      ["with another status", 500, { "retry-after": "0" }, allowed],
      [
        "with a status that is not listed",
        503,
        { "retry-after": "0" },
        { ...allowed, statuses: [429] },
      ],
      ["of another method", 503, { "retry-after": "0" }, { methods: ["PATCH"] }],
    ])("do not repeat a POST that was answered %s", async (_, status, headers, retry) => {
      const { baseUrl, received } = await startServer((__, response) =>
        respondJson(response, status, {}, headers),
      );
      await expect(
        run({ baseUrl, ...(retry && { retry }) }, runTool, { body: {} }),
      ).rejects.toMatchObject({ status });
      expect(received).toHaveLength(1);
    });

    test("do not repeat a POST whose connection broke, because it may have had its effect", async () => {
      const { baseUrl, received } = await startServer((_, response) => response.destroy());
      await expect(run({ baseUrl, retry: allowed }, runTool, { body: {} })).rejects.toThrow(
        "got no whole answer",
      );
      expect(received).toHaveLength(1);
    });

    test("a call has rules of its own, and a stream is never sent twice", async () => {
      const { baseUrl, received } = await startServer((_, response) =>
        respondJson(response, 429, {}, { "retry-after": "0" }),
      );
      const none = { retry: { methods: [] } };
      await expect(run({ baseUrl, retry: allowed }, runTool, { body: {} }, none)).rejects.toThrow();
      const operation = { ...runTool, body: { "application/octet-stream": rawBody } };
      const body = new Blob(["abc"]).stream();
      await expect(run({ baseUrl, retry: allowed }, operation, { body })).rejects.toThrow();
      expect(received).toHaveLength(2);
    });

    test("calls that are repeated by default still are", async () => {
      const { baseUrl } = await startServer((_, response, count) =>
        respondJson(response, count < 2 ? 500 : 200, count),
      );
      expect(await run({ baseUrl, retry: allowed }, getTool, { slug: "x" })).toBe(2);
    });
  });

  test("give up at once when Retry-After is longer than a minute", async () => {
    const { baseUrl, received } = await startServer((_, response) =>
      respondJson(response, 503, {}, { "retry-after": "3600" }),
    );
    await expect(run({ baseUrl }, getTool, { slug: "x" })).rejects.toMatchObject({ status: 503 });
    expect(received).toHaveLength(1);
  });
});
