import { AccountChangedError } from "../../domain/logs/execution-log.ts";
import type { CatalogPlace } from "../../toolkits/types/catalog-types.ts";
import type { AccountChoice, ChosenAccount } from "./choose-account.ts";
import type { AccountChooser } from "./choose-together.ts";

/**
 * Makes a call through an account. An account that a call of the last minute used is not read first: the statement that begins
 * the call's log checks that it is still the same. If it has changed, or the call fails before that statement, the account is
 * read, and the call is made again.
 *
 * @param choice undefined for a call without an account
 * @param call throws AccountChangedError when it ended before its account was checked. Nothing was sent then
 * @throws the errors of `call` and of `read-accounts.ts`
 */
export async function withAccount<T>(
  accounts: AccountChooser,
  caller: CatalogPlace,
  choice: AccountChoice | undefined,
  call: (account: ChosenAccount | undefined) => Promise<T>,
): Promise<T> {
  const recalled = choice && accounts.recall(caller, choice);
  if (recalled !== undefined) {
    try {
      return await call(recalled);
    } catch (error) {
      if (!(error instanceof AccountChangedError)) {
        throw error;
      }
    }
  }
  return await call(choice && (await accounts.choose(caller, choice)));
}
