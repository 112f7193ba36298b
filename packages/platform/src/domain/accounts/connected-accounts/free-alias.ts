import { PlatformError } from "../../../base/errors.ts";
import type { Scope } from "../../scope.ts";
import { type AccountRow, selectAccounts } from "./account-rows.ts";

/** The form of an account's id. An alias of this form could be taken for one. */
export const accountIdForm: RegExp = /^ca_[A-Za-z0-9_-]{12}$/;

/**
 * Checks that an alias can be given to an account of the user and toolkit.
 *
 * @param exceptId the account that may have it already
 * @throws PlatformError `ConnectedAccount_AliasTaken`, `Validation_Failed`
 */
export async function assertFreeAlias(
  scope: Scope,
  owner: Pick<AccountRow, "user_id" | "toolkit_slug">,
  alias: string | null | undefined,
  exceptId = "",
): Promise<void> {
  if (alias === undefined || alias === null) {
    return;
  }
  if (accountIdForm.test(alias) || alias.trim() !== alias) {
    const line = "body.alias: must not look like an id, nor begin or end with a space";
    throw new PlatformError("Validation_Failed", { errors: [line] });
  }
  const other = await selectAccounts(scope)
    .select("connected_accounts.id")
    .where("connected_accounts.user_id", "=", owner.user_id)
    .where("connected_accounts.toolkit_slug", "=", owner.toolkit_slug)
    .where("connected_accounts.alias", "=", alias)
    .where("connected_accounts.id", "!=", exceptId)
    .executeTakeFirst();
  if (other !== undefined) {
    throw new PlatformError("ConnectedAccount_AliasTaken");
  }
}
