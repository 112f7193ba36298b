import {
  type ActionEnding,
  type ActionTransactions,
  ownTransactions,
} from "../../actions/transactions.ts";
import {
  claimIdempotencyKey,
  isShortAnswer,
  releaseIdempotencyKey,
  type StoredAnswer,
} from "../../domain/requests/idempotency.ts";
import { PlatformError } from "../../errors.ts";
import { takeTurnsFor } from "../../sharing/take-turns.ts";
import type { CatalogPlace } from "../../toolkits/types/catalog-types.ts";
import type { PlatformPrincipals, RequestContext } from "../handler.ts";
import { type KeyedRequest, markClaimCommitted } from "./keyed-request.ts";
import { type Output, toStoredAnswer, toStoredError } from "./stored-answer.ts";

/** The request already has a response. This error ends its action and carries that response. */
export class FirstAnswerError extends Error {
  override readonly name = "FirstAnswerError";
  readonly answer: StoredAnswer;

  constructor(answer: StoredAnswer) {
    super("The request was answered before.");
    this.answer = answer;
  }
}

interface Input {
  readonly context: RequestContext;
  readonly principal: { readonly ProjectKey: PlatformPrincipals["ProjectKey"] };
}

/**
 * The beginning and the end of an action with an outside effect. When the request has an `Idempotency-Key`, it is claimed
 * before the action reads anything, and its response is stored together with the outcome in the log. For operations that
 * are `idempotent` with `claimsInAction`.
 *
 * @param toOutput converts a result of the action to the handler's response
 */
export function joinTransactions<Result>(
  { context, principal }: Input,
  toOutput: (result: Result) => Output,
): ActionTransactions<Result> {
  const { keyed } = context.found;
  return keyed === undefined
    ? ownTransactions
    : {
        begin: async (work) => {
          await claim(context, principal.ProjectKey, keyed);
          return await work().catch((error: unknown) => giveBack(context, keyed, error));
        },
        end: async (ending, note) => {
          // A response of up to 10 MiB was made just before, and writing it as JSON takes as long again.
          await takeTurnsFor(ending);
          const answer = toStored(ending, toOutput);
          // A long response is stored in transactions of its own, piece by piece.
          const isJoined = answer !== undefined && isShortAnswer(answer);
          await note(isJoined ? { claim: keyed.claim, answer } : undefined);
          if (isJoined) {
            keyed.state = "ended";
          }
        },
      };
}

/** Claims the key, together with other new keys of the project. */
async function claim(
  { services: { platform, claimNewKey } }: RequestContext,
  place: CatalogPlace,
  keyed: KeyedRequest,
): Promise<void> {
  const { claim, request } = keyed;
  if (!(await claimNewKey({ place, claim, request }))) {
    const start = await claimIdempotencyKey(platform, claim, request).catch((error: unknown) => {
      if (error instanceof PlatformError) {
        // The key is another request's.
        keyed.state = "ended";
      }
      throw error;
    });
    if (start.kind === "replay") {
      throw new FirstAnswerError(start.answer);
    }
  }
  markClaimCommitted(platform, keyed);
}

/**
 * A refusal, such as that of an account that was switched off, is the response to the key. After any other error the
 * key can be used again, because nothing was done.
 */
async function giveBack(
  { services: { platform } }: RequestContext,
  keyed: KeyedRequest,
  error: unknown,
): Promise<never> {
  if (!(error instanceof PlatformError)) {
    keyed.state = "ended";
    keyed.stopKeeping();
    // If the database is away, the claim ends with its lease.
    await releaseIdempotencyKey(platform, keyed.claim).catch(() => {});
  }
  throw error;
}

function toStored<Result>(
  ending: ActionEnding<Result>,
  toOutput: (result: Result) => Output,
): StoredAnswer | undefined {
  return ending.kind === "done"
    ? toStoredAnswer(toOutput(ending.result))
    : toStoredError(ending.error, true);
}
