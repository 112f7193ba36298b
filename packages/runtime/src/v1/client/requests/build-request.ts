import type { ParameterLocation } from "../../parameters.ts";
import type { AuthOptions } from "../auth/credential.ts";
import type { Guard } from "../auth/security.ts";
import { isIdempotent } from "../failures/retry.ts";
import type { MiddlewareRequestParams } from "../middleware.ts";
import type { CallInput, ClientOperation, ClientParameter, RequestBody } from "../operation.ts";
import type { CallOptions, Transport } from "../transport.ts";
import { removeTrailingSlash } from "./final-url.ts";
import { mergeHeaders } from "./headers.ts";

/** Everything of a request that stays the same over its attempts. */
export interface RequestParts {
  readonly url: string;
  readonly baseUrl: string;
  readonly path: string;
  readonly query: string;
  readonly headers: Headers;
  readonly body: RequestBody | undefined;
  readonly params: MiddlewareRequestParams;
  /** Keeps the credentials that are in it from other origins. */
  readonly guard?: Guard;
  readonly guarded?: readonly string[];
  /** True when a second attempt does no harm, and the body can be sent again. */
  readonly repeatable: boolean;
}

/** By the part of a request: the whole query string is a query, too. */
type Part = Exclude<ParameterLocation, "querystring">;
type Definitions = Readonly<Record<Part, ClientParameter[]>>;
type Values = Readonly<Record<Part, Record<string, unknown>>>;

/**
 * Encodes the input of a call as the document has it, and adds an idempotency key where the operation takes one.
 *
 * @throws TypeError when a path parameter is missing or a style cannot carry a value
 */
export function buildRequest(
  transport: Transport,
  operation: ClientOperation,
  input: CallInput,
  options: CallOptions<AuthOptions>,
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
      // The checks above make it an object with that member of its own.
      params[part][name] = (group as CallInput)[name];
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
  return {
    // A callback's URL may have a query of its own.
    url: baseUrl + (baseUrl.includes("?") ? target.replace("?", "&") : target),
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
    repeatable:
      (isIdempotent(method) || idempotencyKey !== undefined) && !(body instanceof ReadableStream),
  };
}

/** The base URL of a call. A caller that gives another base URL than the document's, such as a mock's, means all operations. */
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
