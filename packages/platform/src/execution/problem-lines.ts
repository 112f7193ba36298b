import type { FieldIssue } from "@specwright/runtime/v1/schema";

/** More lines help nobody, and an answer must not be many times larger than the request. */
const maximumLines = 100;

/**
 * One line a field, such as `body.arguments.title: required` or `body.arguments.items[0].name: expected string`; several
 * complaints about one field are joined by `, `. Lines name fields and limits, never a value.
 */
export function problemLines(place: string, issues: readonly FieldIssue[]): readonly string[] {
  const complaints = new Map<string, string>();
  for (const { path, message } of issues) {
    const field = place + path.map(formatKey).join("");
    const known = complaints.get(field);
    complaints.set(field, known === undefined ? message : `${known}, ${message}`);
  }
  const lines = [...complaints].map(([field, message]) => `${field}: ${message}`);
  return lines.length > maximumLines
    ? [...lines.slice(0, maximumLines), `… and ${lines.length - maximumLines} more`]
    : lines;
}

function formatKey(key: PropertyKey): string {
  if (typeof key === "number") {
    return `[${key}]`;
  }
  const name = String(key);
  return /^[\w$@.-]+$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}
