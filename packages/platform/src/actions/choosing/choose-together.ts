import { type Platform, runInProject } from "../../domain/scope.ts";
import { PlatformError } from "../../errors.ts";
import { runInBatchesByKey } from "../../sharing/in-batches.ts";
import type { CatalogPlace } from "../../toolkits/types/catalog-types.ts";
import {
  type AccountChoice,
  type ChosenAccount,
  chooseAccount,
  chooseAccounts,
} from "./choose-account.ts";

/** Chooses the account of a call. Throws the errors of `choose-account.ts`. */
export type ChooseAccount = (
  place: CatalogPlace,
  choice: AccountChoice,
) => Promise<ChosenAccount | undefined>;

/** The maximum number of accounts that are read together. An account takes a few kilobytes. */
const limits = { atMost: 50, patienceMs: 20 };

/**
 * Creates a function that reads the accounts of simultaneous calls of one project with one statement. The statement
 * begins after these calls, so it sees every change that was made before any of them.
 */
export function createChooseAccount(platform: Platform): ChooseAccount {
  const together = runInBatchesByKey(
    // Calls that see different versions of the catalog do not share a statement.
    ({ place }: { readonly place: CatalogPlace; readonly choice: AccountChoice }) =>
      `${place.projectId} ${place.catalogVersion}`,
    async (calls) => {
      const [first] = calls;
      return first === undefined
        ? []
        : await runInProject(platform, first.place, (scope) =>
            chooseAccounts(
              scope,
              calls.map(({ choice }) => choice),
            ),
          );
    },
    limits,
  );
  const chooseAlone = (place: CatalogPlace, choice: AccountChoice) =>
    runInProject(platform, place, (scope) => chooseAccount(scope, choice));
  const chooseNamed = async (
    place: CatalogPlace,
    choice: AccountChoice,
  ): Promise<ChosenAccount | undefined> => {
    let ended: PromiseSettledResult<ChosenAccount>;
    try {
      ended = await together({ place, choice });
    } catch (error) {
      // One call of the batch has a malformed id. The other calls must not fail because of it.
      if (error instanceof PlatformError && error.slug === "Validation_Failed") {
        return await chooseAlone(place, choice);
      }
      throw error;
    }
    if (ended.status === "rejected") {
      throw ended.reason;
    }
    return ended.value;
  };
  return (place, choice) =>
    choice.accountId === undefined ? chooseAlone(place, choice) : chooseNamed(place, choice);
}
