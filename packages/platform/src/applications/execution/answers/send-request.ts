import { setTimeout as sleep } from "node:timers/promises";
import { EgressError } from "../../../base/egress/egress-error.ts";
import type { ExecutionContext } from "../execution-types.ts";
import type { BuiltRequest } from "../requests/build-request.ts";
import { largestFile, type ParsedBody, readBody, type SentFile } from "./read-body.ts";
import { readRetryAfterSeconds } from "./retry-after.ts";

/** The application's answer. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: ParsedBody;
  readonly attempts: number;
}

/** How a request is sent. */
export interface SendRules {
  /** The file in the answer, if the answer is JSON with the bytes of one. */
  readonly file?: SentFile | undefined;
  /** True when it may be repeated even if the application may have received it. */
  readonly isSafe: boolean;
  /** Redirects to these are followed. */
  mayFollow(url: URL): boolean;
}

/** Milliseconds for a whole execution, including retries and waiting for tokens. */
export const executionMs = 60_000;

/**
 * The second and third attempts get past a restart or a lost connection. Further ones would only add load to an
 * overloaded server.
 */
const maximumAttempts = 3;

/** The first retry waits at most this long, in milliseconds. The limit doubles with each further one. */
const firstDelay = 250;

/**
 * If an application asks for a longer wait (in milliseconds), do not wait for it: the caller should try again later.
 */
const longestWait = 5_000;

/** Milliseconds to which the time of an attempt is rounded up. Timers of the same length share a list in Node. */
const timeStep = 100;

/** A gateway answers with these statuses when its server is down, perhaps only for a moment. */
const passing: ReadonlySet<number> = new Set([502, 503, 504]);

/** The time by `performance.now()` at which a call that begins now has to have ended. */
export function findEnd({ timeout = executionMs }: ExecutionContext): number {
  return performance.now() + timeout;
}

/**
 * Sends a request within the execution's time and reads the response. It repeats a request only when that cannot have
 * its effect twice: when the call is safe, or when it was never sent.
 *
 * @throws EgressError when the last attempt was not answered; `toPlatformError` converts it for the caller
 */
export async function sendRequest(
  request: BuiltRequest,
  rules: SendRules,
  context: ExecutionContext,
  end: number = findEnd(context),
): Promise<Answer> {
  for (let attempts = 1; ; attempts += 1) {
    const outcome = await attempt(request, rules, context, end - performance.now());
    const isFailure = outcome instanceof EgressError;
    const mayRepeat = isFailure
      ? isPassing(outcome) && (rules.isSafe || outcome.isUnsent)
      : rules.isSafe && passing.has(outcome.status);
    const delay =
      mayRepeat && attempts < maximumAttempts ? chooseDelay(outcome, attempts) : undefined;
    if (delay === undefined || delay > longestWait || performance.now() + delay >= end) {
      if (isFailure) {
        throw outcome;
      }
      return { ...outcome, attempts };
    }
    await pause(delay, context.signal);
  }
}

/** Milliseconds until the next attempt: the wait that the application asks for, and a random one. */
function chooseDelay(outcome: Pick<Answer, "headers"> | EgressError, attempts: number): number {
  const wanted =
    outcome instanceof EgressError ? 0 : (readRetryAfterSeconds(outcome.headers) ?? 0) * 1_000;
  return wanted + Math.random() * firstDelay * 2 ** (attempts - 1);
}

/** Waits for the delay, or until the caller disconnects. The next attempt then ends at once. */
async function pause(delay: number, signal: AbortSignal | undefined): Promise<void> {
  await sleep(delay, undefined, { signal }).catch(() => {});
}

async function attempt(
  request: BuiltRequest,
  rules: SendRules,
  context: ExecutionContext,
  remaining: number,
): Promise<Omit<Answer, "attempts"> | EgressError> {
  const time = Math.ceil(Math.max(1, remaining) / timeStep) * timeStep;
  const { storeFile } = context;
  const { file: member } = rules;
  const storing = storeFile && { address: request.url, store: storeFile, member };
  try {
    const response = await context.egress(request.url, {
      method: request.method,
      headers: request.headers,
      body: request.body,
      signal: context.signal ?? null,
      redirect: rules.mayFollow,
      limits: {
        totalTimeout: time,
        headersTimeout: time,
        ...(storeFile !== undefined && { maximumBodyBytes: largestFile }),
      },
    });
    return {
      status: response.status,
      headers: response.headers,
      body: await readBody(response, storing),
    };
  } catch (error) {
    if (error instanceof EgressError) {
      return error;
    }
    throw error;
  }
}

/**
 * Failures that the next attempt may not meet. A name that is not found is not retried: it then fails as fast as a
 * name with a forbidden address, and the time does not reveal which names exist in our network. A look-up that timed
 * out was already repeated several times.
 */
function isPassing({ reason }: EgressError): boolean {
  return ["connect-failed", "connect-timeout", "host-lookup-failed", "protocol-error"].includes(
    reason,
  );
}
