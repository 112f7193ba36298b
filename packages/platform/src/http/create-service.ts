import type { Answer, Call, OperationDefinition, Service } from "@specwright/runtime/v1/server";
import type { Logger } from "pino";
import { createRouter } from "../../../../generated/server/index.js";
import { PlatformError } from "../errors.ts";
import { createHandlers } from "../handlers/create-handlers.ts";
import type { PlatformPrincipals, RequestContext } from "../handlers/handler.ts";
import { withSpan } from "../tracing/tracing.ts";
import { type Callers, createCallers } from "./callers/callers.ts";
import type { Origins } from "./callers/origins.ts";
import { type RateLimit, rateLimitHeaders } from "./callers/rate-limit.ts";
import { createSecurity } from "./callers/security.ts";
import { asErrorPage, hosted } from "./errors/as-error-page.ts";
import { describeError } from "./errors/describe-error.ts";
import type { ErrorAnswers } from "./errors/error-answer.ts";
import { isUnavailable } from "./errors/is-unavailable.ts";
import { type Metrics, toKnownMethod } from "./metrics.ts";

/** What the HTTP layer of the API stands on; the rest comes with each request, in its context. */
export interface ServiceOptions {
  readonly errors: ErrorAnswers;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly rateLimit: RateLimit;
  readonly origins: Origins;
  /** Holds every answer against the document; for tests and development. */
  readonly validateResponses?: boolean;
}

/** As nginx notes a client that closed its connection before it was answered. */
const callerLeft = 499;

const mebibyte = 1024 * 1024;

/** The API as a service for the adapters of runtime: the generated router with our handlers, errors, keys and limits. */
export function createService(options: ServiceOptions): Service<RequestContext> {
  const { log } = options;
  const callers = createCallers(options.rateLimit);
  const answers = options.errors;
  const onError = (error: unknown, call: Call<RequestContext>) => {
    const { requestId } = call.context;
    if (error instanceof PlatformError) {
      return answers.ofError(error, requestId);
    }
    log.error({ request_id: requestId, err: describeError(error) }, "unexpected error");
    return answers.ofError(
      new PlatformError(isUnavailable(error) ? "Server_Unavailable" : "Server_Unexpected"),
      requestId,
    );
  };
  const guard = async (
    call: Call<RequestContext>,
    operation: OperationDefinition | undefined,
  ): Promise<void> => {
    if (operation === undefined) {
      return;
    }
    // The hosted pages have a rule of their own: any site may lead to them, and none may send their form.
    if (!hosted.has(operation.name)) {
      options.origins.assertAllowed(call);
    }
    if (operation.security === undefined) {
      await admitPublic(call, callers);
    }
  };
  return createRouter<RequestContext, PlatformPrincipals>({
    handlers: createHandlers(),
    security: createSecurity(callers),
    emptyQueryAsAbsent: true,
    validateResponses: options.validateResponses ?? false,
    // JSON of 1 MiB could have 350,000, and parsing and checking them would hold up others for half a second (ADR 47).
    memberLimit: 50_000,
    // Decisions §2; everything else has the default, 1 MiB.
    bodyLimits: {
      importToolkit: 32 * mebibyte,
      replaceToolkit: 32 * mebibyte,
      receiveWebhook: 25 * mebibyte,
    },
    renderFailure: (failure, call) => answers.ofFailure(failure, call.context.requestId, call.path),
    onError,
    around: (call, operation, next) =>
      traced(call, operation, async () => {
        const began = performance.now();
        const done = options.metrics.begin();
        const answer = await answerGuarded(guard(call, operation), next, (error) =>
          toAnswer(onError(error, call)),
        );
        const shown = asErrorPage(answer, call, operation);
        if (call.context.hasLeft()) {
          // Nobody gets it. In logs, metrics and spans a call that its caller gave up is not a failure.
          shown.status = callerLeft;
        }
        addHeaders(shown, call.context);
        options.origins.addHeaders(shown, call);
        const seconds = (performance.now() - began) / 1000;
        done(operation?.name ?? "none", call.method, shown.status, seconds);
        logRequest(log, { call, operation, status: shown.status, seconds });
        return shown;
      }),
  });
}

/** The request as a span, by the route's template, like its line in the log. */
function traced(
  call: Call<RequestContext>,
  operation: OperationDefinition | undefined,
  answer: () => Promise<Answer>,
): Promise<Answer> {
  const method = toKnownMethod(call.method);
  const route = operation?.path;
  const attributes = {
    "http.request.method": method,
    "platform.request_id": call.context.requestId,
    ...(route === undefined ? {} : { "http.route": route }),
  };
  const options = {
    kind: "server",
    attributes,
    traceparent: call.headers.get("traceparent"),
  } as const;
  return withSpan(route === undefined ? method : `${method} ${route}`, options, async (span) => {
    const answered = await answer();
    span.set({ "http.response.status_code": answered.status });
    if (answered.status >= 500) {
      span.fail(String(answered.status));
    }
    return answered;
  });
}

/**
 * Operations without a key: one that is sent all the same has to be good, and requests are counted by address.
 *
 * @throws PlatformError `Auth_KeyInvalid`, `Request_RateLimited`
 */
async function admitPublic(call: Call<RequestContext>, callers: Callers): Promise<void> {
  const key = call.headers.get("x-api-key");
  if (key === null || key === "") {
    await callers.countAddress(call.context);
    return;
  }
  const caller = await callers.identify(call.context, key);
  if (caller === undefined) {
    throw new PlatformError("Auth_KeyInvalid");
  }
}

async function answerGuarded(
  admitted: Promise<void>,
  next: () => Promise<Answer>,
  refused: (error: unknown) => Answer,
): Promise<Answer> {
  try {
    await admitted;
  } catch (error) {
    return refused(error);
  }
  return await next();
}

function toAnswer(response: ReturnType<ErrorAnswers["ofError"]>): Answer {
  return {
    status: response.status ?? 500,
    headers: { "content-type": "application/json", ...response.headers },
    body: JSON.stringify(response.body),
  };
}

function addHeaders(answer: Answer, { requestId, found }: RequestContext): void {
  answer.headers = {
    // Answers hold what only their caller may see.
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    ...answer.headers,
    ...rateLimitHeaders(found.rate),
    "x-request-id": requestId,
  };
}

/** The template of the route stands for the path, which may hold a token; the query is left out for the same reason. */
function logRequest(
  log: Logger,
  request: {
    readonly call: Call<RequestContext>;
    readonly operation: OperationDefinition | undefined;
    readonly status: number;
    readonly seconds: number;
  },
): void {
  const { call, operation, status, seconds } = request;
  const { requestId, found } = call.context;
  log.info(
    {
      request_id: requestId,
      operation: operation?.name,
      method: call.method.slice(0, 16),
      route: operation?.path,
      status,
      duration_ms: Math.round(seconds * 1000),
      project_id: found.projectId,
    },
    "request",
  );
}
