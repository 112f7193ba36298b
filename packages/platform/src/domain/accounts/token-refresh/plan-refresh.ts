import { authSchemes } from "../../../applications/toolkits/types/auth-schemes.ts";
import type { AuthMode, AuthScheme } from "../../../applications/toolkits/types/auth-types.ts";
import type { ConnectionStatus } from "../../../base/db/tables.ts";
import { PlatformError } from "../../../base/errors.ts";
import { findScheme } from "../../fields/connection-catalog.ts";
import type { Values } from "../../fields/masking.ts";
import type { Scope } from "../../scope.ts";
import type { AuthConfigSecrets } from "../auth-configs/auth-config-secrets.ts";
import { toAccountState } from "../connected-accounts/account-rows.ts";
import { lockAccount, openAccount } from "../connected-accounts/open-account.ts";
import { findTransition } from "../connected-accounts/transitions.ts";
import { checkCallbackUrl } from "../connecting/callback-url.ts";
import { createLinkAddress, storeLink } from "../connecting/link-tokens.ts";

/** The way in which an account is refreshed. `scheme` and `proxy` are needed to try the new tokens. */
export interface RefreshPlan {
  /** `tokens`: by `TokenRefresher`, which refuses the version that was read. `user`: by the user. */
  readonly kind: "tokens" | "user";
  readonly version: number;
  /** Undefined when the toolkit no longer has the scheme. */
  readonly scheme: AuthScheme | undefined;
  readonly proxy: AuthConfigSecrets["proxy_config"];
}

/**
 * Decides how `POST /connected_accounts/{nanoid}/refresh` refreshes the account.
 *
 * @throws PlatformError `ConnectedAccount_NotFound`, `ConnectedAccount_StatusForbids`,
 *   `ConnectedAccount_AuthConfigDisabled`, `ConnectedAccount_RefreshUnsupported`
 */
export async function planRefresh(scope: Scope, accountId: string): Promise<RefreshPlan> {
  const account = await openAccount(scope, accountId);
  const { row, authConfig } = account;
  if (findTransition(toAccountState(row), { type: "refresh_asked" }).kind === "refused") {
    throw new PlatformError("ConnectedAccount_StatusForbids");
  }
  if (authConfig.status === "DISABLED") {
    throw new PlatformError("ConnectedAccount_AuthConfigDisabled");
  }
  const { val } = account.openSecrets();
  const { secrets } = account.openSharedSecrets();
  const toolkit = scope.catalog.findToolkit(row.toolkit_slug);
  return {
    kind: chooseRefreshKind(row.auth_scheme, val),
    version: row.version,
    scheme: findScheme(toolkit, row.auth_scheme),
    proxy: secrets.proxy_config,
  };
}

function chooseRefreshKind(
  mode: AuthMode,
  { refresh_token: refreshToken }: Values,
): RefreshPlan["kind"] {
  const { flow, redirects } = authSchemes[mode];
  if (typeof refreshToken === "string" || flow === "clientCredentials") {
    return "tokens";
  }
  if (redirects === true) {
    return "user";
  }
  throw new PlatformError("ConnectedAccount_RefreshUnsupported");
}

/**
 * Creates a link on which the user grants access again. The account keeps its status until then.
 *
 * @param redirectUrl the address to which the browser goes afterwards. Default: the account's own callback address
 * @returns the address of the hosted page, and the status that the account keeps
 * @throws PlatformError `ConnectedAccount_NotFound`, `ConnectedAccount_CallbackUrlInvalid`
 */
export async function createRefreshLink(
  scope: Scope,
  accountId: string,
  redirectUrl: string | undefined,
): Promise<{ readonly url: string; readonly status: ConnectionStatus }> {
  // Locked, so that the account cannot vanish before its link is stored.
  const { row } = await lockAccount(scope, accountId);
  const callbackUrl =
    redirectUrl === undefined
      ? row.callback_url
      : checkCallbackUrl(redirectUrl, "body.redirect_url");
  const address = createLinkAddress(scope.platform.baseUrl);
  const { url } = await storeLink(scope, address, { accountId, purpose: "refresh", callbackUrl });
  return { url, status: row.effective_status };
}
