import { encodeCookies, encodeHeaders, encodePath, encodeQuery } from "../../parameters.ts";
import type { AuthOptions } from "../auth/credential.ts";
import type { Client, ClientOptions } from "./client-types.ts";
import {
  createDocumentClient,
  type DocumentFacts,
  type OperationSecurities,
  type OperationServers,
} from "./create-document-client.ts";
import type { MediaType } from "./openapi-types.ts";
import type { ParameterStyles } from "./parameter-styles.ts";

/**
 * Creates a client by method and path, typed with the `paths` of a document. It has openapi-fetch's interface: a call
 * resolves to `{ data, response }` or `{ error, response }`. It rejects with the error of `fetch` when no answer
 * arrived.
 *
 * @param styles the document's parameter styles that differ from the defaults; a serializer that the caller passes
 * takes precedence
 * @param servers the servers of single operations; one is used when the client's base URL is the document's
 * @param securities the credentials that operations need; without them, `auth` has no effect
 * @example
 * ```ts
 * import { createClient } from "@specwright/runtime/v1/client";
 * import type { paths } from "./generated/types/index.js";
 *
 * const client = createClient<paths>({ baseUrl: "http://localhost:3000" });
 * const { data, error } = await client.GET("/notes/{note_id}", {
 *   params: { path: { note_id: "b0d2cb8c-7bc1-4a5c-9a2a-8f2f6f2d4f10" } },
 * });
 * console.log(data?.text ?? error);
 * ```
 */
export function createClient<Paths extends object, Media extends MediaType = MediaType>(
  clientOptions?: ClientOptions & { readonly auth?: AuthOptions },
  styles?: ParameterStyles,
  servers?: OperationServers,
  securities?: OperationSecurities,
): Client<Paths, Media> {
  const facts: DocumentFacts = {
    encoders: {
      path: encodePath,
      query: encodeQuery,
      header: encodeHeaders,
      cookie: encodeCookies,
    },
    ...(styles && { styles }),
    ...(servers && { servers }),
    ...(securities && { securities }),
  };
  return createDocumentClient(clientOptions, facts);
}
