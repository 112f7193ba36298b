import type { ImportReport } from "./import-types.ts";

/** The number of lines that are printed; `--json` has all. */
const mostLines = 20;

/**
 * The report of an import for people. Example:
 *
 *     Skipped    1 operation
 *       GET /pets/{id}: The parameter has no `in`.
 */
export function printReportLines({ skippedOperations, notes }: ImportReport): readonly string[] {
  return [
    ...printReportSection("Skipped ", "operation", skippedOperations),
    ...printReportSection("Notes   ", "note", notes),
  ];
}

function printReportSection(
  label: string,
  unit: string,
  losses: ImportReport["notes"],
): readonly string[] {
  if (losses.length === 0) {
    return [];
  }
  const shown = losses.slice(0, mostLines).map(({ place, reason }) => `  ${place}: ${reason}`);
  const more = losses.length - shown.length;
  return [
    `${label}   ${losses.length} ${unit}${losses.length === 1 ? "" : "s"}`,
    ...shown,
    ...(more === 0 ? [] : [`  … and ${more} more, with --json`]),
  ];
}
