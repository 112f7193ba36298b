import { isIpv4, isIpv6 } from "./network.ts";

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;
const pointer = /^(?:\/(?:[^~/]|~[01])*)*$/u;

/** The textual form of a UUID (RFC 4122, section 3), of any version. */
export function isUuid(text: string): boolean {
  return uuid.test(text);
}

/** A JSON Pointer (RFC 6901, section 3). */
export function isJsonPointer(text: string): boolean {
  return pointer.test(text);
}

const relativePointer = /^(?:0|[1-9]\d*)(?:#|(?:\/(?:[^~/]|~[01])*)*)$/u;

/** A Relative JSON Pointer (draft-bhutton-relative-json-pointer-00, section 3). */
export function isRelativeJsonPointer(text: string): boolean {
  return relativePointer.test(text);
}

const variableCharacter = String.raw`(?:\w|%[\da-f]{2})`;
const variable = String.raw`${variableCharacter}(?:\.?${variableCharacter})*(?::[1-9]\d{0,3}|\*)?`;
const template = new RegExp(
  String.raw`^(?:[^\0-\x20\x7f"%<>\\^\x60{|}]|%[\da-f]{2}|\{[+#./;?&=,!@|]?${variable}(?:,${variable})*\})*$`,
  "i",
);

/** A URI Template (RFC 6570, section 2). */
export function isUriTemplate(text: string): boolean {
  return template.test(text);
}

/** A regular expression of ECMA-262 with Unicode semantics. */
export function isRegex(text: string): boolean {
  try {
    new RegExp(text, "u");
    return true;
  } catch {
    // A SyntaxError is the answer.
    return false;
  }
}

/** The regular expression of RFC 3986, appendix B, which splits any string into five parts. */
const parts = /^(?:([^:/?#]+):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s;
const scheme = /^[a-z][a-z\d+.-]*$/i;
const path = /^(?:[\w\-.~!$&'()*+,;=:@/]|%[\da-f]{2})*$/i;
const query = /^(?:[\w\-.~!$&'()*+,;=:@/?]|%[\da-f]{2})*$/i;
const userInformation = /^(?:[\w\-.~!$&'()*+,;=:]|%[\da-f]{2})*$/i;
const registeredName = /^(?:[\w\-.~!$&'()*+,;=]|%[\da-f]{2})*$/i;
const futureAddress = /^v[\da-f]+\.[\w\-.~!$&'()*+,;=:]+$/i;

/** A fast path: matches URIs without escapes and without addresses in brackets, which most are. */
const plainUri =
  /^[a-z][a-z\d+.-]*:\/\/[\w.~-]+(?::\d*)?(?:\/[\w\-.~!$&'()*+,;=:@/]*)?(?:\?[\w\-.~!$&'()*+,;=:@/?]*)?(?:#[\w\-.~!$&'()*+,;=:@/?]*)?$/i;

/** `URI` (RFC 3986, section 3): with a scheme. */
export function isUri(text: string): boolean {
  return plainUri.test(text) || isAnyUri(text);
}

function isAnyUri(text: string): boolean {
  return parts.exec(text)?.[1] !== undefined && isUriReference(text);
}

/** `URI-reference` (RFC 3986, section 4.1). */
export function isUriReference(text: string): boolean {
  const match = parts.exec(text);
  if (match === null) {
    return false;
  }
  const [, schemeText, authority, pathText = "", queryText = "", fragment = ""] = match;
  const isRelativePath = schemeText === undefined && authority === undefined;
  return (
    (schemeText === undefined || scheme.test(schemeText)) &&
    (authority === undefined || isAuthority(authority)) &&
    path.test(pathText) &&
    query.test(queryText) &&
    query.test(fragment) &&
    // The first segment of a relative path must not contain a colon (section 4.2).
    !(isRelativePath && (pathText.split("/")[0] ?? "").includes(":"))
  );
}

function isAuthority(text: string): boolean {
  const at = text.lastIndexOf("@");
  if (at !== -1 && !userInformation.test(text.slice(0, at))) {
    return false;
  }
  const [, host = "", port = ""] = /^(\[[^\]]*\]|[^:]*)(?::(.*))?$/s.exec(text.slice(at + 1)) ?? [];
  const isHost = host.startsWith("[")
    ? isIpv6(host.slice(1, -1)) || futureAddress.test(host.slice(1, -1))
    : isIpv4(host) || registeredName.test(host);
  return isHost && /^\d*$/.test(port) && /^(?:\[[^\]]*\]|[^:]*)(?::.*)?$/s.test(text.slice(at + 1));
}
