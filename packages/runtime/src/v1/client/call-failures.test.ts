import { describe, expect, expectTypeOf, test } from "vitest";
import { respondJson, startServer } from "../../../test/http-server.ts";
import { getTool, runQuickly } from "../../../test/tool-operations.ts";
import {
  type ApiFailure,
  call,
  createTransport,
  isApiCallError,
  isApiConnectionError,
  isApiError,
  isApiTimeoutError,
  isUnexpectedAnswerError,
  type Middleware,
} from "../client.ts";

describe("failures without an answer", () => {
  test("the guards narrow to the classes of a closed family", () => {
    const error = new Error("of somebody else") as unknown;
    if (isApiCallError(error)) {
      expectTypeOf(error).toEqualTypeOf<ApiFailure>();
      expectTypeOf(error.operation).toBeString();
    }
    if (isUnexpectedAnswerError(error)) {
      expectTypeOf(error.response).toEqualTypeOf<Response>();
    }
    const guards = [isApiCallError, isApiError, isApiConnectionError, isApiTimeoutError];
    expect([...guards, isUnexpectedAnswerError].map((guard) => guard(error))).toEqual(
      Array(5).fill(false),
    );
  });

  const signals: [string, () => AbortSignal][] = [
    ["a reason of its own", () => AbortSignal.abort(new Error("enough"))],
    ["the reason of AbortSignal.timeout", () => AbortSignal.timeout(20)],
  ];
  test.each(signals)("the caller's signal ends a call with %s", async (_, signalOf) => {
    const { baseUrl } = await startServer(() => undefined);
    const signal = signalOf();
    const error: unknown = await call(
      createTransport({ baseUrl }),
      getTool,
      { slug: "x" },
      { signal },
    ).catch((caught) => caught);
    expect(error).toBe(signal.reason);
    expect(isApiCallError(error)).toBe(false);
  });

  test("a body that breaks off is a broken connection", async () => {
    const { baseUrl } = await startServer((_, response) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": "100" });
      response.write('{"a":', () => response.destroy());
    });
    const transport = createTransport({ baseUrl, retries: 0 });
    await expect(call(transport, getTool, { slug: "x" })).rejects.toMatchObject({
      name: "ApiConnectionError",
      operation: "getTool",
      cause: expect.any(TypeError),
    });
  });

  test("middleware sees the error of fetch, and the caller gets the error that middleware throws in its place", async () => {
    const { baseUrl } = await startServer((_, response) => response.destroy());
    const own = new Error("mine");
    const seen: unknown[] = [];
    const run = (onError: () => Error | undefined): Promise<unknown> => {
      const middleware: Middleware = {
        onError({ error }) {
          seen.push(error);
          return onError();
        },
      };
      return call(createTransport({ baseUrl, retries: 0, middleware: [middleware] }), getTool, {
        slug: "x",
      });
    };
    await expect(run(() => own)).rejects.toBe(own);
    await expect(run(() => undefined)).rejects.toMatchObject({ name: "ApiConnectionError" });
    expect(seen.map((error) => (error as Error).name)).toEqual(["TypeError", "TypeError"]);
    const onRequest = (): never => {
      throw own;
    };
    const transport = createTransport({ baseUrl, retries: 0, middleware: [{ onRequest }] });
    await expect(call(transport, getTool, { slug: "x" })).rejects.toBe(own);
  });
});

/** The usual `fetch`, which counts: an attempt on a busy machine may be over before it reaches the server. */
function countAttempts(): {
  readonly fetch: (request: Request) => Promise<Response>;
  made: number;
} {
  const counter = {
    made: 0,
    fetch: (request: Request): Promise<Response> => {
      counter.made += 1;
      return fetch(request);
    },
  };
  return counter;
}

describe("limits", () => {
  test("an attempt that takes too long is repeated, then thrown as a TimeoutError", async () => {
    const { baseUrl } = await startServer(() => undefined);
    const attempts = countAttempts();
    const options = { baseUrl, fetch: attempts.fetch, attemptTimeout: 300, retries: 1 };
    const transport = createTransport(options);
    const error = await runQuickly(() => call(transport, getTool, { slug: "x" })).catch(
      (caught) => caught,
    );
    expect(isApiTimeoutError(error) && isApiCallError(error)).toBe(true);
    expect(error).toMatchObject({
      name: "TimeoutError",
      operation: "getTool",
      message: "getTool got no answer within 300 ms",
      cause: { name: "TimeoutError", message: "got no answer within 300 ms" },
    });
    expect((error as Error).cause).toBeInstanceOf(DOMException);
    expect(attempts.made).toBe(2);
  });

  test("the limit of an attempt includes reading its body", async () => {
    const { baseUrl } = await startServer((_, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.write("[");
    });
    const transport = createTransport({ baseUrl, attemptTimeout: 50, retries: 0 });
    await expect(call(transport, getTool, { slug: "x" })).rejects.toMatchObject({
      name: "TimeoutError",
    });
  });

  test("a call ends when its time is over, also while it waits for the next attempt", async () => {
    const { baseUrl } = await startServer((_, response) =>
      respondJson(response, 503, {}, { "retry-after": "30" }),
    );
    const attempts = countAttempts();
    // The first attempt is usually answered before it. When it is not, the call has to end in the same way.
    const transport = createTransport({ baseUrl, fetch: attempts.fetch, timeout: 500 });
    await expect(call(transport, getTool, { slug: "x" })).rejects.toMatchObject({
      name: "TimeoutError",
    });
    expect(attempts.made).toBe(1);
  });

  test("an aborted call rejects with the reason of its signal, before, during and between attempts", async () => {
    let abort = (): void => undefined;
    const { baseUrl, received } = await startServer((_, response, count) => {
      if (count === 2) {
        response.on("finish", () => abort());
        respondJson(response, 503, {}, { "retry-after": "30" });
      } else {
        abort();
      }
    });
    const transport = createTransport({ baseUrl });
    const reason = new Error("enough");
    await expect(
      call(transport, getTool, { slug: "x" }, { signal: AbortSignal.abort(reason) }),
    ).rejects.toBe(reason);
    expect(received).toHaveLength(0);
    for (const count of [1, 2]) {
      const controller = new AbortController();
      abort = () => controller.abort(reason);
      await expect(
        call(transport, getTool, { slug: "x" }, { signal: controller.signal }),
      ).rejects.toBe(reason);
      expect(received).toHaveLength(count);
    }
  });
});
