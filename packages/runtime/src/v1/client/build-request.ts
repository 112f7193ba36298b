import {
  encodeCookies,
  encodeHeaders,
  encodePath,
  encodeQuery,
  joinQuery,
  type ParameterLocation,
} from "../parameters.ts";
import type { AuthOptions } from "./auth/credential.ts";
import type { Guard } from "./auth/security.ts";
import { removeTrailingSlash } from "./final-url.ts";
import { mergeHeaders } from "./headers.ts";
import type { MiddlewareRequestParams } from "./middleware.ts";
import type { CallInput, ClientOperation, ClientParameter, RequestBody } from "./operation.ts";
import { isIdempotent } from "./retry.ts";
import type { CallOptions, Transport } from "./transport.ts";

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
  /** Whether a second attempt can do no harm, and its body can be sent again. */
  readonly repeatable: boolean;
}

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
  const { parameters = [], method, idempotencyKey } = operation;
  const at = (location: ParameterLocation): ClientParameter[] =>
    parameters.filter((parameter) => parameter.in === location);
  const params = {
    path: valuesOf(at("path"), input),
    query: valuesOf([...at("query"), ...at("querystring")], input),
    header: valuesOf(at("header"), input),
    cookie: valuesOf(at("cookie"), input),
  };
  if (idempotencyKey !== undefined && !isIdempotent(method)) {
    params.header[idempotencyKey] ??= randomKey();
  }
  const path = encodePath(operation.path, at("path"), params.path);
  const query = encodeQuery([...at("query"), ...at("querystring")], params.query);
  const { body, contentType } = encodeBody(operation, input, options.contentType);
  const cookie = encodeCookies(at("cookie"), params.cookie);
  const baseUrl = baseUrlOf(transport, operation, options);
  const target = joinQuery(path, query);
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
      encodeHeaders(at("header"), params.header),
      options.headers,
    ),
    body,
    params,
    repeatable:
      (isIdempotent(method) || idempotencyKey !== undefined) && !(body instanceof ReadableStream),
  };
}

/** Where a call goes. Who gives another base URL than the document's, such as a mock's, means all operations. */
function baseUrlOf(
  transport: Transport,
  { server }: ClientOperation,
  options: CallOptions<AuthOptions>,
): string {
  if (options.baseUrl !== undefined) {
    return removeTrailingSlash(options.baseUrl);
  }
  return server?.insteadOf === transport.baseUrl ? server.url : transport.baseUrl;
}

function valuesOf(
  parameters: readonly ClientParameter[],
  input: CallInput,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const { name, in: location, grouped } of parameters) {
    const group = grouped ? input[location] : input;
    if (typeof group === "object" && group !== null && Object.hasOwn(group, name)) {
      // An object with that member of its own.
      values[name] = (group as CallInput)[name];
    }
  }
  return values;
}

function encodeBody(
  { body: encoders = {}, choosesContentType }: ClientOperation,
  input: CallInput,
  wanted: string | undefined,
): { body: RequestBody | undefined; contentType?: string } {
  const { body } = input;
  // The declared type of an input with a choice has nothing else there.
  const chosen = choosesContentType ? (input.contentType as string | undefined) : undefined;
  const mediaType = chosen ?? wanted ?? Object.keys(encoders)[0] ?? "";
  const encode = Object.hasOwn(encoders, mediaType)
    ? encoders[mediaType]
    : encoders[rangeOf(mediaType, encoders) ?? ""];
  if (body === undefined || encode === undefined) {
    return { body: undefined };
  }
  const encoded = encode(body);
  if (mediaType.endsWith("/*+json")) {
    // Documents have this range for every JSON, which fetch cannot tell of a text.
    return { body: encoded, contentType: "application/json" };
  }
  // A multipart body knows its boundary, a Blob for a range of media types its type: fetch takes it from there.
  return /^multipart\/|\*/.test(mediaType)
    ? { body: encoded }
    : { body: encoded, contentType: mediaType };
}

/** The range of media types, such as `image/*`, that a media type belongs to. */
function rangeOf(mediaType: string, encoders: object): string | undefined {
  return Object.keys(encoders).find((range) => {
    const [start = "", end] = range.split("*");
    return end !== undefined && mediaType.startsWith(start) && mediaType.endsWith(end);
  });
}

/** 128 random bits. `randomUUID` exists in secure contexts only. */
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}
