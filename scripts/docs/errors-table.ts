import { isObject } from "../support/document.ts";

/** An entry of `spec/errors.yaml`. */
export interface ErrorEntry {
  readonly slug: string;
  readonly code: number;
  readonly status: number;
  readonly meaning: string;
  readonly fix: string;
}

/** The line in a description that is replaced by the table of errors. */
export const errorsTableMark = "<!-- errors-table -->";

/**
 * The errors of a parsed `errors.yaml`, by code. Entries that are not Example Objects are left out; the lint reports
 * them.
 */
export function listErrorEntries(errors: Record<string, unknown>): ErrorEntry[] {
  return Object.entries(errors)
    .flatMap(([slug, entry]) => {
      const value = isObject(entry) ? entry.value : undefined;
      const error = isObject(value) ? value.error : undefined;
      if (!isObject(entry) || !isObject(error)) {
        return [];
      }
      return [
        {
          slug,
          code: Number(error.code),
          status: Number(error.status),
          meaning: String(entry.summary ?? ""),
          fix: String(error.suggested_fix ?? ""),
        },
      ];
    })
    .sort((a, b) => a.code - b.code);
}

/** A Markdown table of the errors. */
export function renderErrorsTable(entries: readonly ErrorEntry[]): string {
  const rows = entries.map(
    (entry) =>
      `| ${entry.code} | \`${entry.slug}\` | ${entry.status} | ${renderCell(entry.meaning)} | ${renderCell(entry.fix)} |`,
  );
  return ["| Code | Slug | Status | Meaning | What to do |", "|---|---|---|---|---|", ...rows].join(
    "\n",
  );
}

/** Replaces the mark in a description by the table of errors. */
export function withErrorsTable(description: string, entries: readonly ErrorEntry[]): string {
  return description.replace(errorsTableMark, () => renderErrorsTable(entries));
}

function renderCell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}
