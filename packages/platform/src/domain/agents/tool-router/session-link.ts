import type { Schemas } from "../../../base/api-types.ts";
import { PlatformError } from "../../../base/errors.ts";
import { chooseAuthConfig } from "../../accounts/auth-configs/choose-auth-config.ts";
import { createConnectionLink } from "../../accounts/connecting/create-connected-account.ts";
import { openOrCreateLink } from "../../accounts/connecting/open-links.ts";
import type { Scope } from "../../scope.ts";
import type { SessionConfig } from "./session-config.ts";
import { createSessionRules } from "./session-rules.ts";
import { hashSessionId, type Session } from "./sessions.ts";

/** A request to connect the user of a session to a toolkit. */
export interface SessionLinkRequest {
  readonly toolkit: string;
  /** Default: the session's own. */
  readonly callbackUrl?: string | undefined;
  /** True when an existing link may be returned. */
  readonly mayBeOpen?: boolean;
}

/**
 * Starts a connection of a session's user to a toolkit. Returns a link to the hosted page, which ends with the session.
 *
 * @throws PlatformError `Toolkit_NotFound`, `ToolRouter_ToolkitNotEnabled`, `AuthConfig_NoAuthToolkit`,
 *   `AuthConfig_NoManagedAuth`, `ConnectedAccount_AuthConfigDisabled`, `ConnectedAccount_SchemeUnsupported`,
 *   `ConnectedAccount_CallbackUrlInvalid`
 */
export async function createSessionLink(
  scope: Scope,
  { id, config }: Pick<Session, "id" | "config">,
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
  const input = {
    auth_config_id: await chooseConfigOfSession(scope, config, slug),
    user_id: config.user_id,
    ...(callback === undefined ? {} : { callback_url: callback }),
  };
  const { link_token, redirect_url, connected_account_id } = await (mayBeOpen
    ? openOrCreateLink
    : createConnectionLink)(scope, input, hashSessionId(id));
  return { link_token, redirect_url, connected_account_id };
}

/** The session's auth config for a toolkit, or else the one that any new connection would use. */
async function chooseConfigOfSession(
  scope: Scope,
  config: SessionConfig,
  slug: string,
): Promise<string> {
  const named = Object.hasOwn(config.auth_configs, slug) ? config.auth_configs[slug] : undefined;
  if (named === undefined) {
    return await chooseAuthConfig(scope, slug);
  }
  const found = await scope.trx
    .selectFrom("auth_configs")
    .select("id")
    .where("project_id", "=", scope.projectId)
    .where("id", "=", named)
    .where("toolkit_slug", "=", slug)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  // Do not use another auth config: it could allow more than the one with which the session was created.
  if (found === undefined) {
    throw new PlatformError("ConnectedAccount_AuthConfigDisabled");
  }
  return named;
}
