/** The functions with which generated mocks make handlers for MSW 2 and 3. They do not import it. */

export { readExactAsText } from "./conversions/convert-route.ts";
export type {
  ClientErrorStatus,
  RedirectStatus,
  ServerErrorStatus,
  StatusCode,
  SuccessStatus,
} from "./http/status.ts";
export { convertMock } from "./mocks/convert-mock.ts";
export { decodePlainParameters } from "./mocks/decode-plain.ts";
export { encodeMockStream } from "./mocks/encode-stream.ts";
export { hasPairs } from "./mocks/has-pairs.ts";
export type { MockAnswer, MockReply } from "./mocks/mock-answer.ts";
export {
  type HandlerClass,
  type MockDefinition,
  type MockedAnswer,
  type MockOperation,
  type MockOptions,
  type MockResult,
  mockOperation,
} from "./mocks/mock-operation.ts";
export { readMockBody, readMockForm } from "./mocks/read-body.ts";
export { refuseToMake } from "./mocks/refuse-to-make.ts";
export { createParameterDecoder } from "./parameters/decode.ts";
