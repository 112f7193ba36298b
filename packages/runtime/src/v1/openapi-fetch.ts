/**
 * Passes a client to libraries that take one of openapi-fetch. The types of the package openapi-fetch have to be
 * installed.
 */

import type { Client as OpenapiFetchClient } from "openapi-fetch";
import type { Client, MediaType } from "./client.ts";

/**
 * Returns the same client with the type of openapi-fetch, for libraries such as openapi-react-query and swr-openapi.
 * Both clients do the same, but the compiler cannot compare their generic methods, which use different helper types.
 *
 * @example
 * ```ts
 * import { createClient } from "@specwright/runtime/v1/client";
 * import { toOpenapiFetch } from "@specwright/runtime/v1/openapi-fetch";
 * import type { Client } from "openapi-fetch";
 * import type { paths } from "./generated/types/index.js";
 *
 * // For openapi-react-query: `createQueryHooks(client)`.
 * const client: Client<paths> = toOpenapiFetch(createClient<paths>({ baseUrl: "http://localhost:3000" }));
 * console.log(await client.GET("/notes"));
 * ```
 */
export function toOpenapiFetch<Paths extends object, Media extends MediaType>(
  client: Client<Paths, Media>,
): OpenapiFetchClient<Paths, Media> {
  // The members have the same names and meanings. The tests that compare both clients check this.
  return client as unknown as OpenapiFetchClient<Paths, Media>;
}
