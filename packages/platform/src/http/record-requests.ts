import type { Answer, Call, FailureResponse } from "@specwright/runtime/v1/server";
import type { Logger } from "pino";
import { PlatformError } from "../errors.ts";
import type { RequestContext } from "../handlers/handler.ts";
import { withSpan } from "../tracing/tracing.ts";
import type { Origins } from "./callers/origins.ts";
import { rateLimitHeaders } from "./callers/rate-limit.ts";
import { describeError } from "./errors/describe-error.ts";
import type { ErrorAnswers } from "./errors/error-answer.ts";
import { isUnavailable } from "./errors/is-unavailable.ts";
import { type Metrics, toKnownMethod } from "./metrics.ts";
import { noteStream } from "./streams/note-stream.ts";

/** Parts of a recorder. */
export interface RecorderOptions {
  readonly errors: ErrorAnswers;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly origins: Origins;
}

/** An operation of the document, or a place beside them. */
export interface Route {
  readonly name: string;
  /** The template, which stands for the path, because that may hold a token. */
  readonly path: string;
}

/** Adds and notes the things that all answers have in common, whichever route they come from. */
export interface Recorder {
  /** Adds the header fields of every answer, and notes the request as a span, in the metrics and in the log. */
  record(
    call: Call<RequestContext>,
    route: Route | undefined,
    answer: () => Promise<Answer>,
  ): Promise<Answer>;
  /** The answer for an error. One that is not a PlatformError is logged, and says nothing to the caller. */
  ofError(error: unknown, call: Call<RequestContext>): FailureResponse;
  /** The same in the form in which it is sent. */
  toAnswer(error: unknown, call: Call<RequestContext>): Answer;
}

/** As nginx notes a client that closed its connection before it was answered. */
const callerLeft = 499;

/** Makes a recorder. */
export function createRecorder({ errors, log, metrics, origins }: RecorderOptions): Recorder {
  const ofError = (error: unknown, call: Call<RequestContext>): FailureResponse => {
    const { requestId, hasLeft } = call.context;
    if (error instanceof PlatformError) {
      return errors.ofError(error, requestId);
    }
    // The body of a caller that left has not arrived whole, which is nobody's fault.
    const level = hasLeft() ? "info" : "error";
    log[level]({ request_id: requestId, err: describeError(error) }, "unexpected error");
    return errors.ofError(
      new PlatformError(isUnavailable(error) ? "Server_Unavailable" : "Server_Unexpected"),
      requestId,
    );
  };
  return {
    ofError,
    toAnswer: (error, call) => toAnswer(ofError(error, call)),
    record: (call, route, answer) =>
      traced(call, route, async () => {
        const began = performance.now();
        const done = metrics.begin();
        const shown = await answer();
        if (call.context.hasLeft()) {
          // Nobody gets it. In logs, metrics and spans a call that was given up for that reason does not count as a failure.
          shown.status = callerLeft;
        }
        noteStream(shown, call, route?.name ?? "none", { log, metrics });
        addHeaders(shown, call.context);
        origins.addHeaders(shown, call);
        const seconds = (performance.now() - began) / 1000;
        done(route?.name ?? "none", call.method, shown.status, seconds);
        logRequest(log, { call, route, status: shown.status, seconds });
        return shown;
      }),
  };
}

/** The request as a span, by the route's template, like its line in the log. */
function traced(
  call: Call<RequestContext>,
  found: Route | undefined,
  answer: () => Promise<Answer>,
): Promise<Answer> {
  const method = toKnownMethod(call.method);
  const route = found?.path;
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
    readonly route: Route | undefined;
    readonly status: number;
    readonly seconds: number;
  },
): void {
  const { call, route, status, seconds } = request;
  const { requestId, found } = call.context;
  log.info(
    {
      request_id: requestId,
      operation: route?.name,
      method: call.method.slice(0, 16),
      route: route?.path,
      status,
      duration_ms: Math.round(seconds * 1000),
      project_id: found.projectId,
    },
    "request",
  );
}
