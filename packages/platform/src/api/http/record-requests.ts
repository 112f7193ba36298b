import type { Answer, Call, FailureResponse } from "@specwright/runtime/v1/server";
import type { Logger } from "pino";
import { isUnavailable } from "../../base/db/is-unavailable.ts";
import { PlatformError } from "../../base/errors.ts";
import { type ActiveSpan, withSpan } from "../../base/tracing/tracing.ts";
import type { RequestContext } from "../handlers/handler.ts";
import type { Origins } from "./callers/origins.ts";
import { buildRateLimitHeaders } from "./callers/rate-limit.ts";
import { createDeadlines } from "./deadlines.ts";
import { describeError } from "./errors/describe-error.ts";
import type { ErrorAnswers } from "./errors/error-answer.ts";
import { type Fairness, findSubject } from "./fairness/fairness.ts";
import { type Metrics, toKnownMethod } from "./metrics.ts";
import { noteStream } from "./streams/note-stream.ts";

/** Parts of a recorder. */
export interface RecorderOptions {
  readonly errors: ErrorAnswers;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly origins: Origins;
  readonly fairness: Fairness;
}

/** An operation of the document, or a place. */
export interface Route {
  readonly name: string;
  /** The template of the path. The path itself may hold a token. */
  readonly path: string;
  /** Milliseconds until the request is given up, if its place says so. */
  readonly deadlineMs?: number | undefined;
}

/** Adds and records the things that all responses have in common, for operations and places alike. */
export interface Recorder {
  /**
   * Waits for the response until the request's deadline, adds the header fields of every response, and records the
   * request as a span, in the metrics and in the log.
   */
  record(
    call: Call<RequestContext>,
    route: Route | undefined,
    answer: () => Promise<Answer>,
  ): Promise<Answer>;
  /** The response for an error. An error that is not a PlatformError is logged, and its caller gets an empty 500. */
  ofError(error: unknown, call: Call<RequestContext>): FailureResponse;
  /** The same response in the form in which it is sent. */
  toAnswer(error: unknown, call: Call<RequestContext>): Answer;
}

/** The status that nginx logs for a client that closed its connection before the response. */
const callerLeft = 499;

/** Makes a recorder. */
export function createRecorder({
  errors,
  log,
  metrics,
  origins,
  fairness,
}: RecorderOptions): Recorder {
  const deadlines = createDeadlines();
  const answerUnknownError = (error: unknown, call: Call<RequestContext>): FailureResponse => {
    const { requestId, hasLeft } = call.context;
    if (error instanceof PlatformError) {
      return errors.answerError(error, requestId);
    }
    // When the caller left, its body has not arrived whole. That is not our error.
    const level = hasLeft() ? "info" : "error";
    log[level]({ request_id: requestId, err: describeError(error) }, "unexpected error");
    return errors.answerError(
      new PlatformError(isUnavailable(error) ? "Server_Unavailable" : "Server_Unexpected"),
      requestId,
    );
  };
  return {
    ofError: answerUnknownError,
    toAnswer: (error, call) => toAnswer(answerUnknownError(error, call)),
    record: (call, route, answer) =>
      runAsSpan(call, route, async (span) => {
        const began = performance.now();
        const done = metrics.begin();
        const late = (): Answer => {
          log.error({ request_id: call.context.requestId, operation: route?.name }, "given up");
          return toAnswer(answerUnknownError(new PlatformError("Server_TimedOut"), call));
        };
        const { found } = call.context;
        const shown = await deadlines.wait(call, route, answer, late).finally(() => {
          found.isAnswered = true;
          found.work?.end();
        });
        if (call.context.hasLeft()) {
          // The client does not receive this status. In logs, metrics and spans it keeps a call that was given up
          // from counting as a failure.
          shown.status = callerLeft;
        }
        noteStream(shown, call, route?.name ?? "none", { log, metrics });
        addHeaders(shown, call.context, fairness);
        origins.addHeaders(shown, call);
        const seconds = (performance.now() - began) / 1000;
        done(route?.name ?? "none", call.method, shown.status, seconds);
        logRequest(log, { call, route, status: shown.status, seconds });
        span.set({ "http.response.status_code": shown.status });
        if (shown.status >= 500) {
          span.fail(String(shown.status));
        }
        return shown;
      }),
  };
}

/** Runs the request as a span. Like the log line, the span has the route's template as its path. */
function runAsSpan(
  call: Call<RequestContext>,
  found: Route | undefined,
  answer: (span: ActiveSpan) => Promise<Answer>,
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
  return withSpan(route === undefined ? method : `${method} ${route}`, options, answer);
}

function toAnswer(response: ReturnType<ErrorAnswers["answerError"]>): Answer {
  return {
    status: response.status ?? 500,
    headers: { "content-type": "application/json", ...response.headers },
    body: JSON.stringify(response.body),
  };
}

function addHeaders(answer: Answer, context: RequestContext, fairness: Fairness): void {
  const { requestId, found } = context;
  const { processor } = fairness.readUse(findSubject(context));
  answer.headers = {
    // Responses hold data that only their caller may see.
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    ...answer.headers,
    ...buildRateLimitHeaders(found.rate, processor),
    "x-request-id": requestId,
  };
}

/**
 * Writes the log line of a request. It has the template of the route instead of the path, and leaves out the query,
 * because both may hold a token.
 */
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
