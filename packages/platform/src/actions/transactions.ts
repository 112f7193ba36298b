import { inProject, type Platform, type Scope } from "../domain/scope.ts";
import type { CatalogPlace } from "../toolkits/types/catalog-types.ts";

/** How an action ended. */
export type ActionEnding<Result> =
  | { readonly kind: "done"; readonly result: Result }
  | { readonly kind: "failed"; readonly error: unknown };

/** What an action notes about its end: in a transaction of others, or by itself. */
export interface EndNote {
  readonly within: (scope: Scope) => Promise<void>;
  readonly alone: () => Promise<void>;
}

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
  /** Notes the end of the action. */
  end(ending: ActionEnding<Result>, note: EndNote): Promise<void>;
}

/** Transactions of the action alone. */
export function ownTransactions(
  platform: Platform,
  place: CatalogPlace,
): ActionTransactions<unknown> {
  return {
    begin: async (work) =>
      work === undefined ? undefined : await inProject(platform, place, work),
    end: async (_, note) => await note.alone(),
  };
}
