import type * as z from "zod";
import { fieldIssues } from "../schema/field-issues.ts";
import type { ValidationIssue } from "./operation.ts";

/** More lines help nobody, and an answer must not be many times larger than the request. */
const maximumLines = 100;

/**
 * One line a field, `place.path: what is wrong`, in the order of the issues, at most 100; several complaints about one
 * field are joined by `, `. Lines name fields and the document's limits, never a value that was sent.
 *
 * @param place what the path begins with, such as `body` or `query`
 */
export function issuesToLines(
  place: string,
  issues: readonly ValidationIssue[],
): readonly string[] {
  const complaints = new Map<string, string>();
  // Validators are Zod schemas: their issues have the members that differ by code, too.
  for (const { path, message } of fieldIssues(issues as readonly z.core.$ZodIssue[])) {
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
