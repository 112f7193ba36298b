import { callbackPath } from "../../../applications/oauth/callback-address.ts";
import { hashSha256 } from "../../../base/secrets/hash.ts";

/**
 * The name of the cookie that binds a connection to a browser while the user is at the application. Each `state` has
 * its own cookie, so that connections in two tabs do not overwrite each other. The name has a hash of the state,
 * because the state itself is a secret.
 */
function nameLinkCookie(state: string): string {
  return `platform_link_${hashSha256(state).slice(0, 16)}`;
}

/** Seconds; the lifetime of a link (docs/decisions.md §6). */
const maximumAge = 600;

/**
 * The cookie (RFC 6265). It is HttpOnly and is sent to the callback path only, with or without a toolkit (section
 * 5.1.4). It is `Lax`, because the browser comes back by a navigation from the application's site, for which a
 * `Strict` cookie would not be sent.
 */
export function buildBrowserCookie(
  baseUrl: string,
  { state, browserToken }: { readonly state: string; readonly browserToken: string },
): string {
  const { protocol, pathname } = new URL(baseUrl);
  const path = pathname.replace(/\/$/, "") + callbackPath;
  const secure = protocol === "https:" ? "; Secure" : "";
  return `${nameLinkCookie(state)}=${browserToken}; Path=${path}; Max-Age=${maximumAge}; HttpOnly; SameSite=Lax${secure}`;
}

/** The value of the cookie that the browser sent for this state, if any. */
export function readBrowserCookie(header: string | null, state: string): string | undefined {
  const pairs = (header ?? "").split(";").map((pair) => pair.trim().split("="));
  const name = nameLinkCookie(state);
  return pairs.find(([key]) => key === name)?.[1];
}
