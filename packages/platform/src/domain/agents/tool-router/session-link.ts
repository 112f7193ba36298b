import type { Schemas } from "../../../api-types.ts";
import { PlatformError } from "../../../errors.ts";
import { createAuthConfig } from "../../accounts/auth-configs/create-auth-config.ts";
import { createConnectionLink } from "../../accounts/connecting/create-connected-account.ts";
import { openOrCreateLink } from "../../accounts/connecting/open-links.ts";
import type { Scope } from "../../scope.ts";
import type { SessionConfig } from "./session-config.ts";
import { createSessionRules } from "./session-rules.ts";

/** A request to connect the user of a session to a toolkit. */
export interface SessionLinkRequest {
  readonly toolkit: string;
  /** Default: the session's own. */
  readonly callbackUrl?: string | undefined;
  /** True when an existing link may be returned. */
  readonly mayBeOpen?: boolean;
}

/**
 * Starts a connection of a session's user to a toolkit. Returns a link to the hosted page.
 *
 * @throws PlatformError `Toolkit_NotFound`, `ToolRouter_ToolkitNotEnabled`, `AuthConfig_NoAuthToolkit`,
 *   `AuthConfig_NoManagedAuth`, `ConnectedAccount_AuthConfigDisabled`, `ConnectedAccount_SchemeUnsupported`,
 *   `ConnectedAccount_CallbackUrlInvalid`
 */
export async function createSessionLink(
  scope: Scope,
  config: SessionConfig,
  { toolkit: slug, callbackUrl, mayBeOpen = false }: SessionLinkRequest,
): Promise<Schemas["SessionLink"]> {
  const toolkit = scope.catalog.findToolkit(slug);
  if (toolkit === undefined) {
    throw new PlatformError("Toolkit_NotFound");
  }
  if (!createSessionRules(config).allowsToolkit(slug)) {
    throw new PlatformError("ToolRouter_ToolkitNotEnabled");
  }
  if (toolkit.record.no_auth) {
    throw new PlatformError("AuthConfig_NoAuthToolkit");
  }
  const callback = callbackUrl ?? config.manage_connections.callback_url;
  const { link_token, redirect_url, connected_account_id } = await (mayBeOpen
    ? openOrCreateLink
    : createConnectionLink)(scope, {
    auth_config_id: await chooseAuthConfig(scope, config, slug),
    user_id: config.user_id,
    ...(callback === undefined ? {} : { callback_url: callback }),
  });
  return { link_token, redirect_url, connected_account_id };
}

/**
 * Chooses an auth config for a toolkit: the session's, or else the newest enabled one. Otherwise it creates one with
 * managed credentials.
 */
async function chooseAuthConfig(
  scope: Scope,
  config: SessionConfig,
  slug: string,
): Promise<string> {
  const named = Object.hasOwn(config.auth_configs, slug) ? config.auth_configs[slug] : undefined;
  const matching = scope.trx
    .selectFrom("auth_configs")
    .select("id")
    .where("project_id", "=", scope.projectId)
    .where("toolkit_slug", "=", slug)
    .where("deleted_at", "is", null);
  if (named !== undefined) {
    // Do not use another auth config: it could allow more than the one with which the session was created.
    if ((await matching.where("id", "=", named).executeTakeFirst()) === undefined) {
      throw new PlatformError("ConnectedAccount_AuthConfigDisabled");
    }
    return named;
  }
  const newest = await matching
    .where("status", "=", "ENABLED")
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (newest !== undefined) {
    return newest.id;
  }
  const made = await createAuthConfig(scope, {
    toolkit: { slug },
    auth_config: { type: "use_platform_managed_auth" },
  });
  return made.auth_config.id;
}
