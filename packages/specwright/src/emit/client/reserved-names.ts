import { toUpperFirst } from "../../text/upper-first.ts";

const values: readonly string[] = [
  "baseUrl",
  "bindOperations",
  "bracketFormBody",
  "callbackUrl",
  "createDocumentClient",
  "createRuntimeTransport",
  "encodeBody",
  "encodeBracketQuery",
  "encodeCookies",
  "encodeHeaders",
  "encodePath",
  "encodePrimitiveHeaders",
  "encodePrimitivePath",
  "encodePrimitiveQuery",
  "encodeQuery",
  "eventStream",
  "eventStreamWith",
  "followedItems",
  "followedPages",
  "formBody",
  "formBodyWith",
  "input",
  "invoke",
  "items",
  "joinQuery",
  "jsonBody",
  "jsonLines",
  "jsonLinesBody",
  "jsonSequence",
  "jsonSequenceBody",
  "multipartBody",
  "multipartBodyWith",
  "operationSecurity",
  "operationServers",
  "options",
  "pages",
  "parameterStyles",
  "primitiveHeaders",
  "randomKey",
  "rawBody",
  "responseHeaders",
  "sendCallback",
  "transport",
];

const types: readonly string[] = [
  "Accept",
  "ApiCallError",
  "ApiConnectionError",
  "ApiError",
  "ApiFailure",
  "ApiPromise",
  "ApiTimeoutError",
  "AsyncGenerator",
  "AsyncIterable",
  "BinaryBody",
  "Blob",
  "BoundOperations",
  "CallOptions",
  "CallbackOptions",
  "CallbackSource",
  "Client",
  "ClientErrorStatus",
  "ClientOptions",
  "CredentialError",
  "ErrorStatus",
  "Exclude",
  "FormData",
  "Iterable",
  "MediaType",
  "MultipartBody",
  "NoInput",
  "NonNullable",
  "Omit",
  "PageItem",
  "Promise",
  "Record",
  "ServerErrorStatus",
  "ServerSentEvent",
  "Transport",
  "TransportOptions",
  "URLSearchParams",
  "UnexpectedAnswerError",
  "WithRequired",
  "components",
  "operations",
  "paths",
  "webhooks",
];

/**
 * The names that the generated modules import, declare or use as a global. Types are included, because their names must
 * not be names of values either.
 */
export function listReservedValues(factory: string): readonly string[] {
  return [...values, ...ofIndex, ...listReservedTypes(factory), factory];
}

/** The names that the index itself exports, and the types that it declares. */
export function indexExports(factory: string): ReadonlySet<string> {
  const { result, options, auth } = nameFactoryTypes(factory);
  return new Set([...ofIndex, factory, result, options, auth]);
}

const ofIndex: readonly string[] = [
  "ApiCallError",
  "ApiConnectionError",
  "ApiError",
  "ApiFailure",
  "ApiTimeoutError",
  "CredentialError",
  "UnexpectedAnswerError",
  "createClient",
  "createTransport",
  "isApiCallError",
  "isApiConnectionError",
  "isApiError",
  "isApiTimeoutError",
  "isCredentialError",
  "isUnexpectedAnswerError",
  "part",
];

/** The names of types that the declarations themselves use. */
export function listReservedTypes(factory: string): readonly string[] {
  const { result, options, auth } = nameFactoryTypes(factory);
  return [...types, result, options, auth];
}

/** The types of a factory such as `createPlatform`: `Platform`, `PlatformOptions` and `PlatformAuth`. */
export function nameFactoryTypes(factory: string): {
  result: string;
  options: string;
  auth: string;
} {
  const result = toUpperFirst(factory.replace(/^create(?=.)/, ""));
  return { result, options: `${result}Options`, auth: `${result}Auth` };
}
