import type { ScopedTransaction } from "../../db/transactions/scoped.ts";
import { KeyTakenError } from "../../domain/logs/execution-log.ts";
import {
  claimIdempotencyKey,
  fingerprintRequest,
  type IdempotencyOwner,
  type StoredAnswer,
} from "../../domain/requests/idempotency.ts";
import { PlatformError } from "../../errors.ts";
import { takeTurns, takeTurnsFor } from "../../sharing/take-turns.ts";
import type { RequestContext } from "../handler.ts";
import {
  createKeyedRequest,
  endClaim,
  type KeyedRequest,
  markClaimCommitted,
} from "./keyed-request.ts";
import { type Output, readStoredAnswer, toStoredAnswer, toStoredError } from "./stored-answer.ts";

/** The part of a POST handler's input that idempotency uses. */
interface Input {
  readonly context: RequestContext;
  readonly header: { readonly "Idempotency-Key"?: string };
  readonly body?: unknown;
}

type Handler<Given, Answered> = (
  input: Given,
) => Answered | Response | Promise<Answered | Response>;

/** How an operation treats an `Idempotency-Key`. */
export interface IdempotencyRules<Given> {
  /** Returns the owner of the key. Called only when a key was sent. */
  readonly owner: (input: Given) => IdempotencyOwner | Promise<IdempotencyOwner>;
  /**
   * True when the request has effects outside of one transaction, such as a call to an application. If such a request
   * is cut off, it is never run again automatically. Other requests have to answer through `runOnceInProject` or
   * `runOnceInOrganization`.
   */
  readonly hasOutsideEffect: boolean;
  /** True when the handler's action claims the key together with its log, by `joinTransactions`. */
  readonly claimsInAction: boolean;
}

/**
 * Makes a handler's requests safe to repeat with an `Idempotency-Key` (docs/decisions.md §2): for 24 hours a repeated
 * request gets the first response again, even an error. A request that was refused for a temporary reason (429, 503)
 * runs again.
 */
export function makeIdempotent<Given extends Input, Answered extends Output>(
  handler: Handler<Given, Answered>,
  rules: IdempotencyRules<Given>,
): Handler<Given, Answered> {
  return (input) => {
    const key = input.header["Idempotency-Key"];
    return key === undefined ? handler(input) : runWithKey(handler, input, key, rules);
  };
}

async function runWithKey<Given extends Input, Answered extends Output>(
  handler: Handler<Given, Answered>,
  input: Given,
  key: string,
  { owner, hasOutsideEffect, claimsInAction }: IdempotencyRules<Given>,
): Promise<Answered | Response> {
  await takeTurnsFor(input.body);
  const request = { key, fingerprint: fingerprintInput(input), hasOutsideEffect };
  const keyed = createKeyedRequest(await owner(input), request);
  input.context.found.keyed = keyed;
  const run = () => runKeyed(handler, input, keyed);
  const claimAndRun = async (): Promise<Answered | Response> => {
    const first = await claim(input.context, keyed);
    return first === undefined ? await run() : await answerAgain<Answered>(first);
  };
  if (!claimsInAction) {
    return await claimAndRun();
  }
  try {
    return await run();
  } catch (error) {
    // Nothing was done yet, so the request can begin again as soon as it has the key.
    if (error instanceof KeyTakenError) {
      return await claimAndRun();
    }
    throw error;
  }
}

/** Claims the key before the handler runs. Returns the first response when the key already has one. */
async function claim(
  { services: { platform } }: RequestContext,
  keyed: KeyedRequest,
): Promise<StoredAnswer | undefined> {
  const start = await claimIdempotencyKey(platform, keyed.claim, keyed.request);
  if (start.kind === "replay") {
    return start.answer;
  }
  markClaimCommitted(platform, keyed);
  return undefined;
}

async function runKeyed<Given extends Input, Answered extends Output>(
  handler: Handler<Given, Answered>,
  input: Given,
  keyed: KeyedRequest,
): Promise<Answered | Response> {
  const { context } = input;
  try {
    const answer = await handler(input);
    if (keyed.state === "open") {
      throw new Error("The action did not claim the Idempotency-Key.");
    }
    if (!(answer instanceof Response) && keyed.state === "claimed") {
      await endClaim(context.services.platform, keyed, toStoredAnswer(answer));
    }
    return answer;
  } catch (error) {
    const first = await endFailed(context, keyed, error);
    if (first === undefined) {
      throw error;
    }
    return await answerAgain<Answered>(first);
  } finally {
    keyed.stopKeeping();
  }
}

/**
 * Ends a failed request. Returns the first response when the key turns out to have one.
 *
 * A request that failed before its action had the key claims it now, because the key may already have a response, or belong
 * to another body. A refusal is the response to the key. After any other error the key can be used again.
 */
async function endFailed(
  { services: { platform, warn } }: RequestContext,
  keyed: KeyedRequest,
  error: unknown,
): Promise<StoredAnswer | undefined> {
  if (keyed.state === "ended" || error instanceof KeyTakenError) {
    return undefined;
  }
  if (keyed.state === "claimed") {
    const answer = toStoredError(error, keyed.request.hasOutsideEffect);
    await endClaim(platform, keyed, answer).catch((failure: unknown) =>
      warn("idempotency key not ended", { failure }),
    );
    return undefined;
  }
  const isRefusal = error instanceof PlatformError;
  const answer = toStoredError(error, false);
  const start = await claimIdempotencyKey(platform, keyed.claim, keyed.request, (trx) =>
    endClaim(platform, keyed, answer, trx),
  ).catch((failure: unknown) => {
    throw isRefusal || failure instanceof PlatformError ? failure : error;
  });
  return start.kind === "replay" ? start.answer : undefined;
}

async function answerAgain<Answered extends Output>(first: StoredAnswer): Promise<Answered> {
  // The key belongs to this operation, so the stored response is one of its responses.
  const answer = readStoredAnswer(first) as Answered;
  await takeTurns(first.body.length);
  return answer;
}

/**
 * Stores the response of a request with a key, in the transaction of its effect. The transaction may be run again, so
 * call `markAnswerKept` only after it has committed.
 */
export async function keepAnswer(
  { found, services }: RequestContext,
  answer: Output,
  trx: ScopedTransaction,
): Promise<void> {
  if (found.keyed !== undefined) {
    await endClaim(services.platform, found.keyed, toStoredAnswer(answer), trx);
  }
}

/** Records that the response of a request was stored, so that it is not stored a second time. */
export function markAnswerKept({ found }: RequestContext): void {
  if (found.keyed !== undefined) {
    found.keyed.state = "ended";
  }
}

function fingerprintInput(input: Input): string {
  return fingerprintRequest({
    // Only operations with this method take a key.
    method: "POST",
    path: input.context.target,
    contentType: undefined,
    body: Buffer.from(JSON.stringify(input.body ?? null)),
  });
}
