import { isJsonObject } from "../conversions/containers.ts";
import { stringifyConverted } from "../conversions/exact-json.ts";

/** A value as a table for people: a list has a row for each item, and an object one for each member. */
export function printAnswerTable(value: unknown): string {
  const rows = findRows(value);
  if (rows !== undefined) {
    const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((name) =>
      rows.some((row) => isScalar(row[name]) && row[name] !== undefined),
    );
    return alignColumns([
      columns,
      ...rows.map((row) => columns.map((name) => showCell(row[name]))),
    ]);
  }
  if (isJsonObject(value)) {
    return alignColumns(Object.entries(value).map(([name, member]) => [name, showCell(member)]));
  }
  return `${showCell(value)}\n`;
}

type Row = Readonly<Record<string, unknown>>;

/** The items of a list of objects, also of one in an object, such as a page. */
function findRows(value: unknown): readonly Row[] | undefined {
  if (Array.isArray(value)) {
    return value.length > 0 && value.every(isJsonObject) ? value : undefined;
  }
  const lists = isJsonObject(value) ? Object.values(value).filter(Array.isArray) : [];
  return lists.length === 1 ? findRows(lists[0]) : undefined;
}

function isScalar(value: unknown): boolean {
  return !Array.isArray(value) && !isJsonObject(value);
}

/** The longest text of a cell. */
const widest = 60;

/** A value on one line, without control characters, which a terminal would follow. */
function showCell(value: unknown): string {
  const json = stringifyConverted(value) ?? "";
  // Texts and dates.
  const text = json.startsWith('"') ? String(JSON.parse(json)) : json;
  const plain = text.replace(/[\s\p{C}]+/gu, " ");
  return plain.length > widest ? `${plain.slice(0, widest - 1)}…` : plain;
}

/** Rows as lines with columns of equal width. */
export function alignColumns(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, column) => {
      widths[column] = Math.max(widths[column] ?? 0, cell.length);
    });
  }
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join("");
}
