import { PlatformError } from "../../../base/errors.ts";
import { isLoopback } from "../../../domain/fields/host-fields.ts";
import { longestSeconds } from "../../../domain/keys/console-sessions.ts";

/** The headers of a request, as `Call` and `Request` have them. */
interface ReadHeaders {
  get(name: string): string | null;
}

/** Headers of proxies. A request with one did not come straight from a browser of this machine. */
const proxyHeaders = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto"];

/**
 * The name of the cookie that holds the session, at the address of a request. Browsers take a `__Host-` cookie from https
 * alone, and no other host can set it (RFC 6265bis, section 4.1.3). At a loopback address its name has the port, because browsers
 * send cookies to all ports of a host.
 *
 * @returns undefined at an address where a session would not be safe: it is neither a loopback address nor the https address of
 *   `PLATFORM_BASE_URL`, so others could read the cookie on its way, or make a page of their own have this address (DNS rebinding)
 */
export function nameConsoleCookie(headers: ReadHeaders, baseUrl: string): string | undefined {
  const own = new URL(baseUrl);
  const host = (headers.get("host") ?? "").toLowerCase();
  if (host === own.host && own.protocol === "https:") {
    return "__Host-console_session";
  }
  const url = URL.canParse(`http://${host}`) ? new URL(`http://${host}`) : undefined;
  const isDirect = proxyHeaders.every((name) => headers.get(name) === null);
  // A host with a path or a user would be another one in an address.
  const isHost = url?.host === host || `${url?.host}:80` === host;
  return isDirect && isHost && url !== undefined && isLoopback(url.hostname)
    ? `console_session_${url.port || "80"}`
    : undefined;
}

/**
 * The cookie of a session, as a value of `Set-Cookie`. An empty token removes it.
 *
 * @throws PlatformError `Auth_ConsoleAddressRefused` at an address where the session would not be safe
 */
export function buildConsoleCookie(headers: ReadHeaders, baseUrl: string, token: string): string {
  const name = nameConsoleCookie(headers, baseUrl);
  if (name === undefined) {
    throw new PlatformError("Auth_ConsoleAddressRefused");
  }
  const secure = name.startsWith("__Host-") ? "; Secure" : "";
  const age = token === "" ? 0 : longestSeconds;
  return `${name}=${token}; Path=/; Max-Age=${age}; HttpOnly; SameSite=Strict${secure}`;
}
