/** A client as openapi-fetch's own, for libraries that take one. The types of the package openapi-fetch have to be installed. */

import type { Client as OpenapiFetchClient } from "openapi-fetch";
import type { Client, MediaType } from "./client.ts";

/**
 * The client, as libraries over openapi-fetch take it, such as openapi-react-query and swr-openapi. It is the same object:
 * it does what theirs does, but the compiler cannot compare generic methods that are written with different helper types.
 */
export function toOpenapiFetch<Paths extends object, Media extends MediaType>(
  client: Client<Paths, Media>,
): OpenapiFetchClient<Paths, Media> {
  // Members of both have the same names and meanings, which the suites beside openapi-fetch hold.
  return client as unknown as OpenapiFetchClient<Paths, Media>;
}
