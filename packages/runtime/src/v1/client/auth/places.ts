import type { BasicCredential } from "./credential.ts";
import { withoutHeadersElsewhere } from "./follow-redirects.ts";
import type { CredentialPlace } from "./security.ts";

/**
 * An API key in a header. It needs a guard, because `fetch` would send it along when a redirect leads to another
 * origin.
 */
export const headerKey: CredentialPlace = (request, name, value) => {
  if (value !== undefined) {
    request.guard = withoutHeadersElsewhere;
    request.guarded.push(name);
  }
  return setCredentialHeader(request, name, value);
};

/** An API key in the query. */
export const queryKey: CredentialPlace = (request, name, value) => {
  const [, path, query = ""] = /^([^?#]*)(\?[^#]*)?/.exec(request.url) ?? [];
  if (value === undefined) {
    return new URLSearchParams(query).has(name);
  }
  const pair = `${encodeURIComponent(name)}=${encodeURIComponent(toCredentialText(value))}`;
  request.url = `${path}${query ? `${query}&` : "?"}${pair}`;
  return true;
};

/** An API key in a cookie. It has no effect in browsers, which do not let scripts set the `cookie` header. */
export const cookieKey: CredentialPlace = (request, name, value) => {
  const cookies = request.headers.get("cookie");
  if (value === undefined) {
    return new RegExp(`(?:^|;) *${name.replace(/[$.*+|()^]/g, "\\$&")}=`).test(cookies ?? "");
  }
  // The characters that a cookie's value may have; it cannot escape others (RFC 6265, section 4.1.1).
  if (!/^[!#-+\--:<-[\]-~]*$/.test(toCredentialText(value))) {
    throw new TypeError();
  }
  return setCredentialHeader(request, "cookie", `${cookies ? `${cookies}; ` : ""}${name}=${value}`);
};

/** A bearer token (RFC 6750), of the schemes `bearer`, OAuth 2 and OpenID Connect. */
export const bearer: CredentialPlace = (request, _, value) =>
  setCredentialHeader(request, "authorization", value && `Bearer ${toCredentialText(value)}`);

/** HTTP Basic (RFC 7617). */
export const basic: CredentialPlace = (request, _, value) =>
  setCredentialHeader(request, "authorization", value && `Basic ${encodeBasic(value)}`);

/** Any other HTTP scheme, such as `digest`: the credential is the whole value of `Authorization`. */
export const authorization: CredentialPlace = (request, _, value) =>
  setCredentialHeader(request, "authorization", value);

function setCredentialHeader(
  { headers }: Parameters<CredentialPlace>[0],
  name: string,
  value: unknown,
): boolean {
  if (value === undefined) {
    return headers.has(name);
  }
  headers.set(name, toCredentialText(value));
  return true;
}

/** A caller without types may give anything. */
function toCredentialText(value: unknown): string {
  if (typeof value !== "string") {
    throw new TypeError();
  }
  return value;
}

function encodeBasic(credential: string | BasicCredential): string {
  const { username, password } = credential as BasicCredential; // Members of a string are undefined, which is refused.
  const text = `${toCredentialText(username)}:${toCredentialText(password)}`;
  // Servers split at the first colon, so a user name cannot contain one (RFC 7617, section 2).
  if (username.includes(":")) {
    throw new TypeError();
  }
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
