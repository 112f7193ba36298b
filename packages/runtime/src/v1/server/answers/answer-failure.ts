import { type Answer, BodyTooLargeError, type Call } from "../call.ts";
import { InvalidResponseError } from "./answer.ts";
import {
  type Failure,
  type FailureResponse,
  failureToAnswer,
  InvalidItemError,
  renderProblem,
} from "./failure.ts";
import { NotImplementedError } from "./not-implemented.ts";

/** How an application reports failures. */
export interface FailureOptions<Context = void> {
  /** Renders a failure in the API's own error shape. Default: Problem Details (RFC 9457). */
  readonly renderFailure?: (failure: Failure, call: Call<Context>) => FailureResponse;
  /**
   * Called with every error that a handler or a hook threw. If it returns an answer, that is sent, so that an
   * application can answer its own errors. If it returns nothing, the caller gets an `unexpected` failure, which does
   * not contain any part of the error. Default: `console.error`.
   */
  readonly onError?: OnError<Context>;
}

/** Answers synchronously: a caller waits for it. */
type OnError<Context> = (
  error: unknown,
  call: Call<Context>,
  // biome-ignore lint/suspicious/noConfusingVoidType: a hook that only logs returns nothing.
) => FailureResponse | void;

/** Turns a thrown value into an answer; never throws itself. */
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
    // `onError` itself failed, so this error cannot be reported to anyone.
    return { status: 500, headers: {}, body: null };
  }
}

/** Renders a failure in the application's shape; never throws. */
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
