/**
 * Rows as text for a terminal: columns of equal width below their names, or one sentence when there are no rows.
 *
 * @param ifEmpty the sentence
 */
export function printTable(
  names: readonly string[],
  rows: readonly (readonly (string | number)[])[],
  ifEmpty: string,
): string {
  if (rows.length === 0) {
    return ifEmpty;
  }
  const lines = [names, ...rows].map((row) => row.map(String));
  const widths = names.map((_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  );
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** A time as tables show it: to the second, in UTC. */
export function printTime(time: Date): string {
  return `${time.toISOString().slice(0, 19)}Z`;
}
