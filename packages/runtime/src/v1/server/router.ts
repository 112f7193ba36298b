import { InvalidResponseError, withoutBody } from "./answer.ts";
import { type Answer, BodyTooLargeError, type Call, type Service } from "./call.ts";
import {
  Failed,
  type Failure,
  type FailureResponse,
  failureToAnswer,
  InvalidItemError,
  renderProblem,
} from "./failure.ts";
import { answerToResponse, requestToCall } from "./fetch.ts";
import { after, type Later } from "./later.ts";
import { createMatcher, type PathMatch } from "./match.ts";
import { NotImplementedError } from "./not-implemented.ts";
import type {
  AnyHandler,
  Defaults,
  OperationDefinition,
  OperationValidators,
  Validator,
} from "./operation.ts";
import { createRoute, type Route, serveRoute } from "./route.ts";
import {
  type AnySecurityHook,
  createAuthenticate,
  type SecuritySchemeDefinition,
} from "./security.ts";

/** What a generated server knows from its document. */
export interface ServerDefinition {
  readonly operations: readonly OperationDefinition[];
  readonly securitySchemes: Readonly<Record<string, SecuritySchemeDefinition>>;
  /** Generated validators by operation name. */
  readonly validators: Readonly<Record<string, OperationValidators | undefined>>;
  /** Plans of defaults that several bodies share, by schema. */
  readonly defaults?: Readonly<Record<string, Defaults>>;
  /** Generated validators of component schemas, for defaults in alternatives. */
  readonly schemas?: Readonly<Record<string, Validator | undefined>>;
}

/** What an application may change about how failures are told. */
export interface FailureOptions<Context = void> {
  /** Tells a failure in the API's own error shape. Default: Problem Details (RFC 9457). */
  readonly renderFailure?: (failure: Failure, call: Call<Context>) => FailureResponse;
  /**
   * Gets whatever a handler or a hook threw. What it returns is sent, so that an application's own errors become
   * answers; nothing returned is an `unexpected` failure, which carries nothing of the error. Default: `console.error`.
   */
  readonly onError?: OnError<Context>;
}

/** Answers synchronously: a caller waits for it. */
export type OnError<Context> = (
  error: unknown,
  call: Call<Context>,
  // biome-ignore lint/suspicious/noConfusingVoidType: a hook that only logs returns nothing.
) => FailureResponse | void;

/** What an application may change about a router. */
export interface RouterOptions<Context = void, Name extends string = string>
  extends FailureOptions<Context> {
  /** Bytes that a body may have. Default: 1 MiB. */
  readonly bodyLimit?: number;
  /** Parts that a multipart body may have. Default: 1000. */
  readonly partLimit?: number;
  /** The same as `bodyLimit` by operation. */
  readonly bodyLimits?: Readonly<Partial<Record<Name, number>>>;
  /**
   * Holds every answer of a handler against the document; one that does not fit becomes an `invalid-response` failure,
   * and an InvalidResponseError goes to `onError`. For tests and development. Default: false.
   */
  readonly validateResponses?: boolean;
  /** What stands before the document's paths, such as `/v1`. Default: nothing. */
  readonly basePath?: string;
  /** `name=`, `name` and `name=null` in the query mean that the parameter is absent. Default: false. */
  readonly emptyQueryAsAbsent?: boolean;
  /**
   * Stands around every request, failures included: for request ids, metrics and logs. `operation` is absent when no
   * operation was found. Has to answer, usually what `next` does, which never rejects.
   */
  readonly around?: (
    call: Call<Context>,
    operation: OperationDefinition | undefined,
    next: () => Promise<Answer>,
  ) => Promise<Answer>;
}

/** Functions by name, without their types: generated declarations have those. */
export interface RouterFunctions {
  readonly handlers: Readonly<Record<string, AnyHandler | undefined>>;
  readonly security: Readonly<Record<string, AnySecurityHook | undefined>>;
}

const defaultBodyLimit = 1024 * 1024;
const defaultPartLimit = 1000;

/**
 * The router of a generated server: `(Request) => Promise<Response>`, never rejecting. It answers 404, 405 with
 * `Allow`, HEAD, OPTIONS, 401, 403, 406, 413 and 415 by itself, and a handler sees only what its document allows.
 *
 * @throws Error at once when a handler or a security hook is missing
 */
export function createRouter<Context = void>(
  definition: ServerDefinition,
  functions: RouterFunctions,
  options: RouterOptions<Context>,
): Service<Context> {
  const find = createMatcher(
    createRoutes(definition, functions, options).map((route) => ({
      method: route.operation.method,
      path: (options.basePath ?? "") + route.operation.path,
      route,
    })),
  );
  const { around } = options;
  const answer = (call: Call<Context>): Later<Answer> => {
    const match = find(call.path);
    const route = match && routeOf(match, call.method);
    const answered =
      around === undefined
        ? serve(call, match, route, options)
        : caught(call, options, () =>
            around(call, route?.operation, async () => serve(call, match, route, options)),
          );
    return call.method === "HEAD" ? after(answered, withoutBody) : answered;
  };
  const router = async (request: Request, context: Context): Promise<Response> =>
    answerToResponse(await answer(requestToCall(request, context)));
  const report = (error: unknown, call: Call<Context>) => void answerError(error, call, options);
  const methods = [...new Set(definition.operations.map(({ method }) => method))];
  return Object.assign(router, { answer, report, methods });
}

function createRoutes<Context>(
  definition: ServerDefinition,
  { handlers, security }: RouterFunctions,
  options: RouterOptions<Context>,
): readonly Route[] {
  const { operations, securitySchemes, validators, defaults = {}, schemas = {} } = definition;
  const missing = operations.filter(({ name }) => typeof handlers[name] !== "function");
  if (missing.length > 0) {
    throw new Error(`handlers: missing ${missing.map(({ name }) => name).join(", ")}`);
  }
  return operations.map((given) => {
    const operation = options.emptyQueryAsAbsent === true ? withEmptyAsAbsent(given) : given;
    return createRoute(operation, {
      // Looked at above; bound, because handlers may be methods of one object.
      handler: (handlers[operation.name] as AnyHandler).bind(handlers),
      authenticate: createAuthenticate(operation, securitySchemes, security),
      bodyLimit: options.bodyLimits?.[operation.name] ?? options.bodyLimit ?? defaultBodyLimit,
      partLimit: options.partLimit ?? defaultPartLimit,
      validators,
      validateResponses: options.validateResponses ?? false,
      defaults: { plans: defaults, schemas },
    });
  });
}

function withEmptyAsAbsent(operation: OperationDefinition): OperationDefinition {
  const parameters = (operation.parameters ?? []).map((parameter) =>
    parameter.in === "query" ? { ...parameter, emptyAsAbsent: true } : parameter,
  );
  return { ...operation, parameters };
}

function routeOf(match: PathMatch<Route>, method: string): Route | undefined {
  return match.methods.get(method) ?? (method === "HEAD" ? match.methods.get("GET") : undefined);
}

function serve<Context>(
  call: Call<Context>,
  match: PathMatch<Route> | undefined,
  route: Route | undefined,
  options: FailureOptions<Context>,
): Later<Answer> {
  if (match === undefined) {
    return answerFailure({ kind: "not-found", status: 404 }, call, options);
  }
  const { allow } = match;
  if (route === undefined) {
    return call.method === "OPTIONS"
      ? { status: 204, headers: { allow }, body: null }
      : answerFailure({ kind: "method-not-allowed", status: 405, allow }, call, options);
  }
  return caught(call, options, () =>
    after(serveRoute(route, call, match.values), (answer) =>
      answer instanceof Failed ? answerFailure(answer.failure, call, options) : answer,
    ),
  );
}

/** What `serve` throws or rejects with becomes an answer. */
function caught<Context>(
  call: Call<Context>,
  options: FailureOptions<Context>,
  serve: () => Later<Answer>,
): Later<Answer> {
  try {
    const answer = serve();
    return answer instanceof Promise
      ? answer.catch((error: unknown) => answerError(error, call, options))
      : answer;
  } catch (error) {
    return answerError(error, call, options);
  }
}

/** What was thrown, as an answer; never throws itself. */
export function answerError<Context>(
  error: unknown,
  call: Call<Context>,
  options: FailureOptions<Context>,
): Answer {
  if (error instanceof BodyTooLargeError) {
    const { limit } = error;
    return answerFailure({ kind: "body-too-large", status: 413, limit }, call, options);
  }
  if (error instanceof InvalidItemError) {
    const { errors } = error;
    return answerFailure({ kind: "invalid-request", status: 400, errors }, call, options);
  }
  if (error instanceof NotImplementedError) {
    const { operation } = error;
    return answerFailure({ kind: "not-implemented", status: 501, operation }, call, options);
  }
  const failure: Failure =
    error instanceof InvalidResponseError
      ? { kind: "invalid-response", status: 500 }
      : { kind: "unexpected", status: 500 };
  try {
    const onError: OnError<Context> = options.onError ?? ((each) => console.error(each));
    const response = onError(error, call);
    return response !== undefined
      ? failureToAnswer(failure, response)
      : answerFailure(failure, call, options);
  } catch {
    // The hook that tells of errors failed: there is nobody left to tell.
    return { status: 500, headers: {}, body: null };
  }
}

/** A failure, as the application tells it; never throws. */
export function answerFailure<Context>(
  failure: Failure,
  call: Call<Context>,
  options: FailureOptions<Context>,
): Answer {
  try {
    return failureToAnswer(failure, (options.renderFailure ?? renderProblem)(failure, call));
  } catch (error) {
    if (failure.kind === "unexpected") {
      return { status: 500, headers: {}, body: null };
    }
    return answerError(error, call, options);
  }
}
