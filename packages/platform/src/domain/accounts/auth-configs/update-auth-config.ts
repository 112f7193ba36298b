import type { Schemas } from "../../../base/api-types.ts";
import { PlatformError } from "../../../base/errors.ts";
import { findScheme } from "../../fields/connection-catalog.ts";
import { findDeclaredFields } from "../../fields/fields.ts";
import { maskSecret, mergeValues, type Values } from "../../fields/masking.ts";
import type { Scope } from "../../scope.ts";
import { checkCustomSecrets, checkManagedCredentials, throwIfAny } from "./auth-config-input.ts";
import type { AuthConfigRow } from "./auth-config-record.ts";
import { type AuthConfigSecrets, openAuthConfig } from "./auth-config-secrets.ts";
import { changeAuthConfig } from "./change-auth-config.ts";
import { lockAuthConfig } from "./read-auth-configs.ts";
import { type RedirectChoice, takeRedirectAddress } from "./redirect-address.ts";
import { readToolAccess, withScopesOfTools } from "./tool-access.ts";

/**
 * Changes an auth config. Credentials are merged key by key, and the result must be complete.
 *
 * @throws PlatformError `AuthConfig_NotFound`, `AuthConfig_CredentialsInvalid`, `AuthConfig_ToolUnknown`,
 *   `Validation_Failed`
 */
export async function updateAuthConfig(
  scope: Scope,
  id: string,
  request: Schemas["UpdateAuthConfigRequest"],
): Promise<void> {
  const config = await lockAuthConfig(scope, id);
  const { row } = config;
  assertSameType(row, request.type);
  const changes = withScopes(request);
  const { name, tool_access_config, restrict_to_following_tools } = changes;
  const toolkit = scope.catalog.findToolkit(row.toolkit_slug);
  const isAccess = tool_access_config !== undefined || restrict_to_following_tools !== undefined;
  if (isAccess && toolkit === undefined) {
    throw new PlatformError("Toolkit_NotFound");
  }
  const access = toolkit === undefined ? {} : readToolAccess(toolkit, changes, "body");
  const {
    tools_available_for_execution: available,
    tools_for_connected_account_creation: creation,
  } = access;
  const scheme = findScheme(toolkit, row.auth_scheme);
  const redirect = changeRedirect(scope, row, changes.credentials);
  const given = redirect?.credentials ?? changes.credentials;
  const credentials =
    toolkit === undefined || scheme === undefined
      ? given
      : withScopesOfTools(toolkit, scheme, given, access);
  const secrets = await changeSecrets(scope, row, {
    ...changes,
    ...(credentials === undefined ? {} : { credentials }),
  });
  const columns = {
    ...(name === undefined ? {} : { name }),
    ...(redirect === undefined ? {} : { has_own_redirect: redirect.hasOwn }),
    ...(available === undefined ? {} : { restrict_to_following_tools: [...available] }),
    ...(creation === undefined ? {} : { tools_for_connected_account_creation: [...creation] }),
  };
  await changeAuthConfig(scope, config, columns, secrets);
}

function assertSameType(
  { is_platform_managed: isManaged }: AuthConfigRow,
  type: Schemas["UpdateAuthConfigRequest"]["type"],
): void {
  const own = isManaged ? ["default", "use_platform_managed_auth"] : ["custom", "use_custom_auth"];
  if (type !== undefined && !own.includes(type)) {
    const line = `body.type: is ${own[0]} and cannot be changed; create another auth config`;
    throw new PlatformError("Validation_Failed", { errors: [line] });
  }
}

/** The changes with `scopes` at the place where `credentials` have them. */
function withScopes({
  scopes,
  ...changes
}: Schemas["UpdateAuthConfigRequest"]): Schemas["UpdateAuthConfigRequest"] {
  if (scopes === undefined) {
    return changes;
  }
  if (changes.credentials?.scopes !== undefined) {
    const line = "body.scopes: is another place of credentials.scopes; send one of the two";
    throw new PlatformError("Validation_Failed", { errors: [line] });
  }
  return { ...changes, credentials: { ...changes.credentials, scopes } };
}

/**
 * The new redirect address, if the request changes it. That of a managed auth config cannot be changed: it belongs to
 * the deployment's client.
 */
function changeRedirect(
  scope: Scope,
  row: AuthConfigRow,
  credentials: Values | undefined,
): RedirectChoice | undefined {
  return credentials?.oauth_redirect_uri === undefined || row.is_platform_managed
    ? undefined
    : takeRedirectAddress(scope, row.toolkit_slug, credentials, "body.credentials");
}

/** The changed secrets; undefined when the request does not change any. */
async function changeSecrets(
  scope: Scope,
  row: AuthConfigRow,
  changes: Schemas["UpdateAuthConfigRequest"],
): Promise<AuthConfigSecrets | undefined> {
  const { credentials = {}, shared_credentials: shared = {}, proxy_config: proxy } = changes;
  const isEmpty = Object.keys(credentials).length === 0 && Object.keys(shared).length === 0;
  if (isEmpty && proxy === undefined) {
    return undefined;
  }
  const stored = await openAuthConfig(scope, row);
  if (row.is_platform_managed) {
    throwIfAny([
      ...Object.keys(shared).map((name) => `body.shared_credentials.${name}: ${notForManaged}`),
      ...(proxy == null ? [] : [`body.proxy_config: ${notForManaged}`]),
    ]);
    checkManagedCredentials(credentials, "body");
    const merged = mergeValues(stored.credentials, credentials, new Map());
    return { ...stored, credentials: checkManagedCredentials(merged, "body") };
  }
  const toolkit = scope.catalog.findToolkit(row.toolkit_slug);
  const scheme = findScheme(toolkit, row.auth_scheme);
  if (toolkit === undefined || scheme === undefined) {
    throw new PlatformError("Toolkit_NotFound");
  }
  const declared = findDeclaredFields(scheme);
  const { proxy_config: oldProxy, ...rest } = stored;
  const newProxy = proxy === undefined ? oldProxy : changeProxy(oldProxy, proxy);
  const merged: AuthConfigSecrets = {
    ...rest,
    credentials: mergeValues(stored.credentials, credentials, declared),
    shared_credentials: mergeValues(stored.shared_credentials, shared, declared),
    ...(newProxy === undefined ? {} : { proxy_config: newProxy }),
  };
  return checkCustomSecrets(toolkit, scheme, merged, "body");
}

const notForManaged = "only an auth config with credentials of its own has it";

/** The new proxy. If its key equals the mask of the old key, the old key stays. */
function changeProxy(
  old: AuthConfigSecrets["proxy_config"],
  proxy: Schemas["AuthConfigProxy"] | null,
): AuthConfigSecrets["proxy_config"] {
  if (proxy === null) {
    return undefined;
  }
  const key = old?.proxy_auth_key;
  return key !== undefined && proxy.proxy_auth_key === maskSecret(key)
    ? { ...proxy, proxy_auth_key: key }
    : proxy;
}
