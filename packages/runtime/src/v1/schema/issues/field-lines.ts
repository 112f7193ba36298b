import type { FieldIssue } from "./field-issues.ts";

/** The limit of lines, so that an answer is not many times larger than its request. */
const maximumLines = 100;

/**
 * Writes one line per field, such as `body.title: required` or `body.items[0].name: expected string`, in the order of
 * the issues. There are at most 100 lines, plus one that counts the rest. Several problems of one field are joined by
 * `, `. Lines contain names and the document's limits, but never values.
 *
 * @param place the beginning of every path, such as `body` or `query`
 * @example
 * ```ts
 * import { fieldLines } from "@specwright/runtime/v1/schema";
 *
 * fieldLines("body", [{ path: ["items", 0, "name"], message: "required" }]); // => ["body.items[0].name: required"]
 * ```
 */
export function fieldLines(place: string, issues: readonly FieldIssue[]): readonly string[] {
  const complaints = new Map<string, string>();
  for (const { path, message } of issues) {
    const field = place + formatPath(path);
    const known = complaints.get(field);
    complaints.set(field, known === undefined ? message : `${known}, ${message}`);
  }
  const lines = [...complaints].map(([field, message]) => `${field}: ${message}`);
  return lines.length > maximumLines
    ? [...lines.slice(0, maximumLines), `… and ${lines.length - maximumLines} more`]
    : lines;
}

/** `.name`, `["odd name"]`, `[0]`. */
export function formatPath(path: readonly PropertyKey[]): string {
  return path.map(formatKey).join("");
}

function formatKey(key: PropertyKey): string {
  if (typeof key === "number") {
    return `[${key}]`;
  }
  const name = String(key);
  return plainName.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}

const plainName = /^[\w$@-]+$/;
