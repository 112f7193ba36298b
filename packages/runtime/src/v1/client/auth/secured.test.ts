import { describe, expect, test } from "vitest";
import { json, startServer } from "../../../../test/http-server.ts";
import {
  type AuthOptions,
  basic,
  bearer,
  type ClientOperation,
  CredentialError,
  type CredentialRequest,
  call,
  cookieKey,
  createClient,
  createTransport,
  authorization as credentials,
  eventStream,
  headerKey,
  isApiCallError,
  isCredentialError,
  jsonBody,
  queryKey,
  rawBody,
  type SecurityAlternative,
  secured,
} from "../../client.ts";

const schemes = {
  Key: { scheme: "Key", place: headerKey, name: "x-api-key" },
  Query: { scheme: "Query", place: queryKey, name: "api key" },
  Cookie: { scheme: "Cookie", place: cookieKey, name: "session" },
  Basic: { scheme: "Basic", place: basic },
  Token: { scheme: "Token", place: bearer },
  Digest: { scheme: "Digest", place: credentials },
} as const;

function operationWith(...alternatives: SecurityAlternative[]): ClientOperation {
  return {
    name: "run",
    method: "POST",
    path: "/run",
    parameters: [
      { name: "q", in: "query" },
      { name: "c", in: "cookie" },
    ],
    body: { "application/json": jsonBody, "application/octet-stream": rawBody },
    security: secured(alternatives),
  };
}

describe("auth", () => {
  test.each([
    ["Key", "k", { "x-api-key": "k" }, "/run"],
    ["Query", "k&=ü", {}, "/run?api%20key=k%26%3D%C3%BC"],
    ["Cookie", "a=/+b", { cookie: "session=a=/+b" }, "/run"],
    ["Basic", { username: "ü", password: "p:w" }, { authorization: "Basic w7w6cDp3" }, "/run"],
    ["Token", "t", { authorization: "Bearer t" }, "/run"],
    ["Digest", 'Digest a="b"', { authorization: 'Digest a="b"' }, "/run"],
  ] as const)("sends %s where the document has it", async (scheme, value, headers, url) => {
    const { baseUrl, received } = await startServer((_, response) => json(response, 200, 1));
    const operation = operationWith([schemes[scheme]]);
    await call(createTransport({ baseUrl, auth: { [scheme]: value } }), operation);
    await call(
      createTransport({ baseUrl, auth: { [scheme]: (() => value) as () => string } }),
      operation,
    );
    for (const request of received) {
      expect(request.url).toBe(url);
      expect(request.headers).toMatchObject(headers);
    }
    expect(received).toHaveLength(2);
  });

  test("joins queries and cookies of the call", async () => {
    const { baseUrl, received } = await startServer((_, response) => json(response, 200, 1));
    const operation = operationWith([schemes.Query, schemes.Cookie]);
    const auth = { Query: "1", Cookie: "2" };
    await call(createTransport({ baseUrl, auth }), operation, { q: "a,b", c: "d" });
    expect(received[0]?.url).toBe("/run?q=a%2Cb&api%20key=1");
    expect(received[0]?.headers.cookie).toBe("c=d; session=2");
  });

  test("sends the first alternative that all credentials are there for, and nothing else", async () => {
    const { baseUrl, received } = await startServer((_, response) => json(response, 200, 1));
    const operation = operationWith([schemes.Key, schemes.Query], [schemes.Token], [schemes.Basic]);
    const auth = { Key: "k", Token: "t", Basic: { username: "a", password: "b" } };
    await call(createTransport({ baseUrl, auth }), operation);
    expect(received[0]).toMatchObject({ url: "/run", headers: { authorization: "Bearer t" } });
    expect(received[0]?.headers).not.toHaveProperty("x-api-key");
    await call(createTransport({ baseUrl, auth }), { ...operation, security: secured([]) });
    expect(received[1]?.headers).not.toHaveProperty("authorization");
  });

  test("sends an optional credential that is there, also where {} comes first", async () => {
    const { baseUrl, received } = await startServer((_, response) => json(response, 200, 1));
    const operation = operationWith([], [schemes.Key]);
    await call(createTransport({ baseUrl, auth: { Key: "k" } }), operation);
    await call(createTransport({ baseUrl, auth: { Key: () => undefined } }), operation);
    await call(createTransport({ baseUrl }), operation);
    expect(received.map(({ headers }) => headers["x-api-key"])).toEqual([
      "k",
      undefined,
      undefined,
    ]);
  });

  test("takes the next alternative when a function has no credential at the moment", async () => {
    const { baseUrl, received } = await startServer((_, response) => json(response, 200, 1));
    let token: string | undefined;
    const transport = createTransport({ baseUrl, auth: { Token: () => token, Key: "k" } });
    const operation = operationWith([schemes.Token], [schemes.Key]);
    await call(transport, operation);
    token = "t";
    await call(transport, operation);
    expect(received.map(({ headers }) => [headers.authorization, headers["x-api-key"]])).toEqual([
      [undefined, "k"],
      ["Bearer t", undefined],
    ]);
  });

  test("leaves what the caller sends by headers or parameters as it is, without asking for more", async () => {
    const { baseUrl, received } = await startServer((_, response) => json(response, 200, 1));
    const auth = {
      Key: () => expect.unreachable(),
      Cookie: () => expect.unreachable(),
    };
    const transport = createTransport({ baseUrl, auth, headers: { "X-API-Key": "mine" } });
    await call(transport, operationWith([schemes.Key]));
    await call(
      transport,
      operationWith([schemes.Cookie]),
      {},
      { headers: { cookie: "a=b; session=mine" } },
    );
    expect(received[0]?.headers["x-api-key"]).toBe("mine");
    expect(received[1]?.headers.cookie).toBe("a=b; session=mine");
  });

  test("of a call comes before that of the transport, which gives what the call does not", async () => {
    const { baseUrl, received } = await startServer((_, response) => json(response, 200, 1));
    const transport = createTransport({ baseUrl, auth: { Key: "k", Token: "t" } });
    const operation = operationWith([schemes.Key], [schemes.Key, schemes.Token]);
    await call(transport, operation, {}, { auth: { Token: "mine" } });
    expect(received[0]?.headers).toMatchObject({ authorization: "Bearer mine", "x-api-key": "k" });
  });

  test("is not sent with a call that says auth: false", async () => {
    const { baseUrl, received } = await startServer((_, response) => json(response, 200, 1));
    const transport = createTransport({ baseUrl, auth: { Key: "k" } });
    await call(transport, operationWith([schemes.Key]), {}, { auth: false });
    expect(received[0]?.headers).not.toHaveProperty("x-api-key");
  });

  test("has no scheme that it inherits, such as constructor or __proto__", async () => {
    const { baseUrl, received } = await startServer((_, response) => json(response, 200, 1));
    const names = ["constructor", "__proto__", "toString"];
    for (const scheme of names) {
      const operation = operationWith([{ scheme, place: headerKey, name: "x-api-key" }]);
      await call(createTransport({ baseUrl, auth: {} }), operation);
      const auth = Object.fromEntries([[scheme, "own"]]);
      await call(createTransport({ baseUrl, auth }), operation);
    }
    expect(received.map(({ headers }) => headers["x-api-key"])).toEqual(
      names.flatMap(() => [undefined, "own"]),
    );
  });
});

describe("a call without a credential that its operation needs", () => {
  test("is sent, and a 401 says which credentials could have been given", async () => {
    const { baseUrl } = await startServer((_, response) => json(response, 401, {}));
    const operation = operationWith([schemes.Key, schemes.Query], [schemes.Token]);
    await expect(call(createTransport({ baseUrl, auth: { Key: "k" } }), operation)).rejects.toThrow(
      'run was answered with 401: `auth` has no credential for this call, which takes "Key" and "Query", or "Token"',
    );
  });
});

describe("a function of auth", () => {
  test("is called once for concurrent calls, and its answer kept for later ones", async () => {
    const { baseUrl, received } = await startServer((_, response) => json(response, 200, 1));
    let calls = 0;
    const transport = createTransport({ baseUrl, auth: { Token: async () => `t${++calls}` } });
    const operation = operationWith([schemes.Token]);
    await Promise.all(Array.from({ length: 10 }, () => call(transport, operation)));
    await call(transport, operation);
    expect(calls).toBe(1);
    expect(new Set(received.map(({ headers }) => headers.authorization))).toEqual(
      new Set(["Bearer t1"]),
    );
  });

  test("is called again once for concurrent calls that are answered with 401, which are repeated", async () => {
    const { baseUrl, received } = await startServer(({ headers }, response) =>
      json(response, headers.authorization === "Bearer t1" ? 401 : 200, headers.authorization),
    );
    const requests: CredentialRequest[] = [];
    const auth = {
      Token: async (request: CredentialRequest) => `t${requests.push(request)}`,
    };
    const transport = createTransport({ baseUrl, auth });
    const operation = operationWith([schemes.Token]);
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
        json(response, headers.authorization === "Bearer t1" ? 401 : 200, headers.authorization);
      if (count === 1) {
        waiting.push(answer);
      } else {
        answer();
      }
    });
    let calls = 0;
    const transport = createTransport({ baseUrl, auth: { Token: () => `t${++calls}` } });
    const operation = operationWith([schemes.Token]);
    const late = call(transport, operation);
    await expect.poll(() => waiting.length).toBe(1);
    expect(await call(transport, operation)).toBe("Bearer t2");
    waiting[0]?.();
    expect(await late).toBe("Bearer t2");
    expect(calls).toBe(2);
  });

  test("makes a call be repeated once, and never in a loop", async () => {
    const { baseUrl, received } = await startServer((_, response) => json(response, 401, {}));
    let calls = 0;
    const transport = createTransport({ baseUrl, auth: { Token: () => `t${++calls}` } });
    await expect(call(transport, operationWith([schemes.Token]))).rejects.toMatchObject({
      status: 401,
    });
    expect([calls, received.length]).toEqual([2, 2]);
  });

  test("that gives the same credential again makes no call be repeated, nor does a value", async () => {
    const { baseUrl, received } = await startServer((_, response) => json(response, 401, {}));
    const operation = operationWith([schemes.Token]);
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
    const { baseUrl, received } = await startServer((_, response) => json(response, 401, {}));
    let calls = 0;
    const transport = createTransport({ baseUrl, auth: { Token: () => `t${++calls}` } });
    const body = new Blob(["abc"]).stream();
    const run = call(
      transport,
      operationWith([schemes.Token]),
      { body },
      { contentType: "application/octet-stream" },
    );
    await expect(run).rejects.toMatchObject({ status: 401 });
    expect([calls, received.map((request) => request.body)]).toEqual([1, ["abc"]]);
  });

  test("is called before a token with an end is too old", async () => {
    const { baseUrl, received } = await startServer((_, response) => json(response, 200, 1));
    const ends = [new Date(Date.now() - 1), Date.now() + 60_000];
    let calls = 0;
    const Token = () => ({ token: `t${calls}`, expiresAt: ends[calls++] ?? 0 });
    const transport = createTransport({ baseUrl, auth: { Token } });
    for (let count = 0; count < 3; count++) {
      await call(transport, operationWith([schemes.Token]));
    }
    expect(received.map(({ headers }) => headers.authorization)).toEqual([
      "Bearer t0",
      "Bearer t1",
      "Bearer t1",
    ]);
  });

  test("that fails is a CredentialError with its cause, nothing is sent, and the next call asks again", async () => {
    const { baseUrl, received } = await startServer((_, response) => json(response, 200, 1));
    const cause = new Error("no connection");
    let calls = 0;
    const Token = (): string => {
      if (++calls === 1) {
        throw cause;
      }
      return "t";
    };
    const transport = createTransport({ baseUrl, auth: { Token } });
    const operation = { ...operationWith([schemes.Token]), method: "GET" };
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

  test("that fails beside another one that fails is one error, and none that nobody handles", async () => {
    const { baseUrl } = await startServer((_, response) => json(response, 200, 1));
    const fail = async (): Promise<string> => {
      throw new Error("no connection");
    };
    const transport = createTransport({ baseUrl, auth: { Key: fail, Token: fail } });
    const operation = operationWith([schemes.Key, schemes.Token]);
    const unhandled: unknown[] = [];
    const listen = (reason: unknown): number => unhandled.push(reason);
    process.on("unhandledRejection", listen);
    const error = await call(transport, operation).catch((caught) => caught);
    // Node reports them when the queue of promises is empty.
    await new Promise(setImmediate);
    process.off("unhandledRejection", listen);
    expect(error).toMatchObject({ name: "CredentialError", scheme: "Key" });
    expect(unhandled).toEqual([]);
  });

  test("that fails when a stream is read on ends the stream with its error", async () => {
    const { baseUrl } = await startServer((_, response) =>
      response.writeHead(200, { "content-type": "text/event-stream" }).end("retry: 1\ndata: 1\n\n"),
    );
    const Token = ({ rejected }: CredentialRequest) => {
      if (calls++ > 0) {
        throw new Error(`no more than ${rejected}`);
      }
      return { token: "t", expiresAt: 1 };
    };
    let calls = 0;
    const operation = {
      ...operationWith([schemes.Token]),
      method: "GET",
      streams: { "text/event-stream": eventStream },
    };
    const transport = createTransport({ baseUrl, auth: { Token } });
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
    const { baseUrl } = await startServer((_, response) => json(response, 200, 1));
    const Token = (): Promise<string> => new Promise(() => undefined);
    const transport = createTransport({ baseUrl, auth: { Token }, timeout: 20 });
    await expect(call(transport, operationWith([schemes.Token]))).rejects.toMatchObject({
      name: "TimeoutError",
    });
    const reason = new Error("enough");
    const controller = new AbortController();
    const run = call(transport, operationWith([schemes.Token]), {}, { signal: controller.signal });
    controller.abort(reason);
    await expect(run).rejects.toBe(reason);
  });

  test("has an answer of its own for every transport", async () => {
    const { baseUrl } = await startServer((_, response) => json(response, 200, 1));
    let calls = 0;
    const auth = { Token: () => `t${++calls}` };
    for (const transport of [
      createTransport({ baseUrl, auth }),
      createTransport({ baseUrl, auth }),
    ]) {
      await call(transport, operationWith([schemes.Token]));
      await call({ ...transport, retries: 0 }, operationWith([schemes.Token]));
    }
    expect(calls).toBe(2);
  });
});

describe("a credential", () => {
  const secret = "secret\nsecret";
  test.each([
    ["Key", secret],
    ["Token", secret],
    ["Token", "sécrét✓"],
    ["Cookie", "secret; admin=1"],
    ["Basic", { username: "a:secret", password: "secret" }],
    ["Basic", "secret"],
    ["Token", { username: "secret", password: "secret" }],
    ["Query", { username: "secret", password: "secret" }],
  ] as const)("of %s that cannot be sent is refused without showing it", async (scheme, value) => {
    const { baseUrl, received } = await startServer((_, response) => json(response, 200, 1));
    const auth = { [scheme]: value } as AuthOptions;
    const operation = operationWith([schemes[scheme]]);
    const error = await call(createTransport({ baseUrl, auth }), operation).catch(
      (caught) => caught,
    );
    expect(error).toBeInstanceOf(CredentialError);
    expect(error).toMatchObject({
      message: `run was not sent: auth["${scheme}"] cannot be sent`,
    });
    expect(error).not.toHaveProperty("cause");
    expect(received).toEqual([]);
  });
});

describe("the server's own origin", () => {
  test("has the transport's credentials, and the base URL of a call those of the call only", async () => {
    const own = await startServer((_, response) => json(response, 200, 1));
    const other = await startServer((_, response) => json(response, 200, 1));
    const transport = createTransport({
      baseUrl: `${own.baseUrl}/v1`,
      auth: { Key: "k", Token: "t" },
    });
    const operation = operationWith([schemes.Key, schemes.Token], [schemes.Token], [schemes.Key]);
    await call(transport, operation, {}, { baseUrl: `${own.baseUrl}/v2` });
    await call(transport, operation, {}, { baseUrl: other.baseUrl });
    await call(transport, operation, {}, { baseUrl: other.baseUrl, auth: { Key: "other" } });
    expect(own.received[0]?.headers).toMatchObject({ "x-api-key": "k", authorization: "Bearer t" });
    expect(other.received[0]?.headers).not.toHaveProperty("x-api-key");
    expect(other.received[0]?.headers).not.toHaveProperty("authorization");
    expect(other.received[1]?.headers).toMatchObject({ "x-api-key": "other" });
    expect(other.received[1]?.headers).not.toHaveProperty("authorization");
  });

  test("is that of an operation's own server where the base URL is the document's", async () => {
    const own = await startServer((_, response) => json(response, 200, 1));
    const uploads = await startServer((_, response) => json(response, 200, 1));
    const operation = {
      ...operationWith([schemes.Key]),
      server: { url: uploads.baseUrl, insteadOf: own.baseUrl },
    };
    await call(createTransport({ baseUrl: own.baseUrl, auth: { Key: "k" } }), operation);
    expect(uploads.received[0]?.headers["x-api-key"]).toBe("k");
  });

  test("is not left by a path that begins like the rest of a host", async () => {
    const sent: Request[] = [];
    const transport = createTransport({
      baseUrl: "https://api.example.com",
      auth: { Key: "k" },
      fetch: async (request) => {
        sent.push(request);
        return Response.json(1);
      },
    });
    await call(transport, { ...operationWith([schemes.Key]), path: ".evil.example/run" });
    expect(sent[0]?.url).toBe("https://api.example.com.evil.example/run");
    expect(sent[0]?.headers.has("x-api-key")).toBe(false);
  });
});

describe("auth of createClient", () => {
  interface paths {
    "/key": { post: { responses: { 200: { content: { "application/json": string } } } } };
    "/token": { get: { responses: { 200: { content: { "application/json": string } } } } };
    "/open": { get: { responses: { 200: { content: { "application/json": string } } } } };
  }
  const securities = {
    usual: secured([[schemes.Key]]),
    paths: { "/token": { GET: secured([[schemes.Token]]) }, "/open": { GET: null } },
  };

  test("is what each operation needs", async () => {
    const { baseUrl, received } = await startServer((_, response) => json(response, 200, "ok"));
    const auth = { Key: "k", Token: "t" };
    const client = createClient<paths>({ baseUrl, auth }, {}, undefined, securities);
    expect((await client.POST("/key")).data).toBe("ok");
    await client.GET("/token");
    await client.GET("/open");
    await client.POST("/key", { auth: { Key: "mine" } });
    await client.POST("/key", { auth: false });
    const sent = received.map(({ headers }) => [headers["x-api-key"], headers.authorization]);
    expect(sent).toEqual([
      ["k", undefined],
      [undefined, "Bearer t"],
      [undefined, undefined],
      ["mine", undefined],
      [undefined, undefined],
    ]);
  });

  test("is asked for again after a 401", async () => {
    const { baseUrl, received } = await startServer(({ headers }, response) =>
      json(response, headers["x-api-key"] === "k2" ? 200 : 401, headers["x-api-key"]),
    );
    let calls = 0;
    const auth = { Key: async () => `k${++calls}` };
    const client = createClient<paths>({ baseUrl, auth }, {}, undefined, securities);
    const run = () => client.POST("/key", { body: { a: 1 } as never });
    const answers = await Promise.all([run(), run()]);
    expect(answers.map(({ data }) => data)).toEqual(["k2", "k2"]);
    expect([calls, received.length]).toEqual([2, 4]);
    expect(received.map(({ body }) => body)).toEqual(Array(4).fill('{"a":1}'));
  });

  test("goes to its own server only, also along redirects", async () => {
    const other = await startServer((_, response) => json(response, 200, "there"));
    const own = await startServer((_, response) =>
      response.writeHead(307, { location: other.baseUrl }).end(),
    );
    const client = createClient<paths>(
      { baseUrl: own.baseUrl, auth: { Key: "k" } },
      {},
      undefined,
      securities,
    );
    expect((await client.POST("/key", { body: { a: 1 } as never })).data).toBe("there");
    await client.POST("/key", { baseUrl: other.baseUrl });
    expect(own.received[0]?.headers["x-api-key"]).toBe("k");
    expect(other.received[0]?.body).toBe('{"a":1}');
    expect(other.received.map(({ headers }) => headers["x-api-key"])).toEqual([
      undefined,
      undefined,
    ]);
  });

  test("is a member of the Request like any other where the document's needs are not known", async () => {
    const sent: (Request & { auth?: unknown })[] = [];
    const client = createClient<paths>({
      baseUrl: "http://nowhere.invalid",
      fetch: async (request) => {
        sent.push(request);
        return Response.json("ok");
      },
    });
    await client.POST("/key", { auth: "mine" });
    expect(sent[0]?.auth).toBe("mine");
  });
});
