import type { AuthOptions } from "../auth/credential.ts";
import type { OperationSecurity } from "../auth/security.ts";
import type { Middleware } from "../middleware.ts";
import { removeTrailingSlash } from "../requests/final-url.ts";
import type { Client, ClientOptions } from "./client-types.ts";
import { type CallInit, fetchOperation } from "./fetch-operation.ts";
import type { MediaType } from "./openapi-types.ts";
import { type ParameterStyles, type StyleEncoders, styledSerializers } from "./parameter-styles.ts";

/** The servers of operations that have one of their own, by path and upper-case method. */
export interface OperationServers {
  /** The document's base URL, or the empty text where it has none. */
  readonly insteadOf: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** Adds the credentials that operations need. */
export interface OperationSecurities {
  /** For all operations that are not below `paths`. */
  readonly usual?: OperationSecurity;
  /** By path and upper-case method; null for an operation that needs no credential. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationSecurity | null>>>>;
}

/** The methods of openapi-fetch, and QUERY of OpenAPI 3.2. */
const methods = [
  "GET",
  "PUT",
  "POST",
  "DELETE",
  "OPTIONS",
  "HEAD",
  "PATCH",
  "TRACE",
  "QUERY",
] as const;

/** Facts of the document that a client uses. */
export interface DocumentFacts {
  /** Parameter styles of the document that differ from openapi-fetch's defaults. A serializer of the caller wins. */
  readonly styles?: ParameterStyles;
  /** Encoders for the parameters of `styles`. */
  readonly encoders?: StyleEncoders;
  /** The servers that operations have of their own; they take the place of the client's base URL where that is the document's. */
  readonly servers?: OperationServers;
  /** Security requirements of operations; without them, `auth` has no effect. */
  readonly securities?: OperationSecurities;
}

/** A `createClient` that knows its document; it has the encoders that it is given, and a bundle no others. */
export function createDocumentClient<Paths extends object, Media extends MediaType = MediaType>(
  clientOptions: ClientOptions & { readonly auth?: AuthOptions } = {},
  { styles = {}, encoders = {}, servers, securities }: DocumentFacts = {},
): Client<Paths, Media> {
  const middlewares: Middleware[] = [];
  // Results of its functions are kept with the object, so every client has one of its own.
  const auth = clientOptions.auth && { ...clientOptions.auth };
  const request = (name: string, path: string, init?: CallInit): Promise<unknown> => {
    const method = name.toUpperCase();
    const isOwn = removeTrailingSlash(clientOptions.baseUrl ?? "") === servers?.insteadOf;
    const server = isOwn ? servers?.paths[path]?.[method] : undefined;
    const baseUrl = init?.baseUrl || server;
    const security = securities?.paths[path]?.[method];
    return fetchOperation(
      clientOptions,
      middlewares,
      styledSerializers(styles[path]?.[method] ?? [], encoders),
      path,
      { ...init, ...(baseUrl && { baseUrl }), method },
      securities && {
        security: (security === undefined ? securities.usual : security) ?? undefined,
        auth,
        // A base URL of the call may be that of another server, which the client's credentials are not for.
        ownUrl: (init?.baseUrl ? undefined : server) ?? clientOptions.baseUrl ?? "",
      },
    );
  };
  const byMethod = methods.map((method) => [
    method,
    (path: string, init?: CallInit) => request(method, path, init),
  ]);
  // The methods' types depend on the paths, which exist in types only.
  return {
    ...Object.fromEntries(byMethod),
    request,
    use: (...added: readonly Middleware[]) => {
      middlewares.push(...added.filter(Boolean).map(assertMiddleware));
    },
    eject: (...removed: readonly Middleware[]) => {
      for (const middleware of removed) {
        const at = middlewares.indexOf(middleware);
        if (at >= 0) {
          middlewares.splice(at, 1);
        }
      }
    },
  } as Client<Paths, Media>;
}

function assertMiddleware(middleware: Middleware): Middleware {
  if (
    typeof middleware !== "object" ||
    !("onRequest" in middleware || "onResponse" in middleware || "onError" in middleware)
  ) {
    throw new Error(
      "Middleware must be an object with one of `onRequest()`, `onResponse() or `onError()`",
    );
  }
  return middleware;
}
