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

/** A request with an `Idempotency-Key`, until it has its response. */
export interface KeyedRequest {
  readonly request: IdempotentRequest;
  readonly claim: IdempotencyClaim;
  /**
   * State of the key in the database: not written yet, claimed, or ended, when the key needs nothing further. Change
   * it only after the transaction, which may be run again.
   */
  state: "open" | "claimed" | "ended";
  /** Ends the extension of the claim's lease. */
  stopKeeping: () => void;
}

/** Creates the state of a request whose key is not claimed yet. */
export function createKeyedRequest(
  owner: IdempotencyOwner,
  request: IdempotentRequest,
): KeyedRequest {
  const claim = createClaim(owner, request.key);
  return { request, claim, state: "open", stopKeeping: () => {} };
}

/** Records that the claim was committed. It is renewed until the request ends. */
export function markClaimCommitted(platform: Platform, keyed: KeyedRequest): void {
  keyed.state = "claimed";
  keyed.stopKeeping = keepClaim(platform, keyed.claim);
}

/**
 * Stores the response of a request, or gives its key back when the response must not be stored.
 *
 * @param trx a transaction of the key's owner; without it, the function begins its own
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
