/** Decodes a part of a URI. Undefined for malformed percent-encoding, which does not name anything. */
export function decodeUriPart(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
