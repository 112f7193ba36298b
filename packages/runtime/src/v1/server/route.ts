import {
  conversionErrorToLine,
  decodeParameters,
  decodeRequestBody,
  encodeResponse,
  readExactAsText,
} from "../conversions/convert-route.ts";
import { parseExactly, stringifyExactly } from "../conversions/exact-json.ts";
import type { DecodedParameters } from "../parameters.ts";
import {
  type AnswerBuilder,
  createAnswerBuilder,
  findResponse,
  type HandlerResponse,
  InvalidResponseError,
  prepareResponseCheck,
  responseToAnswer,
} from "./answers/answer.ts";
import { Failed, failInvalidRequest } from "./answers/failure.ts";
import { issuesToLines } from "./answers/issues.ts";
import { listChoosableTypes, negotiate } from "./answers/media-type.ts";
import { type BodyReader, createBodyReader, type ReadBody } from "./bodies/body.ts";
import { findEncodingErrors } from "./bodies/encoding.ts";
import type { BodyLimits } from "./bodies/multipart/read.ts";
import type { Answer, Call } from "./call.ts";
import { fillDefaults, type SharedDefaults } from "./defaults.ts";
import { createParameterReader, HandlerInput, type ParameterReader } from "./input.ts";
import { callAfter, type Later, settle } from "./later.ts";
import type {
  AnyHandler,
  OperationDefinition,
  OperationValidators,
  Validator,
} from "./operation.ts";
import type { Authenticate } from "./security.ts";

/** Everything about one operation that is prepared before the first request. */
export interface Route {
  readonly operation: OperationDefinition;
  readonly handler: (input: HandlerInput) => unknown;
  readonly authenticate: Authenticate | undefined;
  readonly readParameters: ParameterReader | undefined;
  readonly readBody: BodyReader | undefined;
  readonly limits: BodyLimits;
  /** The media types of success answers, in lower case; empty when they do not have bodies. */
  readonly available: readonly string[];
  readonly buildAnswer: AnswerBuilder;
  readonly validators: () => OperationValidators | undefined;
  readonly validateResponses: boolean;
  readonly defaults: SharedDefaults;
}

export interface RouteOptions {
  readonly handler: AnyHandler;
  readonly authenticate: Authenticate | undefined;
  /** The names of API keys in the query. */
  readonly queryKeys: readonly string[];
  readonly bodyLimit: number;
  readonly partLimit: number;
  readonly memberLimit: number;
  readonly validators: Readonly<Record<string, OperationValidators | undefined>>;
  readonly validateResponses: boolean;
  readonly defaults: SharedDefaults;
}

/** Prepares an operation. */
export function createRoute(operation: OperationDefinition, options: RouteOptions): Route {
  const prepareValidators = () => options.validators[operation.name];
  const { parameters = [] } = operation;
  return {
    operation,
    // The handler's declared input type and the input itself both come from the operation, so they match.
    handler: options.handler as (input: HandlerInput) => unknown,
    authenticate: options.authenticate,
    readParameters:
      parameters.length === 0
        ? undefined
        : createParameterReader(
            operation,
            readExactAsText(operation.conversions, parameters),
            prepareValidators,
            options.queryKeys,
          ),
    readBody:
      operation.body &&
      createBodyReader(
        operation.body,
        (mediaType) => prepareValidators()?.requestBody?.[mediaType],
        operation.isRawBodyKept,
        operation.conversions?.isExact === true ? parseExactly : undefined,
      ),
    limits: { bytes: options.bodyLimit, parts: options.partLimit, members: options.memberLimit },
    available: listSuccessTypes(operation),
    buildAnswer: createAnswerBuilder(operation),
    validators: prepareValidators,
    validateResponses: options.validateResponses,
    defaults: options.defaults,
  };
}

/**
 * Serves one call. It checks the credentials first, then `Accept`, then parameters and body, and then calls the
 * handler.
 *
 * @param values the texts of the path parameters, in the order of the path
 */
export function serveRoute(
  route: Route,
  call: Call,
  values: readonly string[],
): Later<Answer | Failed> {
  if (route.authenticate === undefined) {
    return serveKnown(route, call, values, undefined);
  }
  return callAfter(route.authenticate(call), (principal) =>
    principal instanceof Failed ? principal : serveKnown(route, call, values, principal),
  );
}

function serveKnown(
  route: Route,
  call: Call,
  values: readonly string[],
  principal: unknown,
): Later<Answer | Failed> {
  const { available } = route;
  const accept =
    available.length === 0 ? undefined : negotiate(call.headers.get("accept"), available);
  if (accept === undefined && available.length > 0) {
    return new Failed({ kind: "not-acceptable", status: 406, available });
  }
  const wrongEncoding = findEncodingErrors(call);
  if (wrongEncoding.length > 0) {
    return failInvalidRequest(wrongEncoding);
  }
  const errors: string[] = [];
  const parameters = route.readParameters?.(call, values, errors);
  if (route.readBody === undefined) {
    return errors.length > 0
      ? failInvalidRequest(errors)
      : respondConverted(
          route,
          parameters,
          undefined,
          (decoded) => new HandlerInput(call, decoded, undefined, principal, accept),
        );
  }
  return callAfter(route.readBody(call, route.limits), (body) => {
    if (body instanceof Failed) {
      return withErrors(body, errors);
    }
    checkBody(route, body, errors);
    return errors.length > 0
      ? failInvalidRequest(errors)
      : respondConverted(
          route,
          parameters,
          body,
          (decoded, value) => new HandlerInput(call, decoded, value, principal, accept),
        );
  });
}

/** Reports invalid parameters together with an invalid body. */
function withErrors(failed: Failed, errors: readonly string[]): Failed {
  return errors.length > 0 && failed.failure.kind === "invalid-request"
    ? failInvalidRequest([...errors, ...failed.failure.errors])
    : failed;
}

/** Decodes the values of a valid request, and calls the handler with them. */
function respondConverted(
  route: Route,
  parameters: DecodedParameters | undefined,
  body: ReadBody | undefined,
  createInput: (
    parameters: DecodedParameters | undefined,
    body: ReadBody | undefined,
  ) => HandlerInput,
): Later<Answer | Failed> {
  const { conversions } = route.operation;
  if (conversions === undefined) {
    return respond(route, createInput(parameters, body));
  }
  let input: HandlerInput;
  try {
    input = createInput(
      parameters && decodeParameters(conversions, parameters),
      body && { ...body, value: decodeRequestBody(conversions, body.mediaType, body.value) },
    );
  } catch (error) {
    return failInvalidRequest([conversionErrorToLine(error)]);
  }
  return respond(route, input);
}

function respond(route: Route, input: HandlerInput): Later<Answer> {
  return callAfter(settle(route.handler(input)), (response) => finish(route, response));
}

function checkBody(route: Route, body: ReadBody, errors: string[]): void {
  if (body.isChecked) {
    const validator = route.validators()?.requestBody?.[body.mediaType ?? ""];
    const result = validator?.safeParse(body.value);
    if (result?.success === false) {
      errors.push(...issuesToLines("body", result.error.issues));
    } else if (body.defaults !== undefined) {
      fillDefaults(body.value, body.defaults, route.defaults);
    }
  }
  if (body.partHeaders !== undefined) {
    const validator = route.validators()?.partHeaders?.[body.mediaType ?? ""];
    const result = validator?.safeParse(body.partHeaders);
    if (result?.success === false) {
      errors.push(...issuesToLines("partHeaders", result.error.issues));
    }
  }
}

function finish(route: Route, returned: unknown): Answer {
  if (returned instanceof Response) {
    return responseToAnswer(returned);
  }
  const { conversions, responses } = route.operation;
  const response =
    conversions === undefined
      ? returned
      : encodeResponse(conversions, returned, (status) => findResponse(responses, status)?.[0]);
  if (!route.validateResponses) {
    return route.buildAnswer(response);
  }
  let onItem: ItemCheck | undefined;
  // `onItem` is set below. No item is read before that.
  const answer = route.buildAnswer(response, (item) => onItem?.(item));
  // `buildAnswer` throws for every other value.
  onItem = checkResponse(route, response as HandlerResponse);
  return answer;
}

type ItemCheck = (item: unknown) => void;

/**
 * Checks an answer against the document. Only JSON bodies are validated, because the schema of text or bytes describes
 * their meaning, if anything.
 *
 * @returns for a stream, a function that checks each item
 */
function checkResponse(
  { operation, validators }: Route,
  response: HandlerResponse,
): ItemCheck | undefined {
  const { status, headers } = response;
  const { name, conversions } = operation;
  // Validators judge numbers, and not the texts of numbers that are written exactly.
  const round = (value: unknown): unknown =>
    conversions !== undefined && isPlain(value) ? JSON.parse(stringifyExactly(value)) : value;
  const body = round(response.body);
  const found = prepareResponseCheck(operation, validators(), response);
  if (found === undefined) {
    throw new InvalidResponseError(name, [`status: ${status} is not documented`]);
  }
  const isEmpty = findResponse(operation.responses, status)?.length === 0;
  // An answer to HEAD may lack the body, although it has the header fields of one (RFC 9110, section 9.3.2).
  const mayLack = operation.method.toUpperCase() === "HEAD";
  if (isEmpty !== (body === undefined) && !(mayLack && body === undefined)) {
    throw new InvalidResponseError(name, [`body: ${isEmpty ? "unknown" : "required"}`]);
  }
  const documented = operation.headers && findResponse(operation.headers, status);
  if (documented !== undefined) {
    assertValid(name, "headers", found.headers, renameHeaders(documented, headers ?? {}));
  }
  const { isJson, stream } = found.form;
  if (body === undefined) {
    return undefined;
  }
  if (stream !== undefined) {
    let index = 0;
    return (item) => assertValid(name, `body[${index++}]`, found.validator, round(item));
  }
  if (isJson && !(body instanceof ReadableStream)) {
    assertValid(name, "body", found.validator, body);
  }
  return undefined;
}

/** Returns whether a value is JSON, and not a stream or bytes. */
function isPlain(value: unknown): boolean {
  return Array.isArray(value) || Object.prototype.toString.call(value) === "[object Object]";
}

function assertValid(
  operation: string,
  place: string,
  validator: Validator | undefined,
  value: unknown,
): void {
  const result = validator?.safeParse(value);
  if (result?.success === false) {
    throw new InvalidResponseError(operation, issuesToLines(place, result.error.issues));
  }
}

/** Picks the documented headers and spells their names as in the document, because a handler may use another case. */
function renameHeaders(
  documented: readonly { readonly name: string }[],
  headers: NonNullable<HandlerResponse["headers"]>,
): Record<string, unknown> {
  const given = Object.entries(headers).map(
    ([name, value]) => [name.toLowerCase(), value] as const,
  );
  const byName = new Map(given.filter(([, value]) => value !== undefined));
  return Object.fromEntries(
    documented
      .filter(({ name }) => byName.has(name.toLowerCase()))
      .map(({ name }) => [name, byName.get(name.toLowerCase())]),
  );
}

function listSuccessTypes(operation: OperationDefinition): readonly string[] {
  const entries = Object.entries(operation.responses);
  const successes = entries.filter(([status]) => status.startsWith("2"));
  const relevant = successes.length > 0 ? successes : entries.filter(([key]) => key === "default");
  return listChoosableTypes(relevant.flatMap(([, types]) => types));
}
