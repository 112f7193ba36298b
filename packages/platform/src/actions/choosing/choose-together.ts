import type { CatalogPlace } from "../../applications/toolkits/types/catalog-types.ts";
import { PlatformError } from "../../base/errors.ts";
import { runInBatchesByKey } from "../../base/sharing/in-batches.ts";
import { type Platform, runInProject } from "../../domain/scope.ts";
import type { AccountChoice, ChosenAccount } from "./choose-account.ts";
import { chooseAccount, chooseAccounts } from "./read-accounts.ts";

/** Chooses the accounts of calls. */
export interface AccountChooser {
  /** Reads the account; @throws the errors of `read-accounts.ts` */
  choose(place: CatalogPlace, choice: AccountChoice): Promise<ChosenAccount | undefined>;
}

/** The maximum number of accounts that are read together. An account takes a few kilobytes. */
const limits = { atMost: 50, patienceMs: 20 };

/**
 * Simultaneous calls of one project read their accounts with one statement. It begins after these calls, so it sees every
 * change that was made before any of them.
 */
export function createAccountChooser(platform: Platform): AccountChooser {
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
  return {
    choose: (place, choice) =>
      choice.accountId === undefined ? chooseAlone(place, choice) : chooseNamed(place, choice),
  };
}
