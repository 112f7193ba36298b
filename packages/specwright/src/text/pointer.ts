/** The segments of a JSON Pointer, unescaped (RFC 6901, section 4). `""` has none. */
export function parsePointer(pointer: string): string[] {
  return pointer === "" ? [] : pointer.slice(1).split("/").map(unescapeSegment);
}

/** One segment, escaped for a JSON Pointer. */
export function escapeSegment(segment: string): string {
  return /[~/]/.test(segment) ? segment.replaceAll("~", "~0").replaceAll("/", "~1") : segment;
}

/** One segment, as it was before it was escaped. */
export function unescapeSegment(segment: string): string {
  return segment.includes("~") ? segment.replaceAll("~1", "/").replaceAll("~0", "~") : segment;
}
