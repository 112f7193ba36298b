import { describe, expect, test } from "vitest";
import { respondJson, startServer } from "../../../../test/http-server.ts";
import {
  createClient,
  createPathBasedClient,
  type Middleware,
  wrapAsPathBasedClient,
} from "../../client.ts";

interface Tool {
  slug: string;
}

interface Problem {
  code: number;
}

interface Answers {
  200: { headers: Record<string, unknown>; content: { "application/json": Tool } };
  404: { headers: Record<string, unknown>; content: { "application/json": Problem } };
}

/** As the types target writes it. */
interface Paths {
  "/tools/{slug}": {
    parameters: { query?: never; header?: never; path?: never; cookie?: never };
    get: {
      parameters: {
        path: { slug: string };
        query?: { tags?: string[]; filter?: { a?: string } };
        header?: { "X-Trace"?: string };
        cookie?: { session?: string };
      };
      requestBody?: never;
      responses: Answers;
    };
    put: {
      parameters: { path: { slug: string } };
      requestBody: { content: { "application/json": Tool } };
      responses: Answers;
    };
    post?: never;
  };
}

const tool = { params: { path: { slug: "a b" } } };

describe("createClient", () => {
  test("gives data or error beside the response", async () => {
    const { baseUrl } = await startServer((_, response, count) =>
      count === 1
        ? respondJson(response, 200, { slug: "x" })
        : respondJson(response, 404, { code: 7 }),
    );
    const client = createClient<Paths>({ baseUrl: `${baseUrl}/` });
    const found = await client.GET("/tools/{slug}", tool);
    const slug: string | undefined = found.data?.slug;
    expect([slug, found.error, found.response.status]).toEqual(["x", undefined, 200]);
    const missing = await client.GET("/tools/{slug}", tool);
    const code: number | undefined = missing.error?.code;
    expect([missing.data, code, missing.response.status]).toEqual([undefined, 7, 404]);
  });

  test("writes parameters as openapi-fetch does unless styles say otherwise", async () => {
    const { baseUrl, received } = await startServer((_, response) =>
      respondJson(response, 200, {}),
    );
    const init = {
      params: {
        path: { slug: "a b" },
        query: { tags: ["x", "y"], filter: { a: "1" } },
        header: { "X-Trace": "t" },
        cookie: { session: "s;" },
      },
    };
    await createClient<Paths>({ baseUrl }).GET("/tools/{slug}", init);
    const styles = {
      "/tools/{slug}": {
        GET: [
          { name: "slug", in: "path", style: "label" },
          { name: "tags", in: "query", explode: false },
          { name: "session", in: "cookie" },
        ],
      },
    } as const;
    const styled = createClient<Paths>({ baseUrl }, styles);
    await styled.GET("/tools/{slug}", init);
    await styled.GET("/tools/{slug}", { ...init, querySerializer: () => "mine" });
    expect(received.map(({ url }) => url)).toEqual([
      "/tools/a%20b?tags=x&tags=y&filter[a]=1",
      "/tools/.a%20b?tags=x,y&filter[a]=1",
      "/tools/.a%20b?mine",
    ]);
    expect(received.map(({ headers }) => headers.cookie)).toEqual([
      undefined,
      "session=s%3B",
      "session=s%3B",
    ]);
    expect(received.map(({ headers }) => headers["x-trace"])).toEqual(["t", "t", "t"]);
  });

  test("sends JSON unless the body or the headers say otherwise", async () => {
    const { baseUrl, received } = await startServer((_, response) =>
      respondJson(response, 200, {}),
    );
    const client = createClient<Paths>({ baseUrl });
    const body = { slug: "x y" };
    await client.PUT("/tools/{slug}", { ...tool, body });
    await client.PUT("/tools/{slug}", {
      ...tool,
      body,
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
    });
    await client.PUT("/tools/{slug}", { ...tool, body, bodySerializer: () => "text" });
    expect(received.map((request) => [request.headers["content-type"], request.body])).toEqual([
      ["application/json", '{"slug":"x y"}'],
      ["application/x-www-form-urlencoded", "slug=x+y"],
      ["application/json", "text"],
    ]);
  });

  test("refuses a path value that would name another path", async () => {
    const { baseUrl, received } = await startServer((_, response) =>
      respondJson(response, 200, {}),
    );
    const call = createClient<Paths>({ baseUrl }).GET("/tools/{slug}", {
      params: { path: { slug: ".." } },
    });
    await expect(call).rejects.toThrow('must not be "." or ".."');
    expect(received).toEqual([]);
  });

  test("runs middleware in order, answers and errors in reverse, until it is ejected", async () => {
    const log: string[] = [];
    const named = (name: string): Middleware => ({
      onRequest: () => void log.push(`${name} request`),
      onResponse: () => void log.push(`${name} response`),
      onError: ({ error }) =>
        new Error(`${name}: ${error instanceof Error ? error.message : error}`),
    });
    const [a, b] = [named("a"), named("b")];
    const { baseUrl } = await startServer((_, response) => respondJson(response, 200, {}));
    const client = createClient<Paths>({ baseUrl });
    client.use(a, b);
    await client.GET("/tools/{slug}", { ...tool, middleware: [named("c")] });
    expect(log.splice(0)).toEqual([
      "a request",
      "b request",
      "c request",
      "c response",
      "b response",
      "a response",
    ]);
    const broken = { ...tool, fetch: () => Promise.reject(new Error("down")) };
    await expect(client.GET("/tools/{slug}", broken)).rejects.toThrow("a: b: down");
    client.eject(a, b);
    await expect(client.GET("/tools/{slug}", broken)).rejects.toThrow(/^down$/);
    expect(() => client.use({} as Middleware)).toThrow("Middleware must be");
  });

  test("takes an answer of onRequest or onError in the place of the server's", async () => {
    const client = createClient<Paths>({
      baseUrl: "http://nowhere.invalid",
      fetch: () => Promise.reject(new Error()),
    });
    client.use({ onError: () => Response.json({ slug: "recovered" }) });
    expect((await client.GET("/tools/{slug}", tool)).data).toEqual({ slug: "recovered" });
    client.use({ onRequest: () => Response.json({ slug: "cached" }) });
    expect((await client.GET("/tools/{slug}", tool)).data).toEqual({ slug: "cached" });
  });

  test("has a view by path that shares its middleware", async () => {
    const { baseUrl } = await startServer((_, response) =>
      respondJson(response, 200, { slug: "x" }),
    );
    const client = createClient<Paths>({ baseUrl });
    const byPath = wrapAsPathBasedClient(client);
    client.use({ onResponse: () => Response.json({ slug: "changed" }) });
    const { GET } = byPath["/tools/{slug}"];
    expect((await GET(tool)).data).toEqual({ slug: "changed" });
    expect(
      (await createPathBasedClient<Paths>({ baseUrl })["/tools/{slug}"].GET(tool)).data,
    ).toEqual({ slug: "x" });
  });

  test("rejects wrong calls when they are compiled", () => {
    const client = createClient<Paths>();
    const listCalls = (): unknown[] => [
      // @ts-expect-error no such path
      client.GET("/nothing"),
      // @ts-expect-error no such method there
      client.POST("/tools/{slug}", tool),
      // @ts-expect-error the path parameter is required
      client.GET("/tools/{slug}"),
      // @ts-expect-error and a string
      client.GET("/tools/{slug}", { params: { path: { slug: 1 } } }),
      // @ts-expect-error the body is required
      client.PUT("/tools/{slug}", tool),
      // @ts-expect-error and has a slug
      client.PUT("/tools/{slug}", { ...tool, body: {} }),
    ];
    expect(listCalls).toBeTypeOf("function");
  });
});
