import { EgressError } from "../egress-error.ts";
import { isPublicAddress, recognizeFamily } from "./address-ranges.ts";
import type { AllowList } from "./allow-list.ts";

/** Checks the text of a URL; the addresses behind its host name are checked when connecting. */
export interface CheckedUrl {
  readonly url: URL;
  /** The host without brackets, in lower case. */
  readonly host: string;
  /** The host is allowed by its name. */
  readonly isAllowedHost: boolean;
  /** Scheme or port are only for allowed addresses. */
  readonly needsAllowedAddress: boolean;
}

/**
 * Checks a URL by its text. Only https, no user information, port 443 or one from 1024 on; the allow list is the only
 * exception to scheme and port. A host that is an address is checked at once.
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
 * @param onlyAllowed The reason when only allowed addresses may be, else false.
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

/** Which of the two a URL needs an allowed address for. */
function chooseReason(hasPlainScheme: boolean): "scheme-not-allowed" | "port-not-allowed" {
  return hasPlainScheme ? "scheme-not-allowed" : "port-not-allowed";
}

/** True for a port that is refused in public: services of the operating system listen below 1024, applications at 443. */
export function isOddPort(port: string): boolean {
  return port !== "" && port !== "443" && Number(port) < 1024;
}

/**
 * Parses a URL that every reader takes for the same: parsers disagree about white space, control characters,
 * backslashes and forms of addresses other than four decimal numbers (`0x7f.1`, `2130706433`, `0177.0.0.1`).
 */
function parseUrl(text: string): URL {
  if (!URL.canParse(text) || /[^\x21-\x7e\u0080-\u{10ffff}]|\\/u.test(text)) {
    throw new EgressError("url-invalid");
  }
  const url = new URL(text);
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
