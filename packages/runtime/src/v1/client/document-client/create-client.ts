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
 * Creates a client by method and path, typed with the `paths` of a document; openapi-fetch's interface. A call resolves to
 * `data` or `error` beside `response`. When no answer came, it rejects with the error of `fetch`.
 *
 * @param styles the document's parameter styles where they differ from the defaults; a serializer of the caller wins
 * @param servers the servers that operations have of their own; they replace the client's base URL when that is the
 * document's
 * @param securities the credentials that operations need; without it, `auth` has no effect
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
