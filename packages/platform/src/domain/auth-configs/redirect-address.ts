import { callbackAddress } from "../../oauth/callback-address.ts";
import type { Values } from "../fields/masking.ts";
import { throwIfAny } from "./auth-config-input.ts";

/** Which redirect address an OAuth client was registered with: its toolkit's own, or the one of all toolkits. */
export interface RedirectChoice {
  readonly hasOwn: boolean;
  readonly credentials: Values;
}

/**
 * Takes `oauth_redirect_uri` out of the credentials of an OAuth client. Without it, or when it is empty, the address is the
 * toolkit's own.
 *
 * @param place where the credentials stand in the request
 * @throws PlatformError `AuthConfig_CredentialsInvalid` for an address that is not one of the service's
 */
export function takeRedirectAddress(
  baseUrl: string,
  toolkitSlug: string,
  given: Values,
  place: string,
): RedirectChoice {
  const { oauth_redirect_uri: address, ...credentials } = given;
  const own = callbackAddress(baseUrl, toolkitSlug);
  const shared = callbackAddress(baseUrl);
  const isKnown = address === undefined || address === "" || address === own || address === shared;
  throwIfAny(isKnown ? [] : [`${place}.oauth_redirect_uri: must be ${own} or ${shared}`]);
  return { hasOwn: address !== shared, credentials };
}
