import { callbackPath } from "../../oauth/callback-address.ts";
import { sha256 } from "../../secrets/hash.ts";

/**
 * The name of the cookie that binds a connection to a browser while the user is at the application. Each `state` has a
 * cookie of its own, so that connections in two tabs do not overwrite each other's. The hash keeps the state itself, a
 * secret, out of the name.
 */
function nameLinkCookie(state: string): string {
  return `platform_link_${sha256(state).slice(0, 16)}`;
}

/** As long as a link lives (docs/decisions.md §6), in seconds. */
const maximumAge = 600;

/**
 * The cookie (RFC 6265): HttpOnly, for the callback alone, with a toolkit or without (section 5.1.4). `Lax`, because the application leads back with a navigation of
 * another site's, which `Strict` would send no cookie with.
 */
export function browserCookie(
  baseUrl: string,
  { state, browserToken }: { readonly state: string; readonly browserToken: string },
): string {
  const { protocol, pathname } = new URL(baseUrl);
  const path = pathname.replace(/\/$/, "") + callbackPath;
  const secure = protocol === "https:" ? "; Secure" : "";
  return `${nameLinkCookie(state)}=${browserToken}; Path=${path}; Max-Age=${maximumAge}; HttpOnly; SameSite=Lax${secure}`;
}

/** The value that the browser sent back for this state; undefined without one. */
export function readBrowserCookie(header: string | null, state: string): string | undefined {
  const pairs = (header ?? "").split(";").map((pair) => pair.trim().split("="));
  const name = nameLinkCookie(state);
  return pairs.find(([key]) => key === name)?.[1];
}
