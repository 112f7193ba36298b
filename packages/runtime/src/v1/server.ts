/**
 * The core of generated servers: a router from plain descriptions of operations, without a server of its own. The
 * adapters beside this file connect it to Node, Hono, Express and Fastify.
 */

export type {
  ClientErrorStatus,
  RedirectStatus,
  ServerErrorStatus,
  StatusCode,
  SuccessStatus,
} from "./http/status.ts";
export { InvalidResponseError } from "./server/answers/answer.ts";
export type { FailureOptions } from "./server/answers/answer-failure.ts";
export { type Failure, type FailureResponse, InvalidItemError } from "./server/answers/failure.ts";
export { negotiate } from "./server/answers/media-type.ts";
export { NotImplementedError, notImplemented } from "./server/answers/not-implemented.ts";
export { type Answer, BodyTooLargeError, type Call, type Service } from "./server/call.ts";
export type {
  BodyContent,
  BodyDefinition,
  Defaults,
  OperationDefinition,
  OperationValidators,
  PartDefinition,
  PartsDefinition,
  Validator,
} from "./server/operation.ts";
export {
  createRouter,
  type RouterFunctions,
  type RouterOptions,
  type ServerDefinition,
} from "./server/router.ts";
export {
  type BasicCredential,
  Refusal,
  refuse,
  type SecurityCall,
  type SecuritySchemeDefinition,
} from "./server/security.ts";
export type {
  BinaryBody,
  Handler,
  ItemStream,
  MultipartForm,
  OperationInput,
  ResponseHeaders,
  SecurityHook,
  TextBody,
} from "./server/types.ts";
export type { ServerSentEvent } from "./streams/events.ts";
