import { PlatformError } from "../../errors.ts";
import type { OauthClient } from "../../oauth/oauth-client.ts";
import { toEgressProxy } from "../auth-configs/egress-proxy.ts";
import { findScheme } from "../fields/connection-catalog.ts";
import type { Values } from "../fields/masking.ts";
import type { Scope } from "../scope.ts";
import type { OpenedAccount } from "./open-account.ts";
import { wouldLeakToOwnHost } from "./own-host.ts";

/**
 * The client of an account: the deployment's, the auth config's, or, for client credentials, the account's own.
 *
 * @throws PlatformError `ConnectedAccount_SchemeUnsupported` when the toolkit does not offer the scheme any more, or the
 *   deployment has no client for it any more; `ConnectedAccount_StatusForbids` when the account names a host of its own
 *   that the client's secret must not reach
 */
export async function readOauthClient(scope: Scope, account: OpenedAccount): Promise<OauthClient> {
  const { toolkit_slug: slug, auth_scheme: mode } = account.row;
  const shared = await account.shared();
  const { isManaged } = shared;
  const { credentials, shared_credentials, proxy_config } = shared.secrets;
  const { val } = await account.secrets();
  const toolkit = scope.catalog.findToolkit(slug);
  const authScheme = toolkit && findScheme(toolkit, mode);
  const settings = authScheme?.oauth2;
  // A project's own toolkit, which may have taken the slug, names the servers that a client's secret is sent to.
  const mayUse = isManaged && authScheme?.mayBeManaged === true;
  const managed = mayUse ? scope.platform.managedAuth.find(slug, mode) : undefined;
  const values = { ...credentials, ...shared_credentials, ...val };
  const source: Values = isManaged ? (managed ?? {}) : values;
  const { client_id: clientId, client_secret: clientSecret } = source;
  if (authScheme === undefined || settings === undefined || typeof clientId !== "string") {
    throw new PlatformError("ConnectedAccount_SchemeUnsupported");
  }
  if (wouldLeakToOwnHost(authScheme, val, shared)) {
    throw new PlatformError("ConnectedAccount_StatusForbids");
  }
  const { scopes } = credentials;
  return {
    toolkitSlug: slug,
    mode,
    settings,
    clientId,
    clientSecret: typeof clientSecret === "string" ? clientSecret : undefined,
    scopes: Array.isArray(scopes) ? scopes.map(String) : settings.defaultScopes,
    values,
    proxy: toEgressProxy(proxy_config),
  };
}
