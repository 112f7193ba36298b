import type { Client, ClientOptions, PathBasedClient } from "./client-types.ts";
import { createClient } from "./create-client.ts";
import type { MediaType } from "./openapi-types.ts";

/**
 * Gives access to a client by path, then method: `client["/tools"].GET()`. Middleware added to one applies to both.
 *
 * @example
 * ```ts
 * import { createClient, wrapAsPathBasedClient } from "@specwright/runtime/v1/client";
 * import type { paths } from "./generated/types/index.js";
 *
 * const client = wrapAsPathBasedClient(createClient<paths>({ baseUrl: "http://localhost:3000" }));
 * const { data } = await client["/notes"].GET({ params: { query: { limit: 10 } } });
 * console.log(data?.length);
 * ```
 */
export function wrapAsPathBasedClient<Paths extends object, Media extends MediaType = MediaType>(
  client: Client<Paths, Media>,
): PathBasedClient<Paths, Media> {
  const known = new Map<PropertyKey, unknown>();
  return new Proxy(Object.create(null), {
    get(_, path) {
      if (!known.has(path)) {
        known.set(path, bindPath(client, path));
      }
      return known.get(path);
    },
  });
}

/**
 * `wrapAsPathBasedClient(createClient(options))`.
 *
 * @example
 * ```ts
 * import { createPathBasedClient } from "@specwright/runtime/v1/client";
 * import type { paths } from "./generated/types/index.js";
 *
 * const client = createPathBasedClient<paths>({ baseUrl: "http://localhost:3000" });
 * const { data } = await client["/notes"].POST({ body: { text: "Buy milk." } });
 * console.log(data?.id);
 * ```
 */
export function createPathBasedClient<Paths extends object, Media extends MediaType = MediaType>(
  options?: ClientOptions,
): PathBasedClient<Paths, Media> {
  return wrapAsPathBasedClient(createClient<Paths, Media>(options));
}

function bindPath<Paths extends object, Media extends MediaType>(
  client: Client<Paths, Media>,
  path: PropertyKey,
): unknown {
  // Consoles and iteration look up symbols, such as `Symbol.toStringTag`. These are not paths.
  return typeof path === "symbol"
    ? undefined
    : Object.fromEntries(
        Object.entries(client)
          .filter(([method]) => method === method.toUpperCase())
          .map(([method, call]) => [method, (init?: unknown) => call(path, init)]),
      );
}
