import { EgressError } from "../egress-error.ts";
import { isPublicAddress, recognizeFamily } from "./address-ranges.ts";
import type { AllowList } from "./allow-list.ts";

/** A URL whose text was checked. The addresses of its host name are checked when connecting. */
export interface CheckedUrl {
  readonly url: URL;
  /** The host without brackets, in lower case. */
  readonly host: string;
  /** The host is allowed by its name. */
  readonly isAllowedHost: boolean;
  /** True when the scheme or the port is permitted only for allowed addresses. */
  readonly needsAllowedAddress: boolean;
}

/**
 * Checks a URL by its text: https, no user information, port 443 or a port from 1024 on. Only the allow list permits
 * other schemes and ports. If the host is an address, it is checked at once.
 *
 * @throws EgressError with the reason
 */
export function checkUrl(input: string | URL, allow: AllowList): CheckedUrl {
  const url = typeof input === "string" ? parseUrl(input) : new URL(input);
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    throw new EgressError("scheme-not-allowed");
  }
  if (url.username !== "" || url.password !== "") {
    throw new EgressError("credentials-in-url");
  }
  const host = url.hostname.replace(/^\[|\]$/g, "").toLowerCase();
  const isAllowedHost = allow.hasHost(host);
  const hasPlainScheme = url.protocol === "http:";
  const hasOddPort = isOddPort(url.port);
  const checked = {
    url,
    host,
    isAllowedHost,
    needsAllowedAddress: !isAllowedHost && (hasPlainScheme || hasOddPort),
  };
  if (recognizeFamily(host) !== undefined && !isAllowedHost) {
    assertAddress(host, allow, checked.needsAllowedAddress && chooseReason(hasPlainScheme));
  }
  return checked;
}

/**
 * Checks that an address may be connected to.
 *
 * @param onlyAllowed The reason to throw when the address is not on the allow list. False when any public address
 *   will do.
 * @throws EgressError with the reason
 */
export function assertAddress(
  address: string,
  allow: AllowList,
  onlyAllowed: false | "scheme-not-allowed" | "port-not-allowed",
): void {
  if (allow.addresses.has(address)) {
    return;
  }
  if (!isPublicAddress(address)) {
    throw new EgressError("address-not-allowed");
  }
  if (onlyAllowed !== false) {
    throw new EgressError(onlyAllowed);
  }
}

/** The reason why a URL needs an allowed address. */
function chooseReason(hasPlainScheme: boolean): "scheme-not-allowed" | "port-not-allowed" {
  return hasPlainScheme ? "scheme-not-allowed" : "port-not-allowed";
}

/**
 * True for a port that is refused in public. Services of the operating system listen below 1024; applications listen
 * at 443.
 */
export function isOddPort(port: string): boolean {
  return port !== "" && port !== "443" && Number(port) < 1024;
}

/**
 * Parses a URL. It refuses URLs that parsers read differently: those with white space, control characters,
 * backslashes, or an IPv4 address in another form than four decimal numbers (`0x7f.1`, `2130706433`, `0177.0.0.1`).
 */
function parseUrl(text: string): URL {
  const url = URL.parse(text);
  if (url === null || /[^\x21-\x7e\u0080-\u{10ffff}]|\\/u.test(text)) {
    throw new EgressError("url-invalid");
  }
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    return url;
  }
  const authority = /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)/i.exec(text)?.[1] ?? "";
  const written = authority.replace(/^.*@/s, "").replace(/:\d*$/, "").toLowerCase();
  const isAddress = recognizeFamily(url.hostname) === "ipv4";
  if (written === "" || (isAddress && written !== url.hostname) || written.includes("%")) {
    throw new EgressError("url-invalid");
  }
  return url;
}
