import { setMember } from "../../parameters/typed-text.ts";
import type { ParameterLocation } from "../../parameters.ts";
import type { AuthOptions } from "../auth/credential.ts";
import type { Guard } from "../auth/security.ts";
import { isIdempotent } from "../failures/retry.ts";
import type { MiddlewareRequestParams } from "../middleware.ts";
import type {
  CallInput,
  ClientOperation,
  ClientParameter,
  FollowedCall,
  RequestBody,
} from "../operation.ts";
import type { CallOptions, Transport } from "../transport.ts";
import { removeTrailingSlash } from "./final-url.ts";
import { mergeHeaders } from "./headers.ts";

/** The parts of a request that are the same in every attempt. */
export interface RequestParts {
  readonly url: string;
  readonly baseUrl: string;
  readonly path: string;
  readonly query: string;
  readonly headers: Headers;
  readonly body: RequestBody | undefined;
  readonly params: MiddlewareRequestParams;
  /** Keeps the headers named in `guarded` from being sent to other origins. */
  readonly guard?: Guard;
  readonly guarded?: readonly string[];
  /** True when sending the request twice has no further effect. */
  readonly repeatable: boolean;
}

/** The part of a request that a parameter is in. `querystring` counts as `query`. */
type Part = Exclude<ParameterLocation, "querystring">;
type Definitions = Readonly<Record<Part, ClientParameter[]>>;
type Values = Readonly<Record<Part, Record<string, unknown>>>;

/**
 * Encodes the input of a call in the way that the document describes. Adds an idempotency key when the operation takes
 * one and the method is not idempotent.
 *
 * @throws TypeError when a path parameter is missing or a style cannot carry a value
 */
export function buildRequest(
  transport: Transport,
  operation: ClientOperation,
  input: CallInput,
  options: CallOptions<AuthOptions> & FollowedCall,
): RequestParts {
  const { parameters = [], encoders = {}, method, idempotencyKey } = operation;
  const definitions = { path: [], query: [], header: [], cookie: [] } as Definitions;
  const params = { path: {}, query: {}, header: {}, cookie: {} } as Values;
  for (const parameter of parameters) {
    const { name, in: location, grouped } = parameter;
    const part = location === "querystring" ? "query" : location;
    const group = grouped ? input[location] : input;
    definitions[part].push(parameter);
    if (typeof group === "object" && group !== null && Object.hasOwn(group, name)) {
      // The checks above have shown that it is an object with this member.
      setMember(params[part], name, (group as CallInput)[name]);
    }
  }
  if (idempotencyKey !== undefined && !isIdempotent(method)) {
    params.header[idempotencyKey] ??= encoders.key?.();
  }
  const path = encoders.path?.(operation.path, definitions.path, params.path) ?? operation.path;
  const query = encoders.query?.(definitions.query, params.query) ?? "";
  const { body, contentType } = encoders.body?.(operation, input, options.contentType) ?? {};
  const cookie = encoders.cookie?.(definitions.cookie, params.cookie);
  const baseUrl = chooseBaseUrl(transport, operation, options);
  const target = encoders.target?.(path, query) ?? (query ? `${path}?${query}` : path);
  // The base URL of a callback is its whole URL, which may have a query already.
  const url = baseUrl + (baseUrl.includes("?") ? target.replace("?", "&") : target);
  return {
    url: options.target?.(url) ?? url,
    baseUrl,
    path,
    query,
    headers: mergeHeaders(
      contentType === undefined ? undefined : { "content-type": contentType },
      { accept: options.accept ?? operation.accept, cookie },
      transport.headers,
      encoders.header?.(definitions.header, params.header),
      options.headers,
    ),
    body,
    params,
    repeatable: isIdempotent(method) || idempotencyKey !== undefined,
  };
}

/**
 * The base URL of a call. When the transport has another base URL than the document's, such as that of a mock, it is
 * used for all operations, including the ones with a server of their own.
 */
function chooseBaseUrl(
  transport: Transport,
  { server }: ClientOperation,
  options: CallOptions<AuthOptions>,
): string {
  if (options.baseUrl !== undefined) {
    return removeTrailingSlash(options.baseUrl);
  }
  return server?.insteadOf === transport.baseUrl ? server.url : transport.baseUrl;
}
