import { PlatformError } from "../../errors.ts";
import type { OAuth2Settings } from "../../toolkits/auth-types.ts";
import { type AuthConfigSecrets, openAuthConfig } from "../auth-configs/auth-config-secrets.ts";
import type { AccountRow } from "../connected-accounts/account-rows.ts";
import { openConnection } from "../connected-accounts/connection-secrets.ts";
import { findScheme } from "../connection-catalog.ts";
import type { Values } from "../masking.ts";
import { wouldLeakToOwnHost } from "../own-host.ts";
import type { Scope } from "../scope.ts";

/** The client that an account's tokens are given to, and how its server is spoken to. Holds secrets. */
export interface OauthClient {
  readonly toolkitSlug: string;
  readonly mode: string;
  readonly settings: OAuth2Settings;
  readonly clientId: string;
  /** Absent for public clients. */
  readonly clientSecret: string | undefined;
  /** The scopes that are asked for. */
  readonly scopes: readonly string[];
  /** What fills the `{variables}` of the settings' addresses: use `fillAddress`. */
  readonly values: Values;
  readonly proxy: AuthConfigSecrets["proxy_config"];
}

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
    proxy: proxy_config,
  };
}
