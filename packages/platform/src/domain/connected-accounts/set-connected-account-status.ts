import { PlatformError } from "../../errors.ts";
import type { Scope } from "../scope.ts";
import { changeAccount } from "./changing/change-account.ts";
import { lockAccount } from "./open-account.ts";

/**
 * Switches an account off, remembering its status, or on again. One whose time ran out meanwhile comes back as EXPIRED,
 * since a waiting status is computed with its time.
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
