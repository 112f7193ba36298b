import { withoutBody } from "./answers/answer.ts";
import { answerError, answerFailure, type FailureOptions } from "./answers/answer-failure.ts";
import { Failed } from "./answers/failure.ts";
import type { Answer, Call, Service } from "./call.ts";
import { answerToResponse, requestToCall } from "./http/fetch.ts";
import { callAfter, type Later, settle } from "./later.ts";
import type {
  AnyHandler,
  Defaults,
  OperationDefinition,
  OperationValidators,
  Validator,
} from "./operation.ts";
import { createRoute, type Route, serveRoute } from "./route.ts";
import { createMatcher, type PathMatch } from "./routing/match.ts";
import {
  type AnySecurityHook,
  createAuthenticate,
  type SecuritySchemeDefinition,
} from "./security.ts";

/** The parts of its document that a generated server needs. */
export interface ServerDefinition {
  readonly operations: readonly OperationDefinition[];
  /** The schemes of requests. Only those that an operation names have a hook. */
  readonly securitySchemes: Readonly<Record<string, SecuritySchemeDefinition>>;
  /** Generated validators by operation name. */
  readonly validators: Readonly<Record<string, OperationValidators | undefined>>;
  /** Plans of defaults that several bodies share, by the name of the schema. */
  readonly defaults?: Readonly<Record<string, Defaults>>;
  /** Generated validators of component schemas, for defaults in alternatives. */
  readonly schemas?: Readonly<Record<string, Validator | undefined>>;
}

/** The options of an application's router. */
export interface RouterOptions<Context = void, Name extends string = string>
  extends FailureOptions<Context> {
  /** The largest body, in bytes. Default: 1 MiB. */
  readonly bodyLimit?: number;
  /** How many parts a multipart body may have. Default: 1000. */
  readonly partLimit?: number;
  /**
   * The total number of arrays, objects and members that a JSON body may have; a body with more is answered with 400. A
   * body of 1 MiB can have 350,000, which take a hundred times as long to parse and validate as one long string. Default:
   * no limit.
   */
  readonly memberLimit?: number;
  /** The same as `bodyLimit` by operation. */
  readonly bodyLimits?: Readonly<Partial<Record<Name, number>>>;
  /**
   * Checks every answer of a handler against the document. One that does not match becomes an `invalid-response`
   * failure, and `onError` gets an InvalidResponseError. For tests and development. Default: false.
   */
  readonly validateResponses?: boolean;
  /** The prefix of the document's paths, such as `/v1`. Default: empty. */
  readonly basePath?: string;
  /** `name=`, `name` and `name=null` in the query mean that the parameter is absent. Default: false. */
  readonly emptyQueryAsAbsent?: boolean;
  /**
   * Wraps every request, including failures, for request ids, metrics and logs. It must return an answer, usually that
   * of `next()`, which never rejects. `operation` is undefined when no operation was found.
   */
  readonly around?: (
    call: Call<Context>,
    operation: OperationDefinition | undefined,
    next: () => Promise<Answer>,
  ) => Promise<Answer>;
}

/** The functions of an application by name. Generated code declares their types. */
export interface RouterFunctions {
  readonly handlers: Readonly<Record<string, AnyHandler | undefined>>;
  readonly security: Readonly<Record<string, AnySecurityHook | undefined>>;
}

const defaultBodyLimit = 1024 * 1024;
const defaultPartLimit = 1000;

/**
 * The router of a generated server: `(Request) => Promise<Response>`, which never rejects. It answers HEAD, OPTIONS and
 * the failures 400, 401, 403, 404, 405 (with `Allow`), 406, 413 and 415 itself. Handlers see only requests that the
 * document allows.
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
    const match = find(call.path, call.query);
    const route = match && findRoute(match, call.method);
    const answered =
      around === undefined
        ? serve(call, match, route, options)
        : answerCaught(call, options, () =>
            settle(around(call, route?.operation, async () => serve(call, match, route, options))),
          );
    return call.method === "HEAD" ? callAfter(answered, withoutBody) : answered;
  };
  const routeRequest = async (request: Request, context: Context): Promise<Response> =>
    answerToResponse(await answer(requestToCall(request, context)));
  const report = (error: unknown, call: Call<Context>) => void answerError(error, call, options);
  const methods = [...new Set(definition.operations.map(({ method }) => method))];
  return Object.assign(routeRequest, { answer, report, methods });
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
  const queryKeys = listQueryKeys(securitySchemes);
  return operations.map((given) => {
    const operation = options.emptyQueryAsAbsent === true ? withEmptyAsAbsent(given) : given;
    return createRoute(operation, {
      // Checked above. It is bound because handlers may be methods of an object.
      handler: (handlers[operation.name] as AnyHandler).bind(handlers),
      authenticate: createAuthenticate(operation, securitySchemes, security),
      queryKeys,
      bodyLimit: options.bodyLimits?.[operation.name] ?? options.bodyLimit ?? defaultBodyLimit,
      partLimit: options.partLimit ?? defaultPartLimit,
      memberLimit: options.memberLimit ?? Number.POSITIVE_INFINITY,
      validators,
      validateResponses: options.validateResponses ?? false,
      defaults: { plans: defaults, schemas },
    });
  });
}

function listQueryKeys(schemes: ServerDefinition["securitySchemes"]): readonly string[] {
  return Object.values(schemes).flatMap((scheme) =>
    scheme.type === "apiKey" && scheme.in === "query" ? [scheme.name] : [],
  );
}

function withEmptyAsAbsent(operation: OperationDefinition): OperationDefinition {
  const parameters = (operation.parameters ?? []).map((parameter) =>
    parameter.in === "query" ? { ...parameter, emptyAsAbsent: true } : parameter,
  );
  return { ...operation, parameters };
}

function findRoute(match: PathMatch<Route>, method: string): Route | undefined {
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
  return answerCaught(call, options, () =>
    callAfter(serveRoute(route, call, match.values), (answer) =>
      answer instanceof Failed ? answerFailure(answer.failure, call, options) : answer,
    ),
  );
}

/** Turns the errors of `serve` into answers. */
function answerCaught<Context>(
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
