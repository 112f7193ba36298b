import type { DiffResult, LocatedChange, Place } from "../../../commands/diff.ts";
import { type Severity, severities } from "../../../compare/change.ts";
import { groupBy } from "../../../group-by.ts";
import { writeWitness } from "../../../witness/write-witness.ts";
import { count } from "../count.ts";
import { escapeLineForTerminal } from "../render-diagnostic.ts";

/** The maximum number of changes of one kind that are listed. The rest is counted; `--format json` lists all. */
const maximumOfKind = 20;

/** Operations that are named behind a change. */
const maximumOperations = 3;

/**
 * The changes as text for a terminal, by severity and kind. Each has the line of the new document, or of the old one
 * for a removed part.
 *
 * @param isColored True to colour the headings, for a terminal.
 */
export function renderText(
  { changes }: DiffResult,
  readLine: (place: Place) => string | undefined,
  isColored = false,
): string {
  const paint = (severity: Severity, text: string): string =>
    isColored ? `\u001b[${colors[severity]}m${text}\u001b[0m` : text;
  const sections = severities.flatMap((severity) => {
    const found = changes.filter((change) => change.severity === severity);
    return found.length === 0
      ? []
      : [`${paint(severity, `${severity} (${found.length})`)}\n\n${renderKinds(found, readLine)}`];
  });
  return `${sections.join("")}${summarize(changes)}\n`;
}

const colors: Readonly<Record<Severity, number>> = {
  breaking: 31,
  "potentially breaking": 33,
  compatible: 32,
  documentation: 36,
};

function renderKinds(
  changes: readonly LocatedChange[],
  readLine: (place: Place) => string | undefined,
): string {
  return [...groupBy(changes, ({ kind }) => kind)]
    .map(([kind, all]) => {
      const shown = all.slice(0, maximumOfKind).map((change) => renderChange(change, readLine));
      const more = all.length - shown.length;
      return shown.join("") + (more > 0 ? `  … and ${more} more of ${kind}\n\n` : "");
    })
    .join("");
}

function renderChange(
  change: LocatedChange,
  readLine: (place: Place) => string | undefined,
): string {
  const { kind, message, verdicts, approved, witness, reason } = change;
  const place = change.after ?? change.before;
  const lines = [
    `  ${message}`,
    `    ${kind}${renderVerdicts(verdicts)}`,
    ...(witness === undefined ? [] : [`    ${writeWitness(witness)}`]),
    ...(reason === undefined ? [] : [`    ${reason}`]),
    ...(change.operations.length === 0 ? [] : [`    ${renderOperations(change.operations)}`]),
    ...(approved === undefined ? [] : [`    approved: ${approved}`]),
    ...(place === undefined ? [] : renderFrame(place, readLine)),
  ];
  return `${lines.map(escapeLineForTerminal).join("\n")}\n\n`;
}

function renderFrame(place: Place, readLine: (place: Place) => string | undefined): string[] {
  const { file, line, column, pointer } = place;
  const position = line === undefined ? "" : `:${line}:${column ?? 1}`;
  const text = readLine(place);
  return [
    `    ${file}${position}  #${pointer}`,
    ...(text === undefined || line === undefined
      ? []
      : [`    > ${line} | ${text.trimEnd().slice(0, 100)}`]),
  ];
}

/** The audiences that a change affects, such as `: breaks callers, client code`. */
export function renderVerdicts(verdicts: LocatedChange["verdicts"]): string {
  const parts = (["breaks", "may break"] as const).flatMap((verdict) => {
    const names = audiences.filter(([key]) => verdicts[key] === verdict).map(([, name]) => name);
    return names.length === 0 ? [] : [`${verdict} ${names.join(", ")}`];
  });
  return parts.length === 0 ? "" : `: ${parts.join("; ")}`;
}

const audiences = [
  ["callers", "callers"],
  ["clientCode", "client code"],
  ["handlers", "handlers"],
  ["validators", "validators"],
] as const;

/** The first operations, and the number of the others. */
export function renderOperations(operations: readonly string[]): string {
  const more = operations.length - maximumOperations;
  const shown = operations.slice(0, maximumOperations).join(", ");
  return more > 0 ? `${shown} and ${count(more, "other operation")}` : shown;
}

/** One line with the number of changes of each severity. */
export function summarize(changes: readonly LocatedChange[]): string {
  const counts = severities.map((severity) => {
    const { length } = changes.filter((change) => change.severity === severity);
    return `${length} ${severity}`;
  });
  const approved = changes.filter((change) => change.approved !== undefined).length;
  const rest = approved === 0 ? "" : `; ${approved} approved`;
  return changes.length === 0
    ? "No changes."
    : `${count(changes.length, "change")}: ${counts.join(", ")}${rest}.`;
}
