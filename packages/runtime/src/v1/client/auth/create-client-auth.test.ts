import { describe, expect, test } from "vitest";
import { respondJson, startServer } from "../../../../test/http-server.ts";
import { schemes } from "../../../../test/secured-operation.ts";
import { createClient, secured } from "../../client.ts";

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
    const { baseUrl, received } = await startServer((_, response) =>
      respondJson(response, 200, "ok"),
    );
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
      respondJson(response, headers["x-api-key"] === "k2" ? 200 : 401, headers["x-api-key"]),
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
    const other = await startServer((_, response) => respondJson(response, 200, "there"));
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
