import { inProject, type Platform, type Scope } from "../domain/scope.ts";
import type { CatalogPlace } from "../toolkits/types/catalog-types.ts";

/** How an action ended. */
export type ActionEnding<Result> =
  | { readonly kind: "done"; readonly result: Result }
  | { readonly kind: "failed"; readonly error: unknown };

/**
 * The transactions that an action begins and ends with. Whoever calls the action may have a part in them: a request with
 * an `Idempotency-Key` claims the key in the first and stores its answer in the last, which spares two transactions.
 */
export interface ActionTransactions<Result> {
  /**
   * Runs what the action has to read before it calls anybody. An action without anything to read calls it all the same.
   *
   * @throws what `work` throws, or to end the action, whose caller must not let it run
   */
  begin<T>(work: ((scope: Scope) => Promise<T>) | undefined): Promise<T | undefined>;
  /** Runs what the action notes about its end; `isLast` when nothing follows in the transaction. */
  end(
    ending: ActionEnding<Result>,
    work: (scope: Scope, isLast: boolean) => Promise<void>,
  ): Promise<void>;
}

/** Transactions of the action alone. */
export function ownTransactions(
  platform: Platform,
  place: CatalogPlace,
): ActionTransactions<unknown> {
  return {
    begin: async (work) =>
      work === undefined ? undefined : await inProject(platform, place, work),
    end: async (_, work) => await inProject(platform, place, (scope) => work(scope, true)),
  };
}
