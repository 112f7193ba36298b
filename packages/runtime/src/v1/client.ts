/**
 * The functions that generated clients call: `createClient` with openapi-fetch's interface, and `call` with
 * `createTransport` for standalone operations. A bundle holds only the parts that it uses.
 */

export { followedItems, followedPages } from "./client/answers/followed-pages.ts";
export { items, type PageItem, type PaginationDefinition, pages } from "./client/answers/pages.ts";
export { type HeaderDefinition, primitiveHeaders } from "./client/answers/primitive-headers.ts";
export { readEncodedText } from "./client/answers/read-encoded-text.ts";
export { responseHeaders } from "./client/answers/response-headers.ts";
export {
  eventStream,
  eventStreamWith,
  jsonLines,
  jsonLinesBody,
  jsonSequence,
  jsonSequenceBody,
} from "./client/answers/streams.ts";
export type { ApiPromise, ApiResponse } from "./client/api-promise.ts";
export type {
  AuthOptions,
  BasicCredential,
  Credential,
  CredentialAnswer,
  CredentialRequest,
  ExpiringToken,
} from "./client/auth/credential.ts";
export { CredentialError, isCredentialError } from "./client/auth/credential-error.ts";
export {
  authorization,
  basic,
  bearer,
  cookieKey,
  headerKey,
  queryKey,
} from "./client/auth/places.ts";
export { secured } from "./client/auth/secured.ts";
export type {
  CredentialPlace,
  OperationSecurity,
  SchemeDefinition,
  SecurityAlternative,
} from "./client/auth/security.ts";
export { type BoundOperations, bindOperations } from "./client/bind-operations.ts";
export { call } from "./client/call.ts";
export type {
  BodySerializer,
  Client,
  ClientForPath,
  ClientMethod,
  ClientOptions,
  ClientPathsWithMethod,
  ClientRequestMethod,
  DefaultParamsOption,
  FetchOptions,
  FetchResponse,
  MaybeOptionalInit,
  MethodResponse,
  ParamsOption,
  ParseAsResponse,
  PathBasedClient,
  PathSerializer,
  QuerySerializer,
  RequestBodyOption,
  RequestOptions,
} from "./client/document-client/client-types.ts";
export { createClient } from "./client/document-client/create-client.ts";
export {
  createDocumentClient,
  type DocumentFacts,
  type OperationSecurities,
  type OperationServers,
} from "./client/document-client/create-document-client.ts";
export type { MediaType } from "./client/document-client/openapi-types.ts";
export type { ParameterStyles, StyleEncoders } from "./client/document-client/parameter-styles.ts";
export {
  createPathBasedClient,
  wrapAsPathBasedClient,
} from "./client/document-client/path-based-client.ts";
export {
  createQuerySerializer,
  defaultBodySerializer,
  defaultPathSerializer,
  type QuerySerializerOptions,
  serializeArrayParam,
  serializeObjectParam,
  serializePrimitiveParam,
} from "./client/document-client/serializers.ts";
export { ApiError, type ApiErrorInit, isApiError } from "./client/failures/api-error.ts";
export {
  ApiCallError,
  ApiConnectionError,
  type ApiFailure,
  ApiTimeoutError,
  isApiCallError,
  isApiConnectionError,
  isApiTimeoutError,
  isUnexpectedAnswerError,
  UnexpectedAnswerError,
} from "./client/failures/call-errors.ts";
export type { RetryRules } from "./client/failures/retry.ts";
export { invoke } from "./client/invoke.ts";
export type {
  MergedOptions,
  Middleware,
  MiddlewareCallbackParams,
  MiddlewareRequestParams,
  ParseAs,
} from "./client/middleware.ts";
export type {
  BodyEncoder,
  CallInput,
  ClientOperation,
  ClientParameter,
  EncodedBody,
  NoInput,
  RequestEncoders,
  StreamConnection,
  StreamReader,
} from "./client/operation.ts";
export {
  type BinaryBody,
  bracketFormBody,
  formBody,
  formBodyWith,
  jsonBody,
  rawBody,
} from "./client/requests/body.ts";
export { encodeBody } from "./client/requests/encode-body.ts";
export { createFinalURL, removeTrailingSlash } from "./client/requests/final-url.ts";
export { type HeadersOptions, mergeHeaders } from "./client/requests/headers.ts";
export {
  type FileContent,
  type MultipartBody,
  multipartBody,
  multipartBodyWith,
  type Part,
  type PartEncoding,
  type PartOptions,
  part,
} from "./client/requests/multipart.ts";
export { randomKey } from "./client/requests/random-key.ts";
export {
  type CallLimits,
  type CallOptions,
  createTransport,
  type FetchSettings,
  type Transport,
  type TransportOptions,
} from "./client/transport.ts";
export type { ClientErrorStatus, ErrorStatus, ServerErrorStatus } from "./http/status.ts";
export {
  encodeBracketQuery,
  encodeCookies,
  encodeHeaders,
  encodePath,
  encodePrimitiveHeaders,
  encodePrimitivePath,
  encodePrimitiveQuery,
  encodeQuery,
  joinQuery,
} from "./parameters.ts";
export type { ServerSentEvent } from "./streams/events.ts";
