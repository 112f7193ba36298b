import type { FieldIssue } from "./field-issues.ts";

/** More lines help nobody, and an answer must not be many times larger than the request. */
const maximumLines = 100;

/**
 * One line a field, such as `body.title: required` or `body.items[0].name: expected string`, in the order of the issues, at most
 * 100; several complaints about one field are joined by `, `. Lines name fields and the document's limits, never a value.
 *
 * @param place what the path begins with, such as `body` or `query`
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
