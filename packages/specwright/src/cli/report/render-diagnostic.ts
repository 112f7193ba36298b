import { stripVTControlCharacters } from "node:util";
import type { Diagnostic } from "../../diagnostic.ts";
import { unseen } from "../../text/unseen.ts";
import type { FindLine } from "./source-lines.ts";

/** The number of source lines before and after the reported line. */
const context = 2;

/** Longer lines are cut around the column. */
const maximumWidth = 100;

/**
 * A diagnostic for people: the problem, its place, the lines of the source, and the fix.
 *
 * @param open Opens a file for the source frame. Returns undefined when it cannot be read.
 */
export function renderDiagnostic(
  diagnostic: Diagnostic,
  open: (file: string) => FindLine | undefined,
  isColored: boolean,
): string {
  const { severity, code, message, fix, related, stack } = diagnostic;
  const paint = (color: number, text: string): string =>
    isColored ? `\u001b[${color}m${text}\u001b[0m` : text;
  const title = paint(severity === "error" ? 31 : 33, `${severity} ${code}`);
  const lines = [`${title}  ${escapeLineForTerminal(message)}`];
  const place = renderDiagnosticPlace(diagnostic);
  if (place !== "") {
    lines.push(`  ${paint(36, escapeLineForTerminal(place))}`);
  }
  if (related !== undefined) {
    lines.push(`  and ${paint(36, escapeLineForTerminal(renderDiagnosticPlace(related)))}`);
  }
  lines.push(
    ...renderSourceFrame(diagnostic, open),
    ...(stack ?? "")
      .split("\n")
      .flatMap((line) => (line === "" ? [] : [`  ${escapeLineForTerminal(line)}`])),
    `  ${paint(32, "→")} ${escapeLineForTerminal(fix)}`,
  );
  return `${lines.join("\n")}\n`;
}

/** The place of a diagnostic: file, line, column and pointer. Empty when it does not belong to a file. */
export function renderDiagnosticPlace({
  file,
  pointer,
  line,
  column,
}: Pick<Diagnostic, "file" | "pointer" | "line" | "column">): string {
  if (file === undefined) {
    return "";
  }
  const position = line === undefined ? "" : `:${line}:${column ?? 1}`;
  return `${file}${position}${pointer === undefined || pointer === "" ? "" : `  #${pointer}`}`;
}

function renderSourceFrame(
  { file, line, column = 1 }: Diagnostic,
  open: (file: string) => FindLine | undefined,
): string[] {
  const findLine = file === undefined || line === undefined ? undefined : open(file);
  if (findLine === undefined || line === undefined) {
    return [];
  }
  const first = Math.max(1, line - context);
  let last = line + context;
  while (last > line && findLine(last) === undefined) {
    last -= 1;
  }
  const width = String(last).length;
  const start = Math.max(0, column - 1 - maximumWidth / 2);
  const lines: string[] = [];
  for (let number = first; number <= last; number += 1) {
    const content = escapeLineForTerminal(
      (findLine(number) ?? "").slice(start, start + maximumWidth),
    );
    const mark = number === line ? ">" : " ";
    lines.push(`  ${mark} ${String(number).padStart(width)} | ${content}`.trimEnd());
    if (number === line) {
      lines.push(`    ${" ".repeat(width)} | ${" ".repeat(column - 1 - start)}^`);
    }
  }
  return lines;
}

/**
 * Text without terminal escape sequences and invisible characters: a document may contain sequences that control the
 * terminal, and controls that make a string look like another one. A tab becomes one space, because columns count it as
 * one character.
 */
export function escapeForTerminal(text: string): string {
  return stripVTControlCharacters(text)
    .replaceAll("\t", " ")
    .replace(/(?!\n)[\p{Cc}\p{Zl}\p{Zp}]/gu, "")
    .replace(notSeen, "");
}

/**
 * The same on one line. A document must not add lines to the output, because some programs act on how a line of the
 * output begins.
 */
export function escapeLineForTerminal(text: string): string {
  return escapeForTerminal(text.replace(/[\r\n\u2028\u2029]+/g, " "));
}

const notSeen = new RegExp(unseen, "gu");
