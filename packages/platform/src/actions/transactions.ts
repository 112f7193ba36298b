import type { Scope } from "../domain/scope.ts";

/** The end of an action. */
export type ActionEnding<Result> =
  | { readonly kind: "done"; readonly result: Result }
  | { readonly kind: "failed"; readonly error: unknown };

/**
 * Work on the database. `within` runs it in a given transaction; `alone` runs it in its own transaction, perhaps
 * together with similar work.
 */
export interface TransactionWork<T> {
  readonly within: (scope: Scope) => Promise<T>;
  readonly chooseAlone: () => Promise<T>;
}

/**
 * The first and the last transaction of an action. The caller of the action may take part in them: a request with an
 * `Idempotency-Key` claims the key in the first and stores its response in the last, which saves two transactions.
 */
export interface ActionTransactions<Result> {
  /**
   * Runs the action's first reads, before it calls an application. An action that reads nothing still has to call it.
   *
   * @throws the errors of `work`, or another error to end the action at once
   */
  begin<T>(work: TransactionWork<T> | undefined): Promise<T | undefined>;
  /** Records the end of the action. */
  end(ending: ActionEnding<Result>, note: TransactionWork<void>): Promise<void>;
}

/** Transactions of the action alone. */
export const ownTransactions: ActionTransactions<unknown> = {
  begin: async (work) => await work?.chooseAlone(),
  end: async (_, note) => await note.chooseAlone(),
};
