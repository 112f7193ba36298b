import { buildCallbackAddress } from "../../../oauth/callback-address.ts";
import type { Values } from "../../fields/masking.ts";
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
 * @throws PlatformError `AuthConfig_CredentialsInvalid` for an address that does not belong to the service
 */
export function takeRedirectAddress(
  baseUrl: string,
  toolkitSlug: string,
  given: Values,
  place: string,
): RedirectChoice {
  const { oauth_redirect_uri: address, ...credentials } = given;
  const own = buildCallbackAddress(baseUrl, toolkitSlug);
  const shared = buildCallbackAddress(baseUrl);
  const isKnown = address === undefined || address === "" || address === own || address === shared;
  throwIfAny(isKnown ? [] : [`${place}.oauth_redirect_uri: must be ${own} or ${shared}`]);
  return { hasOwn: address !== shared, credentials };
}
