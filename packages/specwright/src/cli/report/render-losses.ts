import type { Diagnostic } from "../../diagnostic.ts";
import { groupBy } from "../../group-by.ts";
import { isLossCode, lossKinds } from "../../loss.ts";
import { count } from "./count.ts";
import { escapeLineForTerminal } from "./render-diagnostic.ts";

/** The maximum number of details that are named for one kind, the most frequent ones. */
const maximumDetails = 3;

/**
 * A summary of the losses in a few lines: their number, and for each kind its code, its most frequent details and how
 * often it occurs. Empty without losses.
 */
export function renderLosses(losses: readonly Diagnostic[]): string {
  const kinds = [...groupBy(losses, ({ code }) => code)];
  if (kinds.length === 0) {
    return "";
  }
  const width = String(Math.max(...kinds.map(([, kind]) => kind.length))).length;
  const codeWidth = Math.max(...kinds.map(([code]) => code.length));
  const lines = kinds.map(([code, kind]) => {
    const about = isLossCode(code) ? lossKinds[code] : "";
    const number = String(kind.length).padStart(width);
    return `  ${number} × ${code.padEnd(codeWidth)}  ${about}${renderLossDetails(kind)}`;
  });
  const verb = losses.length === 1 ? "is" : "are";
  return (
    `${count(losses.length, "place")} of the document ${verb} not enforced or not carried by the code (--losses lists them):\n` +
    lines.map((line) => `${escapeLineForTerminal(line)}\n`).join("")
  );
}

/** Every loss by kind: the problem, the fix and all places. */
export function renderEachLoss(losses: readonly Diagnostic[]): string {
  const kinds = groupBy(losses, ({ code, message, fix }) => `${code}  ${message}\n${fix}`);
  return [...kinds.values()]
    .map((kind) => {
      const [{ code, message, fix } = { code: "", message: "", fix: "" }] = kind;
      const lines = [`loss ${code}  ${message}`, ...kind.map(renderLossPlace), `  → ${fix}`];
      return `${lines.map(escapeLineForTerminal).join("\n")}\n\n`;
    })
    .join("");
}

function renderLossPlace({ file, line, column, pointer }: Diagnostic): string {
  const position = line === undefined ? "" : `:${line}:${column ?? 1}`;
  return `  ${file}${position}  #${pointer}`;
}

function renderLossDetails(kind: readonly Diagnostic[]): string {
  const counts = [...groupBy(kind, ({ detail }) => detail)]
    .filter(([detail]) => detail !== undefined)
    .map(([detail, { length }]) => [detail, length] as const)
    .toSorted(([, left], [, right]) => right - left);
  const shown = counts.slice(0, maximumDetails).map(([detail, number]) => `${detail} ${number}`);
  return shown.length === 0
    ? ""
    : ` (${shown.join(", ")}${counts.length > maximumDetails ? ", …" : ""})`;
}
