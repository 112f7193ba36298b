import type { OperationSecurity, SecuredRequest, UnsecuredCall } from "../auth/security.ts";
import {
  type MergedOptions,
  type Middleware,
  type MiddlewareRequestParams,
  type ParseAs,
  send,
} from "../middleware.ts";
import { addMembers } from "../requests/add-members.ts";
import { createFinalURL, removeTrailingSlash } from "../requests/final-url.ts";
import { type HeadersOptions, mergeHeaders } from "../requests/headers.ts";
import type { ClientOptions, PathSerializer, QuerySerializer } from "./client-types.ts";
import type { StyledSerializers } from "./parameter-styles.ts";
import { readResult } from "./read-result.ts";
import {
  createQuerySerializer,
  defaultBodySerializer,
  type QuerySerializerOptions,
} from "./serializers.ts";

/** The options of one call, without the types of its operation. */
export interface CallInit extends Record<string, unknown> {
  readonly baseUrl?: string;
  readonly fetch?: ClientOptions["fetch"];
  readonly Request?: typeof Request;
  readonly headers?: HeadersOptions;
  readonly params?: MiddlewareRequestParams;
  readonly parseAs?: ParseAs;
  readonly querySerializer?: QuerySerializer<unknown> | QuerySerializerOptions;
  readonly bodySerializer?: ClientOptions["bodySerializer"];
  readonly pathSerializer?: PathSerializer;
  readonly body?: unknown;
  readonly middleware?: readonly Middleware[];
}

/** The security of an operation, with the client's credentials. */
export interface ClientSecurity extends Pick<UnsecuredCall, "auth" | "ownUrl"> {
  /** Undefined for an operation that needs no credential. */
  readonly security: OperationSecurity | undefined;
}

/**
 * Makes one call of a client, in the same way as openapi-fetch.
 *
 * @param secure without it, `auth` is not special: it is passed to the Request like any other option
 */
export async function fetchOperation(
  client: ClientOptions,
  clientMiddlewares: readonly Middleware[],
  styled: StyledSerializers,
  schemaPath: string,
  init: CallInit,
  secure?: ClientSecurity,
): Promise<unknown> {
  const own = secure ? new Set([...ownOptions, "auth"]) : ownOptions;
  const { params = {}, middleware = [] } = init;
  const options = mergeOptions(client, init, styled);
  const RequestClass = init.Request ?? client.Request ?? globalThis.Request;
  const url = createFinalURL(schemaPath, {
    ...options,
    ...useWholeQuery(styled.querystring(params)),
    params,
  });
  const given = buildRequestInit(client, init, options, styled, own);
  const fetch = options.fetch as typeof globalThis.fetch; // In some runtimes it takes a second argument.
  const sendFinal = (final: Request): Promise<Response> =>
    fetch(final, isUndici() ? client.requestInitExt : undefined);
  const sendParts = ({ url, headers, guard, guarded = [] }: SentParts): Promise<Sent> => {
    const made = { ...given, headers };
    const request = new RequestClass(url, made);
    return send(
      addMembers(request, withoutOwn(init, own)),
      [...clientMiddlewares, ...middleware].filter(Boolean),
      {
        schemaPath,
        params,
        options,
        Request: RequestClass,
        fetch: guard?.(guarded, sendFinal, request, made) ?? sendFinal,
      },
    );
  };
  const { headers, body } = given;
  const result = await (secure?.security?.(
    {
      ...secure,
      operation: `${init.method} ${schemaPath}`,
      url,
      headers,
      body,
      callAuth: init.auth as UnsecuredCall["callAuth"], // Typed in generated clients.
      baseUrl: options.baseUrl,
      signal: given.signal ?? undefined,
    },
    sendParts,
  ) ?? sendParts({ url, headers }));
  return readResult(result.response, result.request.method, options.parseAs);
}

type Sent = Awaited<ReturnType<typeof send>>;

/** The parts of a request that credentials may change. */
type SentParts = Omit<SecuredRequest, "guarded"> & Partial<Pick<SecuredRequest, "guarded">>;

/** A query serializer that returns the whole query string, when the call has one (`querystring` of OpenAPI 3.2). */
function useWholeQuery(text: string | undefined): Partial<Pick<MergedOptions, "querySerializer">> {
  return text === undefined ? {} : { querySerializer: () => text };
}

/** Merges the options: the call's first, then the client's, then the document's styles, then defaults. */
function mergeOptions(
  client: ClientOptions,
  init: CallInit,
  styled: StyledSerializers,
): MergedOptions {
  return {
    baseUrl: removeTrailingSlash(init.baseUrl || client.baseUrl || ""),
    fetch: init.fetch ?? client.fetch ?? globalThis.fetch,
    parseAs: init.parseAs ?? "json",
    querySerializer:
      chooseQuerySerializer(client.querySerializer, init.querySerializer) ?? styled.query,
    pathSerializer: init.pathSerializer ?? client.pathSerializer ?? styled.path,
    bodySerializer: init.bodySerializer ?? client.bodySerializer ?? defaultBodySerializer,
  };
}

function buildRequestInit(
  client: ClientOptions,
  init: CallInit,
  options: MergedOptions,
  styled: StyledSerializers,
  own: ReadonlySet<string>,
): RequestInit & { readonly headers: Headers } {
  const { body, params = {} } = init;
  const headers = [
    client.headers,
    init.headers,
    styled.headers(params) as HeadersOptions, // Their types are the document's.
  ];
  // `never`, because only the types of the operation know which body the serializer takes.
  const sent =
    body === undefined
      ? undefined
      : options.bodySerializer(body as never, mergeHeaders(...headers));
  const type =
    sent === undefined || sent instanceof FormData ? {} : { "Content-Type": "application/json" };
  return {
    redirect: "follow",
    ...withoutOwn(client, own),
    ...withoutOwn(init, own),
    body: sent as RequestInit["body"], // A serializer gives what the runtime's Request takes.
    headers: mergeHeaders(type, ...headers),
  } as RequestInit & { readonly headers: Headers }; // Absent members are undefined here, which `Request` treats as absent.
}

const ownOptions: ReadonlySet<string> = new Set([
  "baseUrl",
  "fetch",
  "Request",
  "headers",
  "parseAs",
  "querySerializer",
  "bodySerializer",
  "pathSerializer",
  "params",
  "body",
  "middleware",
  "requestInitExt",
]);

/** The options without our own ones; the rest is passed to the Request. */
function withoutOwn(options: object, own: ReadonlySet<string>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(options).filter(([name]) => !own.has(name)));
}

/** The caller's query serializer, if any. Options of the call are merged over options of the client. */
function chooseQuerySerializer(
  ofClient: ClientOptions["querySerializer"],
  ofCall: ClientOptions["querySerializer"],
): QuerySerializer<unknown> | undefined {
  if (typeof ofCall === "function") {
    return ofCall;
  }
  if (ofCall !== undefined) {
    return createQuerySerializer({ ...(typeof ofClient === "object" && ofClient), ...ofCall });
  }
  return typeof ofClient === "object" ? createQuerySerializer(ofClient) : ofClient;
}

/** Returns whether `fetch` is Node's: only that one takes further options beside a Request. */
function isUndici(): boolean {
  return typeof process === "object" && process.versions?.undici !== undefined;
}
