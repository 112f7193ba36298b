import type { EndedExecution } from "../domain/logs/record-execution.ts";

/** The end of an action. */
export type ActionEnding<Result> =
  | { readonly kind: "done"; readonly result: Result }
  | { readonly kind: "failed"; readonly error: unknown };

/**
 * The beginning and the end of an action, in which its caller may take part: a request with an `Idempotency-Key` claims the
 * key before the action reads anything, and stores its response together with the outcome.
 */
export interface ActionTransactions<Result> {
  /**
   * Runs the action's first reads, before it calls an application. An action that reads nothing still has to call it.
   *
   * @throws the errors of `work`, or another error to end the action at once
   */
  begin<T>(work: () => Promise<T>): Promise<T>;
  /** Records the end of the action. `note` writes the outcome, with the answer for a key if there is one. */
  end(
    ending: ActionEnding<Result>,
    note: (keyed?: EndedExecution["keyed"]) => Promise<void>,
  ): Promise<void>;
}

/** Transactions of the action alone. */
export const ownTransactions: ActionTransactions<unknown> = {
  begin: (work) => work(),
  end: (_, note) => note(),
};
