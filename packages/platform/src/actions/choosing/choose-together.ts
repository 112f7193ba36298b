import { inProject, type Platform } from "../../domain/scope.ts";
import { PlatformError } from "../../errors.ts";
import { inBatchesByKey } from "../../sharing/in-batches.ts";
import type { CatalogPlace } from "../../toolkits/types/catalog-types.ts";
import type { TransactionWork } from "../transactions.ts";
import {
  type AccountChoice,
  type ChosenAccount,
  chooseAccount,
  chooseAccounts,
} from "./choose-account.ts";

/** Chooses the account of a call; what it throws is that of `choose-account.ts`. */
export type ChooseAccount = (
  place: CatalogPlace,
  choice: AccountChoice,
) => TransactionWork<ChosenAccount | undefined>;

/** An account has some kilobytes. */
const limits = { atMost: 50, patienceMs: 20 };

/**
 * Accounts that calls of one project name at the same time are read by one statement, which begins after each of these
 * calls: an account that was changed or deleted before a call is seen as it is then.
 */
export function createChooseAccount(platform: Platform): ChooseAccount {
  const together = inBatchesByKey(
    // Calls that see different versions of the catalog do not share it.
    ({ place }: { readonly place: CatalogPlace; readonly choice: AccountChoice }) =>
      `${place.projectId} ${place.catalogVersion}`,
    async (calls) => {
      const [first] = calls;
      return first === undefined
        ? []
        : await inProject(platform, first.place, (scope) =>
            chooseAccounts(
              scope,
              calls.map(({ choice }) => choice),
            ),
          );
    },
    limits,
  );
  const alone = (place: CatalogPlace, choice: AccountChoice) =>
    inProject(platform, place, (scope) => chooseAccount(scope, choice));
  const chooseNamed = async (
    place: CatalogPlace,
    choice: AccountChoice,
  ): Promise<ChosenAccount | undefined> => {
    let ended: PromiseSettledResult<ChosenAccount>;
    try {
      ended = await together({ place, choice });
    } catch (error) {
      // The id of one call cannot be an id at all; the others are not to suffer from it.
      if (error instanceof PlatformError && error.slug === "Validation_Failed") {
        return await alone(place, choice);
      }
      throw error;
    }
    if (ended.status === "rejected") {
      throw ended.reason;
    }
    return ended.value;
  };
  return (place, choice) => ({
    within: (scope) => chooseAccount(scope, choice),
    alone: () =>
      choice.accountId === undefined ? alone(place, choice) : chooseNamed(place, choice),
  });
}
