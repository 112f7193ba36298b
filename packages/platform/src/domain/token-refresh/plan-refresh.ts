import { PlatformError } from "../../errors.ts";
import { readAuthConfig } from "../auth-configs/read-auth-configs.ts";
import { readAccount } from "../connected-accounts/account-rows.ts";
import { openConnection } from "../connected-accounts/connection-secrets.ts";
import { isRedirecting } from "../connected-accounts/plan-connection.ts";
import { transition } from "../connected-accounts/transitions.ts";
import { checkCallbackUrl } from "../connecting/callback-url.ts";
import { createLinkAddress, storeLink } from "../connecting/link-tokens.ts";
import type { Scope } from "../scope.ts";

/** Schemes whose tokens are fetched with stored credentials, without the user. */
const withoutUser: ReadonlySet<string> = new Set([
  "S2S_OAUTH2",
  "BASIC_WITH_JWT",
  "GOOGLE_SERVICE_ACCOUNT",
  "SERVICE_ACCOUNT",
]);

/** How an account is refreshed: its tokens by `TokenRefresher` with this version as refused, or by the user. */
export type RefreshPlan =
  | { readonly kind: "tokens"; readonly version: number }
  | { readonly kind: "user" };

/**
 * What `POST /connected_accounts/{nanoid}/refresh` has to do.
 *
 * @throws PlatformError `ConnectedAccount_NotFound`, `ConnectedAccount_StatusForbids`,
 *   `ConnectedAccount_AuthConfigDisabled`, `ConnectedAccount_RefreshUnsupported`
 */
export async function planRefresh(scope: Scope, accountId: string): Promise<RefreshPlan> {
  const row = await readAccount(scope, accountId);
  const { effective_status: status, remembered_status: remembered } = row;
  const possible = transition({ status, remembered }, { type: "refresh_asked" });
  if (possible.kind === "refused") {
    throw new PlatformError("ConnectedAccount_StatusForbids");
  }
  const config = await readAuthConfig(scope, row.auth_config_id);
  if (config.status === "DISABLED") {
    throw new PlatformError("ConnectedAccount_AuthConfigDisabled");
  }
  const { val } = await openConnection(scope, row);
  const hasRefreshToken = typeof val.refresh_token === "string";
  if (hasRefreshToken || withoutUser.has(row.auth_scheme)) {
    return { kind: "tokens", version: row.version };
  }
  if (isRedirecting(row.auth_scheme)) {
    return { kind: "user" };
  }
  throw new PlatformError("ConnectedAccount_RefreshUnsupported");
}

/**
 * A link by which the user gives a new grant. The account keeps its status until it arrives.
 *
 * @param redirectUrl where the browser goes afterwards; the account's own callback address when it is undefined
 * @returns the address of the hosted page
 * @throws PlatformError `ConnectedAccount_NotFound`, `ConnectedAccount_CallbackUrlInvalid`
 */
export async function createRefreshLink(
  scope: Scope,
  accountId: string,
  redirectUrl: string | undefined,
): Promise<string> {
  // Locked, so that the account is there until its link is stored.
  const row = await readAccount(scope, accountId, "update");
  const callbackUrl =
    redirectUrl === undefined
      ? row.callback_url
      : checkCallbackUrl(redirectUrl, "body.redirect_url");
  const address = createLinkAddress(scope.platform.baseUrl);
  const link = await storeLink(scope, address, { accountId, purpose: "refresh", callbackUrl });
  return link.url;
}
