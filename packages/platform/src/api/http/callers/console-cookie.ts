import type { Call } from "@specwright/runtime/v1/server";
import { PlatformError } from "../../../base/errors.ts";
import { isSameSecret } from "../../../base/secrets/hash.ts";
import { deriveCsrfToken } from "../../../domain/keys/console-sessions.ts";
import { nameConsoleCookie } from "../../handlers/auth/console-session-cookie.ts";
import type { RequestContext } from "../../handlers/handler.ts";

/** The name of the cookie in the document. */
const documented = "__Host-console_session";

/**
 * Takes the session of a browser in place of a key (ADR 139): the rest of the service then sees the session where a key would be, and this
 * file alone knows of cookies. Call it for operations that require a key. Nothing happens without a cookie, and when a key was
 * sent too, which counts alone.
 *
 * @throws PlatformError `Auth_OriginNotAllowed` for a request that no page of the service made; `Auth_CsrfTokenInvalid`
 */
export function exchangeConsoleCookie(call: Call<RequestContext>, baseUrl: string): void {
  const { headers, context } = call;
  const cookies = headers.get("cookie");
  if (cookies === null || (headers.get("x-api-key") ?? "") !== "") {
    return;
  }
  const name = nameConsoleCookie(headers, baseUrl);
  // Programs may send the cookie by its documented name, which browsers do not take from http.
  const token = name && (readCookie(cookies, name) ?? readCookie(cookies, documented));
  if (token === undefined || !/^cs_[A-Za-z0-9_-]{32}$/.test(token)) {
    return;
  }
  assertFromOwnPage(headers, baseUrl);
  if (call.method !== "GET" && call.method !== "HEAD") {
    const sent = headers.get("x-csrf-token") ?? "";
    if (!isSameSecret(sent, deriveCsrfToken(token))) {
      throw new PlatformError("Auth_CsrfTokenInvalid");
    }
  }
  context.found.console = { token, projectId: headers.get("x-console-project") };
  const get = headers.get.bind(headers);
  headers.get = (field) => {
    const lower = field.toLowerCase();
    if (lower === "x-api-key") {
      return token;
    }
    return lower === "cookie" ? `${documented}=${token}` : get(field);
  };
}

/**
 * Refuses a request that a page of another origin made, also of another port of the same host, for which browsers send
 * `SameSite` cookies. Browsers name the sender in `Sec-Fetch-Site` (Fetch Metadata), and in `Origin`.
 *
 * @throws PlatformError `Auth_OriginNotAllowed`
 */
export function assertFromOwnPage(headers: Call["headers"], baseUrl: string): void {
  const site = headers.get("sec-fetch-site");
  const origin = headers.get("origin");
  const host = (headers.get("host") ?? "").toLowerCase();
  const own = new URL(baseUrl);
  const expected = host === own.host ? own.origin : `http://${host}`;
  if ((origin !== null && origin !== expected) || (site !== null && site !== "same-origin")) {
    throw new PlatformError("Auth_OriginNotAllowed");
  }
}

/** The value of a cookie (RFC 6265). Of two with the same name, the first counts: it has the longer path. */
function readCookie(header: string, name: string): string | undefined {
  const pairs = header.split(";").map((pair) => pair.trim().split("="));
  return pairs.find(([key]) => key === name)?.[1];
}
