import type { BegunExecution, EndedExecution } from "../domain/logs/record-execution.ts";

/** The end of an action. */
export type ActionEnding<Result> =
  | { readonly kind: "done"; readonly result: Result }
  | { readonly kind: "failed"; readonly error: unknown };

/**
 * The beginning and the end of a call to an application, in which the caller of the action may take part: a request with an
 * `Idempotency-Key` claims the key together with the log, and stores its response together with the outcome.
 */
export interface ActionTransactions<Result> {
  /** Records the beginning. `log` writes the log, with the claim of a key if there is one. @throws the errors of `log` */
  begin(log: (newKey?: BegunExecution["newKey"]) => Promise<void>): Promise<void>;
  /** Records the end of the action. `note` writes the outcome, with the answer for a key if there is one. */
  end(
    ending: ActionEnding<Result>,
    note: (keyed?: EndedExecution["keyed"]) => Promise<void>,
  ): Promise<void>;
}

/** Transactions of the action alone. */
export const ownTransactions: ActionTransactions<unknown> = {
  begin: (log) => log(),
  end: (_, note) => note(),
};
