/** The name of the cookie that binds a connection to a browser, while the user is at the application. */
const name = "platform_link";

/** Only the callback needs it. */
const callbackPath = "/api/v3/toolkits/auth/callback";

/** As long as a link lives (decisions §6), in seconds. */
const maximumAge = 600;

/**
 * The cookie (RFC 6265): HttpOnly, for the callback alone. `Lax`, because the application leads back with a navigation of
 * another site's, which `Strict` would send no cookie with.
 */
export function browserCookie(baseUrl: string, browserToken: string): string {
  const { protocol, pathname } = new URL(baseUrl);
  const path = pathname.replace(/\/$/, "") + callbackPath;
  const secure = protocol === "https:" ? "; Secure" : "";
  return `${name}=${browserToken}; Path=${path}; Max-Age=${maximumAge}; HttpOnly; SameSite=Lax${secure}`;
}

/** The value that the browser sent back; undefined when there is none. */
export function readBrowserCookie(header: string | null): string | undefined {
  const pairs = (header ?? "").split(";").map((pair) => pair.trim().split("="));
  return pairs.find(([key]) => key === name)?.[1];
}
