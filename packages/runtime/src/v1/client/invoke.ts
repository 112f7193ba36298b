import { type Answer, readAnswer } from "./answers/read-answer.ts";
import type { ApiPromise, ApiResponse } from "./api-promise.ts";
import type { AuthOptions } from "./auth/credential.ts";
import { ApiError } from "./failures/api-error.ts";
import { ApiConnectionError } from "./failures/call-errors.ts";
import { delayBefore, isPassing, isRefusedForNow, limit, wait } from "./failures/retry.ts";
import { send } from "./middleware.ts";
import type { CallInput, ClientOperation } from "./operation.ts";
import { addMembers } from "./requests/add-members.ts";
import { buildRequest, type RequestParts } from "./requests/build-request.ts";
import { mergeHeaders } from "./requests/headers.ts";
import type { CallOptions, Transport } from "./transport.ts";

/**
 * The longest wait before the next attempt, in milliseconds. When Retry-After asks for more, the call fails at once.
 */
const longestRetryAfter = 60_000;

/**
 * Calls an operation. A success (2xx) is returned in the form that the document describes; everything else is thrown. A
 * stream of items is returned when it begins. From then on the time limits no longer apply, but the signal does.
 *
 * Failed attempts (connection errors, the time limit of the attempt, 408, 425, 429, 500, 502, 503, 504) are repeated with
 * exponential backoff when that is safe: the method is idempotent, or the operation takes an idempotency key, which stays
 * the same over the attempts. `retry` allows other calls to be repeated after a 429 or 503 with Retry-After, which is
 * honoured.
 *
 * @throws ApiError for an answer that is not a success
 * @throws UnexpectedAnswerError for a success whose body the document does not describe or the call did not ask for
 * @throws ApiConnectionError when the connection failed, or broke before the answer was complete
 * @throws ApiTimeoutError when a time limit passed
 * @throws the reason of the caller's signal when that was aborted, and the errors of middleware
 * @throws TypeError when the input cannot be written in the way that the document describes
 * @throws CredentialError when a credential of `auth` is not available or cannot be sent
 */
export function invoke(
  transport: Transport,
  operation: ClientOperation,
  input: CallInput = {},
  options: CallOptions<AuthOptions> = {},
): ApiPromise<unknown> {
  const whole = awaitAnswer(transport, operation, input, options);
  const body = whole.then((answer) => answer.body);
  return Object.assign(body, {
    withResponse: () => {
      // A caller that uses `withResponse` sees the failure there, so `body` must not report it as unhandled.
      body.catch(() => undefined);
      return whole;
    },
  });
}

async function awaitAnswer(
  transport: Transport,
  operation: ClientOperation,
  input: CallInput,
  options: CallOptions<AuthOptions>,
): Promise<ApiResponse<unknown>> {
  options.signal?.throwIfAborted();
  const parts = buildRequest(transport, operation, input, options);
  const answer = await answerInTime(transport, operation, parts, options);
  const { response, stream } = answer;
  const { status, headers } = response;
  const typedHeaders = operation.readHeaders?.(response) ?? {};
  const body = stream
    ? stream(response.body as ReadableStream<Uint8Array>, {
        signal: options.signal,
        operation: operation.name,
        response,
        terminator: options.streamTerminator,
        reconnect: options.reconnect,
        repeat: (added) =>
          answerInTime(
            transport,
            operation,
            { ...parts, headers: mergeHeaders(parts.headers, added) },
            options,
          ),
      })
    : answer.readValue();
  return { status, headers, typedHeaders, body, response };
}

/** Returns the answer of a success within the time limit of the call; throws for any other answer. */
async function answerInTime(
  transport: Transport,
  operation: ClientOperation,
  parts: RequestParts,
  options: CallOptions<AuthOptions>,
): Promise<Answer> {
  const whole = limit(operation.name, options.signal, options.timeout ?? transport.timeout);
  try {
    const sendParts = (secured: Partial<RequestParts>): Promise<Answer> =>
      retryAttempts(transport, operation, { ...parts, ...secured }, options, whole.signal);
    const answer = await (operation.security?.(
      {
        operation: operation.name,
        ...parts,
        auth: transport.auth,
        // The call's own `baseUrl` may be another server, which must not get the transport's credentials.
        ownUrl: options.baseUrl === undefined ? parts.baseUrl : transport.baseUrl,
        callAuth: options.auth,
        signal: whole.signal,
      },
      sendParts,
    ) ?? sendParts({}));
    const { response } = answer;
    if (response.ok) {
      return answer;
    }
    const { status, headers } = response;
    const typedHeaders = operation.readHeaders?.(response);
    const body = answer.readValue();
    const { hint } = answer;
    throw new ApiError({ operation: operation.name, status, headers, typedHeaders, body, hint });
  } finally {
    whole.release();
  }
}

async function retryAttempts(
  transport: Transport,
  operation: ClientOperation,
  parts: RequestParts,
  options: CallOptions<AuthOptions>,
  whole: AbortSignal,
): Promise<Answer> {
  const { repeatable, body } = parts;
  const retries = body instanceof ReadableStream ? 0 : (options.retries ?? transport.retries);
  const rules = options.retry ?? transport.retry ?? { methods: [] };
  const mayPass = (response: Response): boolean =>
    repeatable ? isPassing(response) : isRefusedForNow(rules, operation.method, response);
  for (let made = 1; ; made++) {
    const last = made > retries;
    const one = limit(operation.name, whole, options.attemptTimeout ?? transport.attemptTimeout);
    let answer: Answer | undefined;
    try {
      answer = await attempt(transport, operation, parts, options, one.signal);
    } catch (error) {
      // When the signal aborted, throw its reason: `fetch` may reject with another error.
      whole.throwIfAborted();
      if (last || !repeatable) {
        throw one.signal.aborted ? one.signal.reason : error;
      }
    } finally {
      one.release();
    }
    if (answer !== undefined && (last || !mayPass(answer.response))) {
      return answer;
    }
    const delay = delayBefore(made, answer?.response);
    if (answer !== undefined && delay > longestRetryAfter) {
      return answer;
    }
    await wait(delay, whole);
  }
}

async function attempt(
  transport: Transport,
  operation: ClientOperation,
  parts: RequestParts,
  options: CallOptions<AuthOptions>,
  signal: AbortSignal,
): Promise<Answer> {
  const { body, headers, url, baseUrl, params, guard, guarded = [] } = parts;
  const init = {
    ...transport.requestInit,
    ...options.requestInit,
    method: operation.method,
    headers,
    signal,
    ...(body !== undefined && { body }),
    // `fetch` requires this with a stream (Fetch, section 5.4). Some declarations of RequestInit lack it.
    ...(body instanceof ReadableStream && { duplex: "half" as const }),
  };
  const request = addMembers(new Request(url, init), init);
  const fetch = guard?.(guarded, transport.fetch, request, init) ?? transport.fetch;
  let failure: unknown;
  const remember = (error: unknown): never => {
    failure = error;
    throw error;
  };
  const sent = send(request, transport.middleware, {
    schemaPath: operation.path,
    params,
    // `async`, because the caller's `fetch` may throw instead of returning a rejected promise.
    fetch: async (final) => fetch(final).catch(remember),
    options: {
      baseUrl,
      fetch: transport.fetch,
      parseAs: "json",
      pathSerializer: () => parts.path,
      querySerializer: () => parts.query,
      bodySerializer: () => body,
    },
  });
  try {
    const { response } = await sent;
    return await readAnswer(response, operation, options.accept).catch(remember);
  } catch (error) {
    // Middleware sees the error of `fetch` unchanged. If it throws another error, the caller gets that one unchanged.
    throw error === failure ? new ApiConnectionError(operation.name, error) : error;
  }
}
