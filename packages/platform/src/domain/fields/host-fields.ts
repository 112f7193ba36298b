import type { AuthScheme } from "../../applications/toolkits/types/auth-types.ts";
import type { ConnectionToolkit } from "./connection-catalog.ts";

/** The names of the `{variables}` in the host of any address that receives credentials. */
export function findHostVariables(
  toolkit: ConnectionToolkit,
  scheme: AuthScheme,
): ReadonlySet<string> {
  // From the scheme, if present, to the first slash of the path.
  const hosts = listAddresses(toolkit, scheme).map(
    (address) => /^(?:[a-z]+:\/\/)?[^/?#]*/.exec(address)?.[0] ?? "",
  );
  return findVariables(hosts);
}

/** The names of the `{variables}` anywhere in an address that receives credentials. */
export function findAddressVariables(
  toolkit: ConnectionToolkit,
  scheme: AuthScheme,
): ReadonlySet<string> {
  return findVariables(listAddresses(toolkit, scheme));
}

function listAddresses(
  { record }: ConnectionToolkit,
  { oauth2: urls }: AuthScheme,
): readonly string[] {
  return [
    record.base_url,
    ...[urls?.authorizationUrl, urls?.tokenUrl, urls?.refreshUrl, urls?.revocationUrl],
  ].filter((address) => address !== undefined);
}

function findVariables(addresses: readonly string[]): ReadonlySet<string> {
  const found = addresses.flatMap((address) => [...address.matchAll(/\{([^{}]+)\}/g)]);
  return new Set(found.map(([, name = ""]) => name));
}

/** A label of a host name (RFC 1123, section 2.1): letters, digits and inner hyphens, at most 63. */
export function isDnsLabel(text: string): boolean {
  return /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/.test(text);
}

/**
 * A host name with an optional port, or an https address without user name and query. Http is only accepted for
 * loopback.
 */
export function isHostOrAddress(text: string): boolean {
  if (/^[A-Za-z0-9.-]{1,253}(?::[0-9]{1,5})?$/.test(text)) {
    return text
      .replace(/:[0-9]+$/, "")
      .split(".")
      .every(isDnsLabel);
  }
  if (!URL.canParse(text)) {
    return false;
  }
  const url = new URL(text);
  const isSafe =
    url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname));
  return (
    isSafe && url.username === "" && url.password === "" && url.search === "" && url.hash === ""
  );
}

/** True when a host name stands for this machine: `localhost`, 127.0.0.0/8 or ::1 (RFC 8252, section 7.3). */
export function isLoopback(hostname: string): boolean {
  return (
    hostname === "localhost" || hostname === "[::1]" || /^127(?:\.[0-9]{1,3}){3}$/.test(hostname)
  );
}
