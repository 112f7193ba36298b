import type { ScopedTransaction } from "../../../base/db/transactions/scoped.ts";
import { PlatformError } from "../../../base/errors.ts";
import { takeTurns } from "../../../base/sharing/take-turns.ts";
import { KeyTakenError } from "../../../domain/logs/execution-log.ts";
import {
  claimIdempotencyKey,
  createClaim,
  type IdempotencyClaim,
  type IdempotencyOwner,
  type IdempotentRequest,
  keepClaim,
  releaseIdempotencyKey,
  type StoredAnswer,
  storeAnswer,
} from "../../../domain/requests/idempotency.ts";
import type { Platform } from "../../../domain/scope.ts";
import { type Output, toStoredAnswer, toStoredError } from "./stored-answer.ts";

/**
 * A request with an `Idempotency-Key`, from the claim of the key to the stored response. `begin` claims the key, `finish` stores the
 * response, and `fail` stores a refusal or gives the key back. An action may do the first two in transactions of its own, and says
 * so with `markBegun` and `markFinished` after the commit, because a transaction may be run again.
 */
export class KeyedRequest {
  readonly request: IdempotentRequest;
  readonly claim: IdempotencyClaim;
  readonly #platform: Platform;
  /** State of the key in the database: not written yet, claimed, or finished, when the key needs nothing further. */
  #state: "open" | "claimed" | "finished" = "open";
  #stopKeeping: () => void = () => {};

  constructor(platform: Platform, owner: IdempotencyOwner, request: IdempotentRequest) {
    this.#platform = platform;
    this.request = request;
    this.claim = createClaim(owner, request.key);
  }

  /** The key for a transaction that claims it; undefined when it was claimed already. */
  get newKey():
    | { readonly claim: IdempotencyClaim; readonly request: IdempotentRequest }
    | undefined {
    return this.#state === "open" ? this : undefined;
  }

  /** Claims the key. Returns the first response when the key already has one; @throws PlatformError as `claimIn` */
  async begin(): Promise<StoredAnswer | undefined> {
    const start = await claimIdempotencyKey(this.#platform, this.claim, this.request);
    if (start.kind === "replay") {
      return start.answer;
    }
    this.markBegun();
    return undefined;
  }

  /** Records that the claim was committed. It is renewed until the request ends. */
  markBegun(): void {
    this.#state = "claimed";
    this.#stopKeeping = keepClaim(this.#platform, this.claim);
  }

  /** Stores the response in the transaction of the request's effect. `markFinished` has to follow the commit. */
  async finishIn(trx: ScopedTransaction, answer: Output): Promise<void> {
    await this.#store(toStoredAnswer(answer), trx);
  }

  /** Records that the response was stored, so that it is not stored a second time. */
  markFinished(): void {
    this.#state = "finished";
  }

  /** Stores the response, unless it is stored already or a stream; @throws Error when nobody claimed the key */
  async finish(answer: Output | Response): Promise<void> {
    if (this.#state === "open") {
      throw new Error("The action did not claim the Idempotency-Key.");
    }
    if (this.#state === "claimed" && !(answer instanceof Response)) {
      await this.#store(toStoredAnswer(answer));
    }
  }

  /**
   * Ends a failed request. Returns the first response when the key turns out to have one.
   *
   * A request that failed before its action had the key claims it now, because the key may already have a response, or belong
   * to another body. A refusal is the response to the key. After any other error the key can be used again.
   */
  async fail(
    error: unknown,
    warn: (event: string, details: { readonly failure: unknown }) => void,
  ): Promise<StoredAnswer | undefined> {
    if (this.#state === "finished" || error instanceof KeyTakenError) {
      return undefined;
    }
    if (this.#state === "claimed") {
      const answer = toStoredError(error, this.request.hasOutsideEffect);
      await this.#store(answer).catch((failure: unknown) =>
        warn("idempotency key not ended", { failure }),
      );
      return undefined;
    }
    const answer = toStoredError(error, false);
    const start = await claimIdempotencyKey(this.#platform, this.claim, this.request, (trx) =>
      this.#store(answer, trx),
    ).catch((failure: unknown) => {
      const areOurs = error instanceof PlatformError || failure instanceof PlatformError;
      throw areOurs ? failure : error;
    });
    return start.kind === "replay" ? start.answer : undefined;
  }

  /** Ends the renewal of the claim. */
  close(): void {
    this.#stopKeeping();
  }

  /** Stores the response of a request, or gives its key back when the response must not be stored. */
  async #store(answer: StoredAnswer | undefined, trx?: ScopedTransaction): Promise<void> {
    if (answer === undefined) {
      await releaseIdempotencyKey(this.#platform, this.claim, trx);
      return;
    }
    await takeTurns(answer.body.length);
    await storeAnswer(this.#platform, this.claim, answer, trx);
  }
}
