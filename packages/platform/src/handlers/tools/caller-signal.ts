import type { RequestContext } from "../handler.ts";

/**
 * Aborts when the caller closes its connection before it was answered: nobody would read what the application answers.
 * Undefined for a request with an `Idempotency-Key`, whose caller can come back for the answer.
 */
export function callerSignal(input: {
  readonly context: RequestContext;
  readonly request: Request;
}): AbortSignal | undefined {
  return input.context.found.claim === undefined ? input.request.signal : undefined;
}
