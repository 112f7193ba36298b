import { unescapeSegment } from "../text/pointer.ts";
import { escapeString } from "./escape/string.ts";

/** A component as an index into `components`, such as `components["schemas"]["Pet"]`. */
export function componentReference(kind: string, name: string): string {
  return `components[${escapeString(kind)}][${escapeString(name)}]`;
}

/**
 * A reference into the middle of the document (`#/components/schemas/Pet/properties/name`) as an index into the emitted
 * interfaces. Properties stand directly in their object's type, so `properties` is left out past the component.
 */
export function pointerReference(reference: string): string {
  const pointer = reference.slice(reference.indexOf("#") + 1);
  const [root = "", ...segments] = pointer
    .split("/")
    .filter((segment) => segment !== "")
    .map(decodeSegment);
  if (!roots.has(root)) {
    return "unknown";
  }
  const indices = segments.filter((segment, index) => index < 2 || segment !== "properties");
  return root + indices.map((segment) => `[${escapeString(segment)}]`).join("");
}

const roots: ReadonlySet<string> = new Set(["components", "paths", "webhooks"]);

/** RFC 6901, section 4, within a URI fragment (section 6). */
function decodeSegment(segment: string): string {
  let decoded = segment;
  try {
    decoded = decodeURIComponent(segment);
  } catch {
    // A stray `%` is no escape: the segment stands for itself.
  }
  return unescapeSegment(decoded);
}
