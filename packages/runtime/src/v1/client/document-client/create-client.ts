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
 * A client by method and path, typed with the `paths` of a document; openapi-fetch's interface. A call resolves to
 * `data` or `error` beside `response`, and rejects with what `fetch` throws when there was no answer.
 *
 * @param styles the document's parameter styles where they differ from the defaults; a serializer of the caller wins
 * @param servers the servers that operations have of their own; they take the place of the client's base URL where that is
 * the document's
 * @param securities what operations need; without it, `auth` has no meaning
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
