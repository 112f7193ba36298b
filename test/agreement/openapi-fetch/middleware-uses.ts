import type { Middleware } from "openapi-fetch";
import type { paths, User } from "./paths.ts";
import type { Use } from "./uses.ts";

const seven = { params: { path: { id: 7 } } };

/** Middleware, and clients by path. */
export const middlewareUses: Readonly<Record<string, Use>> = {
  "middleware changes requests in order and answers in reverse": async (
    { default: createClient },
    baseUrl,
  ) => {
    const seen: string[] = [];
    const createNamedMiddleware = (name: string): Middleware => ({
      onRequest({ request }) {
        seen.push(`request ${name}`);
        request.headers.append("X-Trace", name);
        return request;
      },
      async onResponse({ response }) {
        seen.push(`response ${name}`);
        const body = { ...((await response.json()) as object), [name]: true };
        return Response.json(body, { status: response.status });
      },
    });
    const client = createClient<paths>({ baseUrl });
    client.use(createNamedMiddleware("a"), createNamedMiddleware("b"));
    const { data } = await client.GET("/users/{id}", seven);
    return [seen, data];
  },
  "middleware sees the call": async ({ default: createClient }, baseUrl) => {
    const seen: unknown[] = [];
    const client = createClient<paths>({ baseUrl, headers: { "X-Own": "1" } });
    client.use({
      onRequest({ schemaPath, params, id, options }) {
        seen.push(
          schemaPath,
          params,
          typeof id,
          options.baseUrl === baseUrl,
          Object.keys(options).sort(),
        );
      },
      onResponse({ schemaPath, request, response }) {
        seen.push(schemaPath, request.method, response.status);
      },
    });
    await client.GET("/users/{id}", { params: { path: { id: 7 }, query: { page: 2 } } });
    return seen;
  },
  "an answer of onRequest ends the chain": async ({ default: createClient }, baseUrl) => {
    const client = createClient<paths>({ baseUrl });
    client.use(
      {
        onRequest: ({ schemaPath }) =>
          schemaPath === "/users/{id}" ? Response.json({ id: 1, name: "cache" }) : undefined,
      },
      { onResponse: () => Response.json({ id: 2, name: "later" }) },
    );
    const { data } = await client.GET("/users/{id}", seven);
    return data;
  },
  "what a middleware throws rejects the call": async ({ default: createClient }, baseUrl) => {
    const client = createClient<paths>({ baseUrl });
    client.use({
      onResponse({ response }) {
        if (!response.ok) {
          throw new Error(`${response.status}`);
        }
      },
    });
    return client
      .GET("/users/{id}", { params: { path: { id: 404 } } })
      .catch((error: Error) => error.message);
  },
  "onError replaces an error, answers, or leaves it": async ({ default: createClient }) => {
    const results: unknown[] = [];
    const answers: Middleware[] = [
      { onError: ({ error }) => new Error("wrapped", { cause: error }) },
      { onError: () => Response.json({ id: 3, name: "fallback" }) },
      { onError: () => {} },
    ];
    for (const middleware of answers) {
      const client = createClient<paths>({ baseUrl: "http://127.0.0.1:1" });
      client.use(middleware);
      results.push(
        await client.GET("/users/{id}", seven).then(
          ({ data }) => data,
          (error: Error) => [error.message, (error.cause as Error | undefined)?.name],
        ),
      );
    }
    return results;
  },
  "a middleware can be ejected, and one call can have its own": async (
    { default: createClient },
    baseUrl,
  ) => {
    const add = (value: string): Middleware => ({
      onRequest({ request }) {
        request.headers.append("X-Trace", value);
      },
    });
    const first = add("first");
    const client = createClient<paths>({ baseUrl });
    client.use(first, add("second"));
    const both = await client.GET("/users/{id}", seven);
    client.eject(first);
    const one = await client.GET("/users/{id}", seven);
    const own = await client.GET("/users/{id}", { ...seven, middleware: [add("own")] });
    return [both.data, one.data, own.data];
  },
  "a token is fetched once and sent": async ({ default: createClient }, baseUrl) => {
    let token: string | undefined;
    const client = createClient<paths>({ baseUrl });
    client.use({
      async onRequest({ request, schemaPath }) {
        if (schemaPath === "/tokens") {
          return undefined;
        }
        if (token === undefined) {
          const { data } = await client.POST("/tokens", { body: { grant: "g" } });
          token = JSON.stringify(data).length.toString();
        }
        request.headers.set("Authorization", `Bearer ${token.length}`);
        return request;
      },
    });
    await client.GET("/users/{id}", seven);
    return (await client.GET("/users/{id}", seven)).data;
  },
  "what is no middleware is refused": async ({ default: createClient }, baseUrl) => {
    const client = createClient<paths>({ baseUrl });
    try {
      // @ts-expect-error it has none of the three functions
      client.use("nothing");
    } catch (error) {
      return error instanceof Error;
    }
    return "taken";
  },
  "createPathBasedClient calls by path": async ({ createPathBasedClient }, baseUrl) => {
    const client = createPathBasedClient<paths>({ baseUrl });
    const { data } = await client["/users/{id}"].GET(seven);
    const typed: User | undefined = data;
    // @ts-expect-error the path has no such method
    const missing = client["/tokens"].GET;
    return [typed, typeof missing];
  },
  "wrapAsPathBasedClient shares the client's middleware": async (
    { default: createClient, wrapAsPathBasedClient },
    baseUrl,
  ) => {
    const client = createClient<paths>({ baseUrl });
    const byPath = wrapAsPathBasedClient(client);
    client.use({
      onRequest({ request }) {
        request.headers.set("X-Trace", "shared");
      },
    });
    const { data } = await byPath["/users/{id}"].PUT({ ...seven, body: { id: 7, name: "n" } });
    return data;
  },
};
