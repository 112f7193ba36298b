import {
  type ActionEnding,
  type ActionTransactions,
  ownTransactions,
} from "../../actions/transactions.ts";
import { isShortAnswer, type StoredAnswer } from "../../domain/requests/idempotency.ts";
import { takeTurnsFor } from "../../sharing/take-turns.ts";
import type { RequestContext } from "../handler.ts";
import { markClaimCommitted } from "./keyed-request.ts";
import { type Output, toStoredAnswer, toStoredError } from "./stored-answer.ts";

/**
 * The beginning and the end of a call to an application. When the request has an `Idempotency-Key`, it is claimed together
 * with the log of the call, and its response is stored together with the outcome. For operations that are `idempotent`
 * with `claimsInAction`.
 *
 * @param toOutput converts a result of the action to the handler's response
 */
export function joinTransactions<Result>(
  { context }: { readonly context: RequestContext },
  toOutput: (result: Result) => Output,
): ActionTransactions<Result> {
  const { found, services } = context;
  const { keyed } = found;
  return keyed === undefined
    ? ownTransactions
    : {
        begin: async (log) => {
          if (keyed.state === "claimed") {
            await log();
            return;
          }
          await log(keyed);
          markClaimCommitted(services.platform, keyed);
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

function toStored<Result>(
  ending: ActionEnding<Result>,
  toOutput: (result: Result) => Output,
): StoredAnswer | undefined {
  return ending.kind === "done"
    ? toStoredAnswer(toOutput(ending.result))
    : toStoredError(ending.error, true);
}
