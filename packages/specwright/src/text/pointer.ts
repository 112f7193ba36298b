/** The unescaped segments of a JSON Pointer (RFC 6901, section 4). `""` has no segments. */
export function parsePointer(pointer: string): string[] {
  return pointer === "" ? [] : pointer.slice(1).split("/").map(unescapeSegment);
}

/** One segment, escaped for a JSON Pointer. */
export function escapeSegment(segment: string): string {
  return /[~/]/.test(segment) ? segment.replaceAll("~", "~0").replaceAll("/", "~1") : segment;
}

/** Reverses the escaping of one segment. */
export function unescapeSegment(segment: string): string {
  return segment.includes("~") ? segment.replaceAll("~1", "/").replaceAll("~0", "~") : segment;
}
