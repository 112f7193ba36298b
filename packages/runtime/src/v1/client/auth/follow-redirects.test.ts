import { describe, expect, test } from "vitest";
import { respondJson, startServer } from "../../../../test/http-server.ts";
import { startTwoServers } from "../../../../test/redirecting-server.ts";
import {
  type ClientOperation,
  call,
  createClient,
  createTransport,
  headerKey,
  jsonBody,
  rawBody,
  secured,
} from "../../client.ts";

const operation: ClientOperation = {
  name: "run",
  method: "POST",
  path: "/run",
  parameters: [{ name: "X-Trace", in: "header" }],
  body: { "application/json": jsonBody, "application/octet-stream": rawBody },
  security: secured([[{ scheme: "Key", place: headerKey, name: "X-API-Key" }]]),
};

const auth = { Key: "secret" };

describe("redirects", () => {
  test("within the origin keep the credential", async () => {
    const { baseUrl, received } = await startServer((request, response) => {
      if (request.url === "/run") {
        response.writeHead(308, { location: "run/" }).end();
      } else {
        respondJson(response, 200, request.headers["x-api-key"]);
      }
    });
    expect(await call(createTransport({ baseUrl, auth }), operation, { body: 1 })).toBe("secret");
    expect(received[1]).toMatchObject({ url: "/run/", method: "POST", body: "1" });
  });

  test.each(["follow", "again"])(
    "send a form with the boundary that its content has (%s)",
    async (way) => {
      const form = new FormData();
      form.append("a", "b");
      const { from, to } = await startTwoServers(307);
      let calls = 0;
      const once = await startServer((_, response, count) =>
        respondJson(response, count === 1 ? 401 : 200, "there"),
      );
      const transport = createTransport({
        baseUrl: way === "follow" ? from.baseUrl : once.baseUrl,
        auth: { Key: () => `k${++calls}` },
      });
      const upload = { ...operation, body: { "multipart/form-data": () => form } };
      expect(await call(transport, upload, { body: {} })).toBe("there");
      const last = (way === "follow" ? to : once).received.at(-1);
      const boundary = /boundary=(.*)/.exec(last?.headers["content-type"] ?? "")?.[1];
      expect(boundary).toBeDefined();
      expect(last?.body).toContain(`--${boundary}--`);
    },
  );

  test("keep the options of a request that only the caller's fetch knows", async () => {
    const sent: unknown[] = [];
    const client = createClient<{ "/run": { post: { responses: { 200: { content: object } } } } }>(
      {
        baseUrl: "https://api.example.com",
        auth,
        fetch: async (request) => {
          sent.push([request.url, Reflect.get(request, "tries")]);
          return sent.length === 1
            ? new Response(null, { status: 307, headers: { location: "/there" } })
            : Response.json("there");
        },
      },
      {},
      undefined,
      { usual: operation.security ?? secured([]), paths: {} },
    );
    await client.POST("/run", { tries: 3 });
    expect(sent).toEqual([
      ["https://api.example.com/run", 3],
      ["https://api.example.com/there", 3],
    ]);
  });

  test("end after 20", async () => {
    const { baseUrl, received } = await startServer((_, response) =>
      response.writeHead(307, { location: "/run" }).end(),
    );
    await expect(call(createTransport({ baseUrl, auth }), operation)).rejects.toThrow(
      "The client does not follow a redirect",
    );
    expect(received).toHaveLength(21);
  });

  test("are left alone where the caller says so", async () => {
    const { from, to } = await startTwoServers(307);
    const requestInit = { redirect: "manual" } as const;
    const transport = createTransport({ baseUrl: from.baseUrl, auth, requestInit });
    await expect(call(transport, operation)).rejects.toMatchObject({ status: 307 });
    expect(to.received).toEqual([]);
  });

  test("cannot send a stream again, but can continue without it", async () => {
    const input = { body: new Blob(["abc"]).stream() };
    const { from, to } = await startTwoServers(307);
    const options = { contentType: "application/octet-stream" };
    await expect(
      call(createTransport({ baseUrl: from.baseUrl, auth }), operation, input, options),
    ).rejects.toThrow("The client does not follow a redirect that would carry X-API-Key");
    expect(to.received).toEqual([]);
    const seeOther = await startTwoServers(303);
    const again = { body: new Blob(["abc"]).stream() };
    const transport = createTransport({ baseUrl: seeOther.from.baseUrl, auth });
    expect(await call(transport, operation, again, options)).toBe("there");
  });

  test("are watched for requests that middleware replaced, too", async () => {
    const { from, to } = await startTwoServers(303);
    const transport = createTransport({
      baseUrl: from.baseUrl,
      auth,
      middleware: [
        {
          onRequest: ({ request }) =>
            new Request(request.url, { method: "POST", headers: request.headers, body: "other" }),
        },
      ],
    });
    expect(await call(transport, operation, { body: 1 })).toBe("there");
    expect(from.received[0]).toMatchObject({ body: "other", headers: { "x-api-key": "secret" } });
    expect(to.received[0]?.headers).not.toHaveProperty("x-api-key");
  });

  test("that a browser does not show are errors", async () => {
    const transport = createTransport({
      baseUrl: "https://api.example.com",
      auth,
      retries: 0,
      // The answer of a browser's `fetch` to a redirect that it must not follow (Fetch, section 4.4).
      fetch: async () =>
        Object.defineProperty(Response.error(), "type", { value: "opaqueredirect" }),
    });
    await expect(call(transport, operation)).rejects.toThrow(
      "The client does not follow a redirect that would carry X-API-Key",
    );
  });
});
