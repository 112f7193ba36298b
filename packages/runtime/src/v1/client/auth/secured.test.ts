import { describe, expect, test } from "vitest";
import { respondJson, startServer } from "../../../../test/http-server.ts";
import { createOperationWith, schemes } from "../../../../test/secured-operation.ts";
import {
  type AuthOptions,
  CredentialError,
  call,
  createTransport,
  headerKey,
  secured,
} from "../../client.ts";

describe("auth", () => {
  test.each([
    ["Key", "k", { "x-api-key": "k" }, "/run"],
    ["Query", "k&=ü", {}, "/run?api%20key=k%26%3D%C3%BC"],
    ["Cookie", "a=/+b", { cookie: "session=a=/+b" }, "/run"],
    ["Basic", { username: "ü", password: "p:w" }, { authorization: "Basic w7w6cDp3" }, "/run"],
    ["Token", "t", { authorization: "Bearer t" }, "/run"],
    ["Digest", 'Digest a="b"', { authorization: 'Digest a="b"' }, "/run"],
  ] as const)("sends %s where the document has it", async (scheme, value, headers, url) => {
    const { baseUrl, received } = await startServer((_, response) => respondJson(response, 200, 1));
    const operation = createOperationWith([schemes[scheme]]);
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
    const { baseUrl, received } = await startServer((_, response) => respondJson(response, 200, 1));
    const operation = createOperationWith([schemes.Query, schemes.Cookie]);
    const auth = { Query: "1", Cookie: "2" };
    await call(createTransport({ baseUrl, auth }), operation, { q: "a,b", c: "d" });
    expect(received[0]?.url).toBe("/run?q=a%2Cb&api%20key=1");
    expect(received[0]?.headers.cookie).toBe("c=d; session=2");
  });

  test("sends the first alternative that all credentials are there for, and nothing else", async () => {
    const { baseUrl, received } = await startServer((_, response) => respondJson(response, 200, 1));
    const operation = createOperationWith(
      [schemes.Key, schemes.Query],
      [schemes.Token],
      [schemes.Basic],
    );
    const auth = { Key: "k", Token: "t", Basic: { username: "a", password: "b" } };
    await call(createTransport({ baseUrl, auth }), operation);
    expect(received[0]).toMatchObject({ url: "/run", headers: { authorization: "Bearer t" } });
    expect(received[0]?.headers).not.toHaveProperty("x-api-key");
    await call(createTransport({ baseUrl, auth }), { ...operation, security: secured([]) });
    expect(received[1]?.headers).not.toHaveProperty("authorization");
  });

  test("sends an optional credential that is there, also where {} comes first", async () => {
    const { baseUrl, received } = await startServer((_, response) => respondJson(response, 200, 1));
    const operation = createOperationWith([], [schemes.Key]);
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
    const { baseUrl, received } = await startServer((_, response) => respondJson(response, 200, 1));
    let token: string | undefined;
    const transport = createTransport({ baseUrl, auth: { Token: () => token, Key: "k" } });
    const operation = createOperationWith([schemes.Token], [schemes.Key]);
    await call(transport, operation);
    token = "t";
    await call(transport, operation);
    expect(received.map(({ headers }) => [headers.authorization, headers["x-api-key"]])).toEqual([
      [undefined, "k"],
      ["Bearer t", undefined],
    ]);
  });

  test("leaves headers and parameters of the caller as they are, and asks for no more", async () => {
    const { baseUrl, received } = await startServer((_, response) => respondJson(response, 200, 1));
    const auth = {
      Key: () => expect.unreachable(),
      Cookie: () => expect.unreachable(),
    };
    const transport = createTransport({ baseUrl, auth, headers: { "X-API-Key": "mine" } });
    await call(transport, createOperationWith([schemes.Key]));
    await call(
      transport,
      createOperationWith([schemes.Cookie]),
      {},
      { headers: { cookie: "a=b; session=mine" } },
    );
    expect(received[0]?.headers["x-api-key"]).toBe("mine");
    expect(received[1]?.headers.cookie).toBe("a=b; session=mine");
  });

  test("of a call comes before that of the transport, which fills in the others", async () => {
    const { baseUrl, received } = await startServer((_, response) => respondJson(response, 200, 1));
    const transport = createTransport({ baseUrl, auth: { Key: "k", Token: "t" } });
    const operation = createOperationWith([schemes.Key], [schemes.Key, schemes.Token]);
    await call(transport, operation, {}, { auth: { Token: "mine" } });
    expect(received[0]?.headers).toMatchObject({ authorization: "Bearer mine", "x-api-key": "k" });
  });

  test("is not sent with a call that says auth: false", async () => {
    const { baseUrl, received } = await startServer((_, response) => respondJson(response, 200, 1));
    const transport = createTransport({ baseUrl, auth: { Key: "k" } });
    await call(transport, createOperationWith([schemes.Key]), {}, { auth: false });
    expect(received[0]?.headers).not.toHaveProperty("x-api-key");
  });

  test("has no scheme that it inherits, such as constructor or __proto__", async () => {
    const { baseUrl, received } = await startServer((_, response) => respondJson(response, 200, 1));
    const names = ["constructor", "__proto__", "toString"];
    for (const scheme of names) {
      const operation = createOperationWith([{ scheme, place: headerKey, name: "x-api-key" }]);
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
    const { baseUrl } = await startServer((_, response) => respondJson(response, 401, {}));
    const operation = createOperationWith([schemes.Key, schemes.Query], [schemes.Token]);
    await expect(call(createTransport({ baseUrl, auth: { Key: "k" } }), operation)).rejects.toThrow(
      'run was answered with 401: `auth` has no credential for this call, which takes "Key" and "Query", or "Token"',
    );
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
    const { baseUrl, received } = await startServer((_, response) => respondJson(response, 200, 1));
    const auth = { [scheme]: value } as AuthOptions;
    const operation = createOperationWith([schemes[scheme]]);
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
