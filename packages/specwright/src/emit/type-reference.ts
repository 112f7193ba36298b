import { parsePointer } from "../text/pointer.ts";
import { escapeString } from "./escape/string.ts";

/** A component as an index into `components`, such as `components["schemas"]["Pet"]`. */
export function componentReference(kind: string, name: string): string {
  return `components[${escapeString(kind)}][${escapeString(name)}]`;
}

/** The place that a reference to a component schema points to. */
export function schemaPath(name: string): string {
  return `#/components/schemas/${name}`;
}

/**
 * A place in the middle of the document (`/components/schemas/Pet/properties/name`) as an index into the emitted
 * interfaces. Properties stand directly in their object's type, so `properties` is left out past the component.
 */
export function pointerReference(pointer: string): string {
  const [root = "", ...segments] = parsePointer(pointer);
  if (!roots.has(root)) {
    return "unknown";
  }
  const indices = segments.filter((segment, index) => index < 2 || segment !== "properties");
  return root + indices.map((segment) => `[${escapeString(segment)}]`).join("");
}

const roots: ReadonlySet<string> = new Set(["components", "paths", "webhooks"]);
