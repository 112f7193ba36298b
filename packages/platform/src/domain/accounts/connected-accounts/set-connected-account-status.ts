import { PlatformError } from "../../../base/errors.ts";
import type { Scope } from "../../scope.ts";
import { changeAccount } from "./changing/change-account.ts";
import { lockAccount } from "./open-account.ts";

/**
 * Switches an account off and remembers its status, or switches it on again. An account whose time to connect has
 * passed comes back as EXPIRED.
 *
 * @throws PlatformError `ConnectedAccount_NotFound`, `ConnectedAccount_NotInactive`
 */
export async function setConnectedAccountStatus(
  scope: Scope,
  id: string,
  enabled: boolean,
): Promise<void> {
  const account = await lockAccount(scope, id);
  const change = await changeAccount(scope, account, {
    type: enabled ? "switched_on" : "switched_off",
  });
  if (change.kind === "refused") {
    throw new PlatformError("ConnectedAccount_NotInactive");
  }
}
