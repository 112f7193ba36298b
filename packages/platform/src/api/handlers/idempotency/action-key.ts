import type { ActionKey } from "../../../actions/action-key.ts";
import { takeTurnsFor } from "../../../base/sharing/take-turns.ts";
import { isShortAnswer } from "../../../domain/requests/idempotency.ts";
import type { RequestContext } from "../handler.ts";
import { type Output, toStoredAnswer, toStoredError } from "./stored-answer.ts";

/**
 * The `Idempotency-Key` of a request, if it has one, for an action that claims it together with its log and stores the response
 * together with the outcome. For operations that are `idempotent` with `claimsInAction`.
 *
 * @param toOutput converts a result of the action to the handler's response
 */
export function toActionKey<Result>(
  { found: { keyed } }: RequestContext,
  toOutput: (result: Result) => Output,
): ActionKey<Result> | undefined {
  return (
    keyed && {
      get newKey() {
        return keyed.newKey;
      },
      begun: () => keyed.markBegun(),
      toKeyed: async (ending) => {
        // A response of up to 10 MiB was made just before, and writing it as JSON takes as long again.
        await takeTurnsFor(ending);
        const answer =
          ending.kind === "done"
            ? toStoredAnswer(toOutput(ending.result))
            : toStoredError(ending.error, true);
        // A long response is stored in transactions of its own, piece by piece.
        return answer !== undefined && isShortAnswer(answer)
          ? { claim: keyed.claim, answer }
          : undefined;
      },
      ended: (stored) => {
        if (stored !== undefined) {
          keyed.markFinished();
        }
      },
    }
  );
}
