/** A part of a URI without percent-encoding (RFC 3986, section 2.1). Text that is not valid as such is taken as written. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
