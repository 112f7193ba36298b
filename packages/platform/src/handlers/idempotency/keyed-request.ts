import type { ScopedTransaction } from "../../db/transactions/scoped.ts";
import {
  createClaim,
  type IdempotencyClaim,
  type IdempotencyOwner,
  type IdempotentRequest,
  keepClaim,
  releaseIdempotencyKey,
  type StoredAnswer,
  storeAnswer,
} from "../../domain/requests/idempotency.ts";
import type { Platform } from "../../domain/scope.ts";
import { takeTurns } from "../../sharing/take-turns.ts";

/** A request with an `Idempotency-Key`, on its way to its answer. */
export interface KeyedRequest {
  readonly request: IdempotentRequest;
  readonly claim: IdempotencyClaim;
  /**
   * State of the key in the database: nothing yet, the claim, or the end, after which nothing is left to do for the key. A
   * transaction may be run again, so that this changes after it.
   */
  state: "open" | "claimed" | "ended";
  /** Ends the extension of the claim's lease. */
  stopKeeping: () => void;
}

/** A request whose key nobody has claimed yet. */
export function createKeyedRequest(
  owner: IdempotencyOwner,
  request: IdempotentRequest,
): KeyedRequest {
  const claim = createClaim(owner, request.key);
  return { request, claim, state: "open", stopKeeping: () => {} };
}

/** The claim is committed: from here on it is kept until the end. */
export function claimIsCommitted(platform: Platform, keyed: KeyedRequest): void {
  keyed.state = "claimed";
  keyed.stopKeeping = keepClaim(platform, keyed.claim);
}

/**
 * Stores the answer of a request, or gives its key back when no answer is to be stored.
 *
 * @param trx a transaction of the key's owner; one of its own without it
 */
export async function endClaim(
  platform: Platform,
  { claim }: KeyedRequest,
  answer: StoredAnswer | undefined,
  trx?: ScopedTransaction,
): Promise<void> {
  if (answer === undefined) {
    await releaseIdempotencyKey(platform, claim, trx);
    return;
  }
  await takeTurns(answer.body.length);
  await storeAnswer(platform, claim, answer, trx);
}
