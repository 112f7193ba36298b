import type * as openapiFetch from "openapi-fetch";
import type { Problem, paths, User } from "./paths.ts";

/** The exports of openapi-fetch, or our exports of the same names. */
export type Library = typeof openapiFetch;

/** A use of the library from its documentation. Its result is compared. */
export type Use = (library: Library, baseUrl: string) => Promise<unknown>;

type Equal<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** Compiles for identical types only. */
function expectSame<A, B>(_: Equal<A, B>): void {}

const user = { id: 7, name: "Ada" };
const seven = { params: { path: { id: 7 } } };

/** Calls and their parameters. */
export const calls: Readonly<Record<string, Use>> = {
  "GET gives data": async ({ default: createClient }, baseUrl) => {
    const client = createClient<paths>({ baseUrl });
    const { data, error, response } = await client.GET("/users/{id}", seven);
    expectSame<typeof data, User | undefined>(true);
    expectSame<typeof error, Problem | undefined>(true);
    return [data, error, response.status];
  },
  "an error is a value, distinguished from data": async ({ default: createClient }, baseUrl) => {
    const client = createClient<paths>({ baseUrl });
    const result = await client.GET("/users/{id}", { params: { path: { id: 404 } } });
    if (result.error !== undefined) {
      expectSame<typeof result.data, undefined>(true);
      return [result.error.message, result.response.status];
    }
    return result.data.name;
  },
  "a default error is typed": async ({ default: createClient }, baseUrl) => {
    const { data, error } = await createClient<paths>({ baseUrl }).GET("/broken");
    expectSame<typeof error, Problem | undefined>(true);
    return [data, error];
  },
  "path, query, header and cookie": async ({ default: createClient }, baseUrl) => {
    const { data } = await createClient<paths>({ baseUrl }).GET("/users/{id}", {
      params: {
        path: { id: 7 },
        query: { fields: ["a b", "c&d"], filter: { role: "admin", name: "Ada" }, page: 0 },
        header: { "X-Trace": "t" },
        cookie: { session: "s" },
      },
    });
    return data;
  },
  "a body is JSON": async ({ default: createClient }, baseUrl) => {
    const client = createClient<paths>({ baseUrl });
    const put = await client.PUT("/users/{id}", { ...seven, body: user });
    const patch = await client.PATCH("/users/{id}", { ...seven, body: { name: "Eve" } });
    const none = await client.PATCH("/users/{id}", seven);
    return [put.data, patch.data, none.data];
  },
  "an answer without a body has no data": async ({ default: createClient }, baseUrl) => {
    const { data, error, response } = await createClient<paths>({ baseUrl }).DELETE(
      "/users/{id}",
      seven,
    );
    expectSame<typeof data, undefined>(true);
    return [data, error, response.status];
  },
  "request names the method": async ({ default: createClient }, baseUrl) => {
    const client = createClient<paths>({ baseUrl });
    const { data } = await client.request("get", "/users/{id}", seven);
    expectSame<typeof data, User | undefined>(true);
    return data;
  },
  "what the document does not have does not compile": async (
    { default: createClient },
    baseUrl,
  ) => {
    const client = createClient<paths>({ baseUrl });
    // @ts-expect-error the document has no such path
    const missing = await client.GET("/nothing");
    // @ts-expect-error the path has no such method
    const method = await client.POST("/users/{id}", seven);
    // @ts-expect-error the parameter is missing
    const parameter = await client.GET("/users/{id}");
    // @ts-expect-error the parameter is a number
    const type = await client.GET("/users/{id}", { params: { path: { id: "7" } } });
    // @ts-expect-error the body is missing
    const body = await client.PUT("/users/{id}", seven);
    return [missing, method, parameter, type, body].map(({ response }) => response.status);
  },
};

/** Options of the client and of single calls. */
export const options: Readonly<Record<string, Use>> = {
  "baseUrl ends with a slash or not, and a call may have its own": async (
    { default: createClient },
    baseUrl,
  ) => {
    const slash = await createClient<paths>({ baseUrl: `${baseUrl}/v1/` }).GET(
      "/users/{id}",
      seven,
    );
    const client = createClient<paths>({ baseUrl: "http://nowhere.example" });
    const own = await client.GET("/users/{id}", { ...seven, baseUrl: `${baseUrl}/v2` });
    return [slash.data, own.data];
  },
  "headers of a call go over those of the client; null removes one": async (
    { default: createClient },
    baseUrl,
  ) => {
    const client = createClient<paths>({
      baseUrl,
      headers: {
        Authorization: "Bearer a",
        "X-Number": 1,
        "X-List": ["a", "b"],
        "X-None": undefined,
      },
    });
    const first = await client.GET("/users/{id}", {
      ...seven,
      headers: { "X-Number": 2, "X-Own": true },
    });
    const second = await client.GET("/users/{id}", { ...seven, headers: { Authorization: null } });
    const third = await client.GET("/users/{id}", {
      ...seven,
      headers: new Headers({ "X-Own": "h" }),
    });
    return [first.data, second.data, third.data];
  },
  "parseAs gives text, bytes, a blob or a stream": async ({ default: createClient }, baseUrl) => {
    const client = createClient<paths>({ baseUrl });
    const text = await client.GET("/files", { parseAs: "text" });
    const bytes = await client.GET("/files", { parseAs: "arrayBuffer" });
    const blob = await client.GET("/files", { parseAs: "blob" });
    const stream = await client.GET("/files", { parseAs: "stream" });
    expectSame<typeof text.data, string | undefined>(true);
    expectSame<typeof bytes.data, ArrayBuffer | undefined>(true);
    expectSame<typeof blob.data, Blob | undefined>(true);
    expectSame<typeof stream.data, Response["body"] | undefined>(true);
    const streamed = await new Response(stream.data ?? null).text();
    return [
      text.data,
      Buffer.from(bytes.data ?? new ArrayBuffer(0)).toString(),
      await blob.data?.text(),
      streamed,
    ];
  },
  "fetch may be another function, also for one call": async (
    { default: createClient },
    baseUrl,
  ) => {
    const seen: string[] = [];
    const spy = (name: string) => async (request: Request) => {
      seen.push(`${name} ${request.method} ${request.url.replace(baseUrl, "")}`);
      return Response.json(user);
    };
    const client = createClient<paths>({ baseUrl, fetch: spy("client") });
    await client.GET("/users/{id}", seven);
    const { data } = await client.GET("/users/{id}", { ...seven, fetch: spy("call") });
    return [seen, data];
  },
  "Request may be another class": async ({ default: createClient }, baseUrl) => {
    class Traced extends Request {
      constructor(...given: ConstructorParameters<typeof Request>) {
        super(...given);
        this.headers.set("X-Trace", "class");
      }
    }
    const { data } = await createClient<paths>({ baseUrl, Request: Traced }).GET(
      "/users/{id}",
      seven,
    );
    return data;
  },
  "options of fetch reach the request": async ({ default: createClient }, baseUrl) => {
    const seen: string[] = [];
    const fetch = async (request: Request): Promise<Response> => {
      seen.push(request.cache, request.credentials, request.redirect);
      return Response.json(user);
    };
    const client = createClient<paths>({
      baseUrl,
      fetch,
      credentials: "include",
      redirect: "error",
    });
    await client.GET("/users/{id}", { ...seven, cache: "no-store", redirect: "follow" });
    return seen;
  },
  "requestInitExt is the second argument of fetch": async ({ default: createClient }, baseUrl) => {
    const seen: unknown[] = [];
    const fetch = async (_: Request, init?: unknown): Promise<Response> => {
      seen.push(init);
      return Response.json(user);
    };
    const client = createClient<paths>({ baseUrl, fetch, requestInitExt: { dispatcher: "d" } });
    await client.GET("/users/{id}", seven);
    return seen;
  },
  "an aborted call rejects": async ({ default: createClient }, baseUrl) => {
    const controller = new AbortController();
    const call = createClient<paths>({ baseUrl }).GET("/users/{id}", {
      params: { path: { id: 999 } },
      signal: controller.signal,
    });
    controller.abort();
    return call.catch((error: Error) => error.name);
  },
  "no answer at all rejects with what fetch throws": async ({ default: createClient }) => {
    const client = createClient<paths>({ baseUrl: "http://127.0.0.1:1" });
    return client.GET("/users/{id}", seven).catch((error: Error) => [error.name, error.message]);
  },
};

/** How parameters and bodies are written. */
export const serializers: Readonly<Record<string, Use>> = {
  "querySerializer by styles": async ({ default: createClient }, baseUrl) => {
    const query = { fields: ["a", "b|c"], filter: { role: "x y" } };
    const results: unknown[] = [];
    for (const style of ["form", "spaceDelimited", "pipeDelimited"] as const) {
      for (const explode of [true, false]) {
        const client = createClient<paths>({
          baseUrl,
          querySerializer: {
            array: { style, explode },
            object: { style: style === "form" ? "form" : "deepObject", explode },
          },
        });
        const { data } = await client.GET("/users/{id}", { params: { path: { id: 7 }, query } });
        results.push(data);
      }
    }
    return results;
  },
  "querySerializer with allowReserved": async ({ default: createClient }, baseUrl) => {
    const client = createClient<paths>({ baseUrl, querySerializer: { allowReserved: true } });
    const query = { fields: ["a/b:c", "d?e"], filter: { role: "f@g" } };
    return (await client.GET("/users/{id}", { params: { path: { id: 7 }, query } })).data;
  },
  "querySerializer as a function, of the client and of a call": async (
    { default: createClient },
    baseUrl,
  ) => {
    const joinQueryNames = (query: object): string => Object.keys(query).join("+");
    const client = createClient<paths>({ baseUrl, querySerializer: joinQueryNames });
    const params = { path: { id: 7 }, query: { page: 1, fields: ["a"] } };
    const first = await client.GET("/users/{id}", { params });
    const second = await client.GET("/users/{id}", {
      params,
      querySerializer: ({ page, fields }) => `p=${page?.toFixed(1)}&n=${fields?.length}`,
    });
    return [first.data, second.data];
  },
  "createQuerySerializer stands by itself": async ({ createQuerySerializer }) => {
    const write = createQuerySerializer<unknown>({ array: { style: "form", explode: false } });
    return write({ a: [1, 2], b: { c: "d" }, e: null, f: undefined, g: "" });
  },
  "bodySerializer makes a form": async ({ default: createClient }, baseUrl) => {
    const { data } = await createClient<paths>({ baseUrl }).POST("/files", {
      body: { name: "n", file: "text" },
      bodySerializer(body) {
        const form = new FormData();
        form.set("name", body.name);
        form.set("file", new Blob([body.file]), "a.txt");
        return form;
      },
    });
    return data;
  },
  "bodySerializer of the client": async ({ default: createClient }, baseUrl) => {
    const client = createClient<paths>({
      baseUrl,
      bodySerializer: (body) => `<${JSON.stringify(body)}>`,
    });
    return (await client.PUT("/users/{id}", { ...seven, body: user })).data;
  },
  "a URL-encoded body follows from the header": async ({ default: createClient }, baseUrl) => {
    const { data } = await createClient<paths>({ baseUrl }).POST("/tokens", {
      body: { grant: "client credentials", scope: "a&b" },
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
    });
    expectSame<typeof data, { token: string } | undefined>(true);
    return data;
  },
  "pathSerializer writes the path": async ({ default: createClient }, baseUrl) => {
    const client = createClient<paths>({
      baseUrl,
      pathSerializer: (path, values) =>
        path.replace(/\{(\w+)\}/g, (_, name) => `[${values[name]}]`),
    });
    return (await client.GET("/users/{id}", seven)).data;
  },
  "styles of path templates": async ({ default: createClient }, baseUrl) => {
    const client = createClient<paths>({ baseUrl });
    const results: unknown[] = [];
    for (const path of ["a b", [3, 4, 5], { a: "x", b: "y" }]) {
      const params = { path: { path } };
      const template = "/styles/{path}/{path*}/{.path}/{.path*}/{;path}/{;path*}";
      results.push((await client.GET(template, { params })).data);
    }
    return results;
  },
};
