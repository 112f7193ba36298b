/** A part of a URI without percent-encoding (RFC 3986, section 2.1). Text with invalid percent-encoding stays as it is. */
export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
