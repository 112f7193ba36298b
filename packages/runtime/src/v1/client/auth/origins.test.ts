import { describe, expect, test } from "vitest";
import { respondJson, startServer } from "../../../../test/http-server.ts";
import { createOperationWith, schemes } from "../../../../test/secured-operation.ts";
import { call, createTransport } from "../../client.ts";

describe("the server's own origin", () => {
  test("has the transport's credentials, and a call's own base URL has only those of the call", async () => {
    const own = await startServer((_, response) => respondJson(response, 200, 1));
    const other = await startServer((_, response) => respondJson(response, 200, 1));
    const transport = createTransport({
      baseUrl: `${own.baseUrl}/v1`,
      auth: { Key: "k", Token: "t" },
    });
    const operation = createOperationWith(
      [schemes.Key, schemes.Token],
      [schemes.Token],
      [schemes.Key],
    );
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
    const own = await startServer((_, response) => respondJson(response, 200, 1));
    const uploads = await startServer((_, response) => respondJson(response, 200, 1));
    const operation = {
      ...createOperationWith([schemes.Key]),
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
    await call(transport, { ...createOperationWith([schemes.Key]), path: ".evil.example/run" });
    expect(sent[0]?.url).toBe("https://api.example.com.evil.example/run");
    expect(sent[0]?.headers.has("x-api-key")).toBe(false);
  });
});
