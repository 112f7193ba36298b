import {
  type ActionEnding,
  type ActionTransactions,
  ownTransactions,
  type TransactionWork,
} from "../../actions/transactions.ts";
import {
  claimIn,
  isShortAnswer,
  readFirstAnswer,
  type StoredAnswer,
} from "../../domain/requests/idempotency.ts";
import { runInProject, type Scope } from "../../domain/scope.ts";
import { PlatformError } from "../../errors.ts";
import { takeTurns } from "../../sharing/take-turns.ts";
import type { PlatformPrincipals, RequestContext } from "../handler.ts";
import { endClaim, type KeyedRequest, markClaimCommitted } from "./keyed-request.ts";
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
 * The transactions of an action with an outside effect. When the request has an `Idempotency-Key`, the first
 * transaction claims it and the last one stores the response. The key is therefore committed before anything is sent,
 * and the response together with the outcome in the log. For operations that are `idempotent` with `claimsInAction`.
 *
 * @param toOutput converts a result of the action to the handler's response
 */
export function joinTransactions<Result>(
  { context, principal }: Input,
  toOutput: (result: Result) => Output,
): ActionTransactions<Result> {
  const { platform } = context.services;
  const place = principal.ProjectKey;
  const { keyed } = context.found;
  if (keyed === undefined) {
    return ownTransactions;
  }
  return {
    begin: async (work) => {
      const begun = await runInProject(platform, place, async (scope) => {
        const start = await claimFor(scope, keyed);
        return start.kind === "run" ? { ...start, read: await settle(scope, work) } : start;
      });
      if (begun.kind === "answered") {
        throw new FirstAnswerError(await readFirstAnswer(platform, keyed.claim, begun));
      }
      markClaimCommitted(platform, keyed);
      return begun.read();
    },
    end: async (ending, note) => {
      // A response of up to 10 MiB was made just before, and writing it as JSON takes as long again.
      await takeTurns();
      const answer = toStored(ending, toOutput);
      if (answer !== undefined && !isShortAnswer(answer)) {
        // A long response is stored in transactions of its own, piece by piece.
        await note.chooseAlone();
        return;
      }
      await runInProject(platform, place, async (scope) => {
        await note.within(scope);
        await endClaim(platform, keyed, answer, scope.trx);
      });
      keyed.state = "ended";
    },
  };
}

function toStored<Result>(
  ending: ActionEnding<Result>,
  toOutput: (result: Result) => Output,
): StoredAnswer | undefined {
  return ending.kind === "done"
    ? toStoredAnswer(toOutput(ending.result))
    : toStoredError(ending.error, true);
}

async function claimFor({ platform, trx }: Scope, keyed: KeyedRequest) {
  try {
    return await claimIn(platform, trx, keyed.claim, keyed.request);
  } catch (error) {
    if (error instanceof PlatformError) {
      // The key is another request's.
      keyed.state = "ended";
    }
    throw error;
  }
}

/**
 * Returns the values that were read, or the refusal. The claim is committed in both cases, so that the refusal
 * becomes the response to this key. Any other error undoes the claim.
 */
async function settle<T>(
  scope: Scope,
  work: TransactionWork<T> | undefined,
): Promise<() => T | undefined> {
  try {
    const value = await work?.within(scope);
    return () => value;
  } catch (error) {
    if (!(error instanceof PlatformError)) {
      throw error;
    }
    return () => {
      throw error;
    };
  }
}
