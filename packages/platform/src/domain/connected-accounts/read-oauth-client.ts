import { PlatformError } from "../../errors.ts";
import type { OauthClient } from "../../oauth/oauth-client.ts";
import { openAuthConfig } from "../auth-configs/auth-config-secrets.ts";
import { toEgressProxy } from "../auth-configs/egress-proxy.ts";
import { findScheme } from "../fields/connection-catalog.ts";
import type { Values } from "../fields/masking.ts";
import type { Scope } from "../scope.ts";
import type { AccountRow } from "./account-rows.ts";
import { openConnection } from "./connection-secrets.ts";
import { wouldLeakToOwnHost } from "./own-host.ts";

/**
 * The client of an account: the deployment's, the auth config's, or, for client credentials, the account's own.
 *
 * @throws PlatformError `ConnectedAccount_SchemeUnsupported` when the toolkit does not offer the scheme any more, or the
 *   deployment has no client for it any more; `ConnectedAccount_StatusForbids` when the account names a host of its own
 *   that the client's secret must not reach
 */
export async function readOauthClient(scope: Scope, account: AccountRow): Promise<OauthClient> {
  const { trx, projectId, platform } = scope;
  const config = await trx
    .selectFrom("auth_configs")
    .select(["id", "secrets", "secrets_version", "is_platform_managed"])
    .where("project_id", "=", projectId)
    .where("id", "=", account.auth_config_id)
    .executeTakeFirstOrThrow();
  const opened = await openAuthConfig(scope, config);
  const { credentials, shared_credentials, proxy_config } = opened;
  const { val } = await openConnection(scope, account);
  const { toolkit_slug: slug, auth_scheme: mode } = account;
  const toolkit = scope.catalog.findToolkit(slug);
  const authScheme = toolkit && findScheme(toolkit, mode);
  const settings = authScheme?.oauth2;
  const managed = config.is_platform_managed ? platform.managedAuth.find(slug, mode) : undefined;
  const values = { ...credentials, ...shared_credentials, ...val };
  const source: Values = config.is_platform_managed ? (managed ?? {}) : values;
  const { client_id: clientId, client_secret: clientSecret } = source;
  if (authScheme === undefined || settings === undefined || typeof clientId !== "string") {
    throw new PlatformError("ConnectedAccount_SchemeUnsupported");
  }
  const shared = { isManaged: config.is_platform_managed, secrets: opened };
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
