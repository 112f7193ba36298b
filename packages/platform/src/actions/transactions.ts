import type { Scope } from "../domain/scope.ts";

/** The end of an action. */
export type ActionEnding<Result> =
  | { readonly kind: "done"; readonly result: Result }
  | { readonly kind: "failed"; readonly error: unknown };

/** Work on the database that can be done in a transaction of others, or by itself, then perhaps together with its like. */
export interface TransactionWork<T> {
  readonly within: (scope: Scope) => Promise<T>;
  readonly alone: () => Promise<T>;
}

/**
 * The transactions that an action begins and ends with. The caller of the action may take part in them: a request with
 * an `Idempotency-Key` claims the key in the first and stores its answer in the last, which spares two transactions.
 */
export interface ActionTransactions<Result> {
  /**
   * Runs what the action has to read before it calls anybody. An action without anything to read calls it all the same.
   *
   * @throws what `work` throws, or to end the action, whose caller must not let it run
   */
  begin<T>(work: TransactionWork<T> | undefined): Promise<T | undefined>;
  /** Notes the end of the action. */
  end(ending: ActionEnding<Result>, note: TransactionWork<void>): Promise<void>;
}

/** Transactions of the action alone. */
export const ownTransactions: ActionTransactions<unknown> = {
  begin: async (work) => await work?.alone(),
  end: async (_, note) => await note.alone(),
};
