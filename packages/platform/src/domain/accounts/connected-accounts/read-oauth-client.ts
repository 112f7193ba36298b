import type { OauthClient } from "../../../applications/oauth/oauth-client.ts";
import type { AuthMode } from "../../../applications/toolkits/types/auth-types.ts";
import { PlatformError } from "../../../base/errors.ts";
import { findScheme } from "../../fields/connection-catalog.ts";
import type { Values } from "../../fields/masking.ts";
import type { Scope } from "../../scope.ts";
import { toEgressProxy } from "../auth-configs/egress-proxy.ts";
import type { OpenedAccount } from "./open-account.ts";
import { type SharedSecrets, wouldLeakToOwnHost } from "./own-host.ts";
import type { ConnectionPlan } from "./plan-connection.ts";

/**
 * The OAuth client of an account: the deployment's, the auth config's, or, for client credentials, the account's own.
 *
 * @throws PlatformError `ConnectedAccount_SchemeUnsupported` when the toolkit no longer offers the scheme, or the
 *   deployment no longer has a client for it; `ConnectedAccount_StatusForbids` when the account names its own host,
 *   which must not receive the client's secret
 */
export async function readOauthClient(scope: Scope, account: OpenedAccount): Promise<OauthClient> {
  const { toolkit_slug: slug, auth_scheme: mode } = account.row;
  const { val } = account.openSecrets();
  return buildOauthClient(scope, { slug, mode, val, shared: account.openSharedSecrets() });
}

/** The OAuth client of a connection that is not stored yet; @throws PlatformError as `readOauthClient` does */
export function readPlannedClient(scope: Scope, plan: ConnectionPlan): OauthClient {
  const { authConfig, authConfigSecrets: secrets } = plan;
  return buildOauthClient(scope, {
    slug: plan.toolkit.slug,
    mode: plan.scheme.mode,
    val: plan.values,
    shared: { isManaged: authConfig.is_platform_managed, secrets },
  });
}

function buildOauthClient(
  scope: Scope,
  {
    slug,
    mode,
    val,
    shared,
  }: {
    readonly slug: string;
    readonly mode: AuthMode;
    readonly val: Values;
    readonly shared: SharedSecrets;
  },
): OauthClient {
  const { isManaged } = shared;
  const { credentials, shared_credentials, proxy_config } = shared.secrets;
  const toolkit = scope.catalog.findToolkit(slug);
  const authScheme = findScheme(toolkit, mode);
  const settings = authScheme?.oauth2;
  // A project's own toolkit may have taken the slug, and its document could send the client's secret to any server.
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
