import { ApiError } from "./api-error.ts";
import { buildRequest, type RequestParts } from "./build-request.ts";
import { send } from "./middleware.ts";
import type { CallInput, ClientOperation } from "./operation.ts";
import { type Answer, parseAnswer, readAnswer } from "./read-answer.ts";
import { delayBefore, isPassing, limit, wait } from "./retry.ts";
import type { CallOptions, Transport } from "./transport.ts";

/** No wait that an answer asks for by Retry-After is longer, in milliseconds; then the call fails at once. */
const longestRetryAfter = 60_000;

/**
 * Calls an operation: what the document says is a success is returned, everything else thrown.
 *
 * Failed attempts (no connection, time limit of the attempt, 408, 425, 429, 500, 502, 503, 504) are repeated with
 * exponential backoff when that is safe: the method is idempotent, or the operation takes an idempotency key, which
 * stays the same over the attempts. Retry-After is honoured.
 *
 * @throws ApiError for an answer that is no success
 * @throws what `fetch` throws when there was no answer; a DOMException `TimeoutError` when a time limit passed; the
 * signal's reason when it was aborted
 * @throws TypeError when the input cannot be sent as the document has it
 */
export async function call(
  transport: Transport,
  operation: ClientOperation,
  input: CallInput = {},
  options: CallOptions = {},
): Promise<unknown> {
  options.signal?.throwIfAborted();
  const parts = buildRequest(transport, operation, input, options);
  const whole = limit(options.signal, options.timeout ?? transport.timeout);
  try {
    const answer = await attempts(transport, operation, parts, options, whole.signal);
    const body = parseAnswer(answer);
    if (answer.response.ok) {
      return body;
    }
    const { status, headers } = answer.response;
    throw new ApiError({ operation: operation.name, status, headers, body });
  } finally {
    whole.release();
  }
}

async function attempts(
  transport: Transport,
  operation: ClientOperation,
  parts: RequestParts,
  options: CallOptions,
  whole: AbortSignal,
): Promise<Answer> {
  const retries = parts.repeatable ? (options.retries ?? transport.retries) : 0;
  for (let made = 1; ; made++) {
    const last = made > retries;
    const one = limit(whole, options.attemptTimeout ?? transport.attemptTimeout);
    let answer: Answer | undefined;
    try {
      answer = await attempt(transport, operation, parts, one.signal);
    } catch (error) {
      // fetch may reject with an error of its own for the same cause.
      whole.throwIfAborted();
      if (last) {
        throw one.signal.aborted ? one.signal.reason : error;
      }
    } finally {
      one.release();
    }
    if (answer !== undefined && (last || !isPassing(answer.response))) {
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
  signal: AbortSignal,
): Promise<Answer> {
  const { body, headers, url, params } = parts;
  const request = new Request(url, {
    ...transport.requestInit,
    method: operation.method,
    headers,
    signal,
    ...(body !== undefined && { body }),
    // Required with a stream (Fetch, section 5.4), and not yet in every declaration of RequestInit.
    ...(body instanceof ReadableStream && { duplex: "half" }),
  });
  const { response } = await send(request, transport.middleware, {
    schemaPath: operation.path,
    params,
    fetch: transport.fetch,
    options: {
      baseUrl: transport.baseUrl,
      fetch: transport.fetch,
      parseAs: "json",
      pathSerializer: () => parts.path,
      querySerializer: () => parts.query,
      bodySerializer: () => body,
    },
  });
  return readAnswer(response);
}
