import type { AuthScheme } from "../../../applications/toolkits/types/auth-types.ts";
import type { Schemas } from "../../../base/api-types.ts";
import { PlatformError } from "../../../base/errors.ts";
import { createId } from "../../../base/ids.ts";
import { type ConnectionToolkit, findScheme } from "../../fields/connection-catalog.ts";
import type { Scope } from "../../scope.ts";
import { assertBuilt } from "./assert-built.ts";
import { checkCustomSecrets, checkManagedCredentials } from "./auth-config-input.ts";
import type { AuthConfigSecrets } from "./auth-config-secrets.ts";
import { addAuthConfig } from "./change-auth-config.ts";
import { takeRedirectAddress } from "./redirect-address.ts";
import { readToolAccess, withScopesOfTools } from "./tool-access.ts";

/**
 * Creates an auth config for a toolkit.
 *
 * @param createdBy the id of the key that made the request
 * @throws PlatformError `Toolkit_NotFound`, `AuthConfig_NoAuthToolkit`, `AuthConfig_NoManagedAuth`,
 *   `AuthConfig_SchemeNotOffered`, `ConnectedAccount_SchemeUnsupported`, `AuthConfig_CredentialsInvalid`,
 *   `AuthConfig_ToolUnknown`, `Validation_Failed`
 */
export async function createAuthConfig(
  scope: Scope,
  input: Schemas["CreateAuthConfigRequest"],
  createdBy: string | null = null,
): Promise<Schemas["CreateAuthConfigResponse"]> {
  const toolkit = scope.catalog.findToolkit(input.toolkit.slug);
  if (toolkit === undefined) {
    throw new PlatformError("Toolkit_NotFound");
  }
  if (toolkit.record.no_auth) {
    throw new PlatformError("AuthConfig_NoAuthToolkit");
  }
  const config = input.auth_config ?? { type: "use_platform_managed_auth" };
  const given = readToolAccess(toolkit, config, "body.auth_config");
  const { scheme, secrets, hasOwnRedirect } =
    config.type === "use_custom_auth"
      ? planCustom(scope, toolkit, config, given)
      : planManaged(scope, toolkit, config, given);
  const {
    tools_available_for_execution: available = [],
    tools_for_connected_account_creation: creation = [],
  } = given;
  const id = createId("ac");
  const isManaged = config.type === "use_platform_managed_auth";
  const columns = {
    id,
    toolkit_slug: toolkit.slug,
    name: config.name ?? `${toolkit.record.name} ${scheme.mode}`,
    auth_scheme: scheme.mode,
    is_platform_managed: isManaged,
    has_own_redirect: hasOwnRedirect,
    restrict_to_following_tools: [...available],
    tools_for_connected_account_creation: [...creation],
    created_by: createdBy,
  };
  await addAuthConfig(scope, columns, secrets);
  return {
    toolkit: { slug: toolkit.slug },
    auth_config: {
      id,
      auth_scheme: scheme.mode,
      is_platform_managed: isManaged,
      tool_access_config: {
        tools_available_for_execution: available,
        tools_for_connected_account_creation: creation,
      },
      restrict_to_following_tools: available,
    },
  };
}

interface Plan {
  readonly scheme: AuthScheme;
  readonly secrets: AuthConfigSecrets;
  readonly hasOwnRedirect: boolean;
}

/** The first scheme, in the toolkit's order, for which the deployment has a client. */
function planManaged(
  scope: Scope,
  toolkit: ConnectionToolkit,
  config: Schemas["ManagedAuthConfigInput"],
  access: Schemas["AuthConfigToolAccessInput"],
): Plan {
  const scheme = toolkit.authSchemes.find(
    ({ mode, mayBeManaged }) =>
      mayBeManaged && scope.platform.managedAuth.find(toolkit.slug, mode) !== undefined,
  );
  if (scheme === undefined) {
    throw new PlatformError("AuthConfig_NoManagedAuth");
  }
  assertBuilt(scheme.mode, "auth config");
  const asked = withScopesOfTools(toolkit, scheme, config.credentials, access) ?? {};
  const credentials = checkManagedCredentials(asked, "body.auth_config");
  const client = scope.platform.managedAuth.find(toolkit.slug, scheme.mode) ?? {};
  const { hasOwn } = takeRedirectAddress(scope, toolkit.slug, client, "managed");
  const secrets = { credentials, shared_credentials: {} };
  return { scheme, secrets, hasOwnRedirect: hasOwn };
}

function planCustom(
  scope: Scope,
  toolkit: ConnectionToolkit,
  config: Schemas["CustomAuthConfigInput"],
  access: Schemas["AuthConfigToolAccessInput"],
): Plan {
  const scheme = findScheme(toolkit, config.authScheme);
  if (scheme === undefined) {
    throw new PlatformError("AuthConfig_SchemeNotOffered");
  }
  assertBuilt(scheme.mode, "auth config");
  const { hasOwn, credentials } = takeRedirectAddress(
    scope,
    toolkit.slug,
    withScopesOfTools(toolkit, scheme, config.credentials, access) ?? {},
    "body.auth_config.credentials",
  );
  const given: AuthConfigSecrets = {
    credentials,
    shared_credentials: config.shared_credentials ?? {},
    ...(config.proxy_config === undefined ? {} : { proxy_config: config.proxy_config }),
  };
  const secrets = checkCustomSecrets(toolkit, scheme, given, "body.auth_config");
  return { scheme, secrets, hasOwnRedirect: hasOwn };
}
