import type { AuthOptions } from "../auth/credential.ts";
import type { OperationSecurity } from "../auth/security.ts";
import type { Middleware } from "../middleware.ts";
import { removeTrailingSlash } from "../requests/final-url.ts";
import type { Client, ClientOptions } from "./client-types.ts";
import { type CallInit, fetchOperation } from "./fetch-operation.ts";
import type { MediaType } from "./openapi-types.ts";
import {
  createStyledSerializers,
  type ParameterStyles,
  type StyleEncoders,
} from "./parameter-styles.ts";

/** The servers of single operations, by path and upper-case method. */
export interface OperationServers {
  /** The document's base URL; empty when it has no `servers`. */
  readonly insteadOf: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** Adds the credentials that operations need. */
export interface OperationSecurities {
  /** The credentials of every operation that is not in `paths`. */
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
  /**
   * Parameter styles of the document that differ from openapi-fetch's defaults. A serializer that the caller passes
   * takes precedence.
   */
  readonly styles?: ParameterStyles;
  /** Encoders for the parameters of `styles`. */
  readonly encoders?: StyleEncoders;
  /** The servers of single operations. One is used when the client's base URL is the document's. */
  readonly servers?: OperationServers;
  /** Security requirements of operations; without them, `auth` has no effect. */
  readonly securities?: OperationSecurities;
}

/**
 * `createClient` for one document. It uses only the encoders in `facts`, so that a bundle does not contain the others.
 */
export function createDocumentClient<Paths extends object, Media extends MediaType = MediaType>(
  clientOptions: ClientOptions & { readonly auth?: AuthOptions } = {},
  { styles = {}, encoders = {}, servers, securities }: DocumentFacts = {},
): Client<Paths, Media> {
  const middlewares: Middleware[] = [];
  // Credentials are kept by this object (see `holdCredential`), so every client needs its own copy.
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
      createStyledSerializers(styles[path]?.[method] ?? [], encoders),
      path,
      { ...init, ...(baseUrl && { baseUrl }), method },
      securities && {
        security: (security === undefined ? securities.usual : security) ?? undefined,
        auth,
        // The call's own `baseUrl` may be another server, which must not get the client's credentials.
        ownUrl: (init?.baseUrl ? undefined : server) ?? clientOptions.baseUrl ?? "",
      },
    );
  };
  const byMethod = methods.map((method) => [
    method,
    (path: string, init?: CallInit) => request(method, path, init),
  ]);
  // The types of the methods depend on `Paths`, which does not exist at run time.
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
