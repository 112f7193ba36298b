import { buildCallbackAddress } from "../../../applications/oauth/callback-address.ts";
import type { Values } from "../../fields/masking.ts";
import type { Scope } from "../../scope.ts";
import { throwIfAny } from "./auth-config-input.ts";

/**
 * The redirect address with which an OAuth client was registered: its toolkit's own, or the one that all toolkits
 * share.
 */
export interface RedirectChoice {
  readonly hasOwn: boolean;
  readonly credentials: Values;
}

/**
 * Takes `oauth_redirect_uri` out of the credentials of an OAuth client. If it is missing or empty, the toolkit's own
 * address is used.
 *
 * @param place the place of the credentials in the request
 * @throws PlatformError `AuthConfig_CredentialsInvalid` for an address that this toolkit cannot have
 */
export function takeRedirectAddress(
  scope: Scope,
  toolkitSlug: string,
  given: Values,
  place: string,
): RedirectChoice {
  const { oauth_redirect_uri: address, ...credentials } = given;
  const own = chooseRedirectAddress(scope, toolkitSlug, true);
  const other = chooseRedirectAddress(scope, toolkitSlug, false);
  const isKnown = address === undefined || address === "" || address === own || address === other;
  const expected = own === other ? own : `${own} or ${other}`;
  throwIfAny(isKnown ? [] : [`${place}.oauth_redirect_uri: must be ${expected}`]);
  return { hasOwn: own === other || address !== other, credentials };
}

/**
 * The redirect address of a toolkit's connections: its own, or the one that toolkits of the installation share. A
 * toolkit that the project imported always has one with the project in it. Otherwise the document of another project
 * could name the same slug, the honest authorization server and client, and its own token endpoint, and would get the
 * code and the verifier (mix-up, RFC 9700, section 4.4).
 */
export function chooseRedirectAddress(
  { platform, projectId, catalog }: Scope,
  toolkitSlug: string,
  hasOwn: boolean,
): string {
  if (!catalog.isShipped(toolkitSlug)) {
    return buildCallbackAddress(platform.baseUrl, { projectId, toolkitSlug });
  }
  return buildCallbackAddress(platform.baseUrl, hasOwn ? { toolkitSlug } : undefined);
}
