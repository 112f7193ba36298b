/**
 * Decodes the percent-encoding of a part of a URI (RFC 3986, section 2.1). Text with invalid percent-encoding is
 * returned unchanged.
 */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
