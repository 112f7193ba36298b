import { describe, expect, test } from "vitest";
import { respondJson, startServer } from "../../../../test/http-server.ts";
import { createOperationWith, schemes } from "../../../../test/secured-operation.ts";
import {
  CredentialError,
  type CredentialRequest,
  call,
  createTransport,
  eventStream,
  isApiCallError,
  isCredentialError,
} from "../../client.ts";

describe("a function of auth", () => {
  test("is called once for concurrent calls, and its answer kept for later ones", async () => {
    const { baseUrl, received } = await startServer((_, response) => respondJson(response, 200, 1));
    let calls = 0;
    const transport = createTransport({ baseUrl, auth: { Token: async () => `t${++calls}` } });
    const operation = createOperationWith([schemes.Token]);
    await Promise.all(Array.from({ length: 10 }, () => call(transport, operation)));
    await call(transport, operation);
    expect(calls).toBe(1);
    expect(new Set(received.map(({ headers }) => headers.authorization))).toEqual(
      new Set(["Bearer t1"]),
    );
  });

  test("is called again once for concurrent calls that are answered with 401, which are repeated", async () => {
    const { baseUrl, received } = await startServer(({ headers }, response) =>
      respondJson(
        response,
        headers.authorization === "Bearer t1" ? 401 : 200,
        headers.authorization,
      ),
    );
    const requests: CredentialRequest[] = [];
    const auth = {
      Token: async (request: CredentialRequest) => `t${requests.push(request)}`,
    };
    const transport = createTransport({ baseUrl, auth });
    const operation = createOperationWith([schemes.Token]);
    const run = (): Promise<unknown> => call(transport, operation, { body: { a: 1 } });
    expect(await Promise.all([run(), run(), run()])).toEqual(Array(3).fill("Bearer t2"));
    expect(await run()).toBe("Bearer t2");
    expect(requests).toEqual([{ rejected: undefined }, { rejected: "t1" }]);
    expect(received.map(({ body }) => body)).toEqual(Array(7).fill('{"a":1}'));
  });

  test("is not called for a 401 to an older token: the newest one is taken", async () => {
    const waiting: (() => void)[] = [];
    const { baseUrl } = await startServer(({ headers }, response, count) => {
      const answer = (): void =>
        respondJson(
          response,
          headers.authorization === "Bearer t1" ? 401 : 200,
          headers.authorization,
        );
      if (count === 1) {
        waiting.push(answer);
      } else {
        answer();
      }
    });
    let calls = 0;
    const transport = createTransport({ baseUrl, auth: { Token: () => `t${++calls}` } });
    const operation = createOperationWith([schemes.Token]);
    const late = call(transport, operation);
    await expect.poll(() => waiting.length).toBe(1);
    expect(await call(transport, operation)).toBe("Bearer t2");
    waiting[0]?.();
    expect(await late).toBe("Bearer t2");
    expect(calls).toBe(2);
  });

  test("makes a call be repeated once, and never in a loop", async () => {
    const { baseUrl, received } = await startServer((_, response) =>
      respondJson(response, 401, {}),
    );
    let calls = 0;
    const transport = createTransport({ baseUrl, auth: { Token: () => `t${++calls}` } });
    await expect(call(transport, createOperationWith([schemes.Token]))).rejects.toMatchObject({
      status: 401,
    });
    expect([calls, received.length]).toEqual([2, 2]);
  });

  test("that gives the same credential again makes no call be repeated, nor does a value", async () => {
    const { baseUrl, received } = await startServer((_, response) =>
      respondJson(response, 401, {}),
    );
    const operation = createOperationWith([schemes.Token]);
    for (const Token of ["t", () => "t"]) {
      await expect(
        call(createTransport({ baseUrl, auth: { Token } }), operation),
      ).rejects.toMatchObject({
        status: 401,
        message: "run was answered with 401",
      });
    }
    expect(received).toHaveLength(2);
  });

  test("cannot make a stream be sent again", async () => {
    const { baseUrl, received } = await startServer((_, response) =>
      respondJson(response, 401, {}),
    );
    let calls = 0;
    const transport = createTransport({ baseUrl, auth: { Token: () => `t${++calls}` } });
    const body = new Blob(["abc"]).stream();
    const run = call(
      transport,
      createOperationWith([schemes.Token]),
      { body },
      { contentType: "application/octet-stream" },
    );
    await expect(run).rejects.toMatchObject({ status: 401 });
    expect([calls, received.map((request) => request.body)]).toEqual([1, ["abc"]]);
  });

  test("is called before a token with an end is too old", async () => {
    const { baseUrl, received } = await startServer((_, response) => respondJson(response, 200, 1));
    const ends = [new Date(Date.now() - 1), Date.now() + 3_600_000];
    let calls = 0;
    const getToken = () => ({ token: `t${calls}`, expiresAt: ends[calls++] ?? 0 });
    const transport = createTransport({ baseUrl, auth: { Token: getToken } });
    for (let count = 0; count < 3; count++) {
      await call(transport, createOperationWith([schemes.Token]));
    }
    expect(received.map(({ headers }) => headers.authorization)).toEqual([
      "Bearer t0",
      "Bearer t1",
      "Bearer t1",
    ]);
  });

  test("that fails is a CredentialError with its cause, nothing is sent, and the next call asks again", async () => {
    const { baseUrl, received } = await startServer((_, response) => respondJson(response, 200, 1));
    const cause = new Error("no connection");
    let calls = 0;
    const getToken = (): string => {
      if (++calls === 1) {
        throw cause;
      }
      return "t";
    };
    const transport = createTransport({ baseUrl, auth: { Token: getToken } });
    const operation = { ...createOperationWith([schemes.Token]), method: "GET" };
    const failed = await Promise.allSettled([
      call(transport, operation),
      call(transport, operation),
    ]);
    for (const { reason } of failed as PromiseRejectedResult[]) {
      expect(reason).toBeInstanceOf(CredentialError);
      expect(reason).toMatchObject({
        operation: "run",
        scheme: "Token",
        cause,
        message: 'run was not sent: auth["Token"] failed',
      });
    }
    expect([calls, received.length]).toEqual([1, 0]);
    expect(await call(transport, operation)).toBe(1);
  });

  test("that fails beside another one gives one error, and no unhandled rejection", async () => {
    const { baseUrl } = await startServer((_, response) => respondJson(response, 200, 1));
    const fail = async (): Promise<string> => {
      throw new Error("no connection");
    };
    const transport = createTransport({ baseUrl, auth: { Key: fail, Token: fail } });
    const operation = createOperationWith([schemes.Key, schemes.Token]);
    const unhandled: unknown[] = [];
    const listen = (reason: unknown): number => unhandled.push(reason);
    process.on("unhandledRejection", listen);
    const error = await call(transport, operation).catch((caught) => caught);
    // Node reports unhandled rejections when the queue of promises is empty.
    await new Promise(setImmediate);
    process.off("unhandledRejection", listen);
    expect(error).toMatchObject({ name: "CredentialError", scheme: "Key" });
    expect(unhandled).toEqual([]);
  });

  test("that fails when a stream is read on ends the stream with its error", async () => {
    const { baseUrl } = await startServer((_, response) =>
      response.writeHead(200, { "content-type": "text/event-stream" }).end("retry: 1\ndata: 1\n\n"),
    );
    const getToken = ({ rejected }: CredentialRequest) => {
      if (calls++ > 0) {
        throw new Error(`no more than ${rejected}`);
      }
      return { token: "t", expiresAt: 1 };
    };
    let calls = 0;
    const operation = {
      ...createOperationWith([schemes.Token]),
      method: "GET",
      streams: { "text/event-stream": eventStream },
    };
    const transport = createTransport({ baseUrl, auth: { Token: getToken } });
    const events = await call(transport, operation, {}, { reconnect: true });
    const got: unknown[] = [];
    const read = async (): Promise<void> => {
      for await (const { data } of events as AsyncIterable<{ data: string }>) {
        got.push(data);
      }
    };
    const error = await read().catch((caught) => caught);
    expect(isCredentialError(error) && error.scheme).toBe("Token");
    expect(isApiCallError(error)).toBe(true);
    expect(got).toEqual(["1"]);
  });

  test("is waited for no longer than the call may take", async () => {
    const { baseUrl } = await startServer((_, response) => respondJson(response, 200, 1));
    const getToken = (): Promise<string> => new Promise(() => undefined);
    const transport = createTransport({ baseUrl, auth: { Token: getToken }, timeout: 20 });
    await expect(call(transport, createOperationWith([schemes.Token]))).rejects.toMatchObject({
      name: "TimeoutError",
    });
    const reason = new Error("enough");
    const controller = new AbortController();
    const run = call(
      transport,
      createOperationWith([schemes.Token]),
      {},
      { signal: controller.signal },
    );
    controller.abort(reason);
    await expect(run).rejects.toBe(reason);
  });

  test("has an answer of its own for every transport", async () => {
    const { baseUrl } = await startServer((_, response) => respondJson(response, 200, 1));
    let calls = 0;
    const auth = { Token: () => `t${++calls}` };
    for (const transport of [
      createTransport({ baseUrl, auth }),
      createTransport({ baseUrl, auth }),
    ]) {
      await call(transport, createOperationWith([schemes.Token]));
      await call({ ...transport, retries: 0 }, createOperationWith([schemes.Token]));
    }
    expect(calls).toBe(2);
  });
});
