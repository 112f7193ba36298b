import { setTimeout as sleep } from "node:timers/promises";
import { EgressError } from "../../egress/egress-error.ts";
import type { ExecutionContext } from "../execution-types.ts";
import type { BuiltRequest } from "../requests/build-request.ts";
import { type ParsedBody, readBody } from "./read-body.ts";
import { retryAfterSeconds } from "./retry-after.ts";

/** The application's answer. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: ParsedBody;
  readonly attempts: number;
}

/** How a request is sent. */
export interface SendRules {
  /** True when it may be repeated although the application may have seen it. */
  readonly isSafe: boolean;
  /** Redirects to these are followed. */
  mayFollow(url: URL): boolean;
}

/** Milliseconds for a whole execution: retries, and waiting for tokens, included. */
export const executionMs = 60_000;

/** The second and third attempt mend a restart or a lost connection; more only add load where there is too much. */
const maximumAttempts = 3;

/** The first retry waits at most this, in milliseconds; each further one twice as long. */
const firstDelay = 250;

/** An application that asks for a longer wait is not waited for: the caller does better to come back. */
const longestWait = 5_000;

/** Answers of a gateway whose server may be there a moment later. */
const passing: ReadonlySet<number> = new Set([502, 503, 504]);

/**
 * Sends a request within the execution's time and reads the answer. Repeats it when that cannot have an effect twice:
 * safe calls, and those that were never sent.
 *
 * @throws EgressError when the last attempt was not answered; `toPlatformError` says what that is for the caller
 */
export async function sendRequest(
  request: BuiltRequest,
  rules: SendRules,
  context: ExecutionContext,
): Promise<Answer> {
  const end = performance.now() + (context.timeout ?? executionMs);
  await context.beforeSend?.();
  for (let attempts = 1; ; attempts += 1) {
    const outcome = await attempt(request, rules, context, end - performance.now());
    const isFailure = outcome instanceof EgressError;
    const mayRepeat = isFailure
      ? isPassing(outcome) && (rules.isSafe || outcome.isUnsent)
      : rules.isSafe && passing.has(outcome.status);
    const wanted = isFailure ? 0 : (retryAfterSeconds(outcome.headers) ?? 0) * 1_000;
    const delay = wanted + Math.random() * firstDelay * 2 ** (attempts - 1);
    const isTooLate = delay > longestWait || performance.now() + delay >= end;
    if (!mayRepeat || attempts === maximumAttempts || isTooLate) {
      if (isFailure) {
        throw outcome;
      }
      return { ...outcome, attempts };
    }
    await pause(delay, context.signal);
  }
}

/** Waits, or less when the caller goes away: the next attempt then ends at once. */
async function pause(delay: number, signal: AbortSignal | undefined): Promise<void> {
  await sleep(delay, undefined, signal === undefined ? {} : { signal }).catch(() => {});
}

async function attempt(
  request: BuiltRequest,
  rules: SendRules,
  context: ExecutionContext,
  remaining: number,
): Promise<Omit<Answer, "attempts"> | EgressError> {
  const time = Math.max(1, remaining);
  try {
    const response = await context.egress(request.url, {
      method: request.method,
      headers: request.headers,
      body: request.body,
      signal: context.signal ?? null,
      redirect: rules.mayFollow,
      limits: { totalTimeout: time, headersTimeout: time },
    });
    return {
      status: response.status,
      headers: response.headers,
      body: await readBody(response),
    };
  } catch (error) {
    if (error instanceof EgressError) {
      return error;
    }
    throw error;
  }
}

/**
 * Failures that another attempt may not meet. A name that is not found is refused as fast as one that leads to a forbidden
 * address: the difference would list the names of the network that the service runs in. A name that was not resolved in
 * time was asked for several times already.
 */
function isPassing({ reason }: EgressError): boolean {
  return ["connect-failed", "connect-timeout", "host-lookup-failed", "protocol-error"].includes(
    reason,
  );
}
