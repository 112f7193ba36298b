import { type Diagnostic, DiagnosticError } from "../../diagnostic.ts";
import { locateDiagnostics } from "../../document/read/locate.ts";
import { isLossCode } from "../../loss.ts";
import { count } from "./count.ts";
import {
  escapeLineForTerminal,
  renderDiagnostic,
  renderDiagnosticPlace,
} from "./render-diagnostic.ts";
import { type FindLine, openSourceLines } from "./source-lines.ts";

/** Prints diagnostics to the error stream: errors first, and equal warnings once with their places. Losses are not printed. */
export function reportDiagnostics(diagnostics: readonly Diagnostic[]): void {
  const kinds = groupByKind(diagnostics).slice(0, maximumShown);
  const shown = kinds.flatMap(([first]) => (first === undefined ? [] : [first]));
  const opened = new Map<string, FindLine | undefined>();
  const open = (file: string): FindLine | undefined => {
    if (!opened.has(file)) {
      opened.set(file, openSourceLines(file));
    }
    return opened.get(file);
  };
  const isColored = process.stderr.isTTY && process.env.NO_COLOR === undefined;
  for (const [index, diagnostic] of locateDiagnostics(shown, process.cwd()).entries()) {
    const text = renderDiagnostic(
      diagnostic,
      index < maximumFrames ? open : () => undefined,
      isColored,
    );
    process.stderr.write(`${text}${renderOtherPlaces(kinds[index]?.slice(1) ?? [])}\n`);
  }
}

/** The other places of the same problem: the first ones, and the number of the rest. */
function renderOtherPlaces(others: readonly Diagnostic[]): string {
  const shown = others.length > maximumPlaces ? others.slice(0, maximumPlaces - 1) : others;
  const places = locateDiagnostics(shown, process.cwd()).map(
    (other) => `  also ${escapeLineForTerminal(renderDiagnosticPlace(other))}\n`,
  );
  const rest = others.length - shown.length;
  return places.join("") + (rest === 0 ? "" : `  … and in ${rest} more places\n`);
}

/** The maximum number of further places that are listed for one problem. */
const maximumPlaces = 5;

/** More errors would not be read. They are counted at the end. */
const maximumShown = 200;

/**
 * Groups diagnostics for printing. Errors are separate, or together with those that have the same fix. Forbidden losses
 * and warnings are grouped with those that have the same message. The number of warning groups is limited.
 */
function groupByKind(diagnostics: readonly Diagnostic[]): readonly (readonly Diagnostic[])[] {
  const errors = new Map<string, Diagnostic[]>();
  const warnings = new Map<string, Diagnostic[]>();
  for (const diagnostic of diagnostics.filter(({ severity }) => severity !== "loss")) {
    const { severity, code, message, fix } = diagnostic;
    const kinds = severity === "error" ? errors : warnings;
    const isOneByOne = severity === "error" && !isLossCode(code);
    const own = isOneByOne ? String(errors.size) : message;
    const kind = `${code} ${code === "reference-outside" ? fix : own}`;
    const same = kinds.get(kind) ?? [];
    same.push(diagnostic);
    kinds.set(kind, same);
  }
  if (warnings.size > maximumWarnings) {
    const more = warnings.size - maximumWarnings;
    process.stderr.write(`${more} more kinds of warnings are not shown: --json has them all.\n\n`);
  }
  return [...errors.values(), ...[...warnings.values()].slice(0, maximumWarnings)];
}

/** The maximum number of kinds of warnings that are shown. The same warning in many places is one kind. */
const maximumWarnings = 10;

/** The maximum number of diagnostics with source frames. Further frames would not help. */
const maximumFrames = 30;

/** The things that a command has done before it failed. */
interface Outcome {
  /** A sentence, such as `Nothing was written.` */
  readonly sentence: string;
  /** More members of the JSON. */
  readonly json?: object;
}

const nothingWritten: Outcome = { sentence: "Nothing was written." };

/**
 * Runs a command's work. A DiagnosticError is printed, as text or as JSON, and the exit code is 1. Other errors are
 * bugs and are thrown again.
 *
 * @param findOutcome For a command that can fail after it did something.
 */
export async function runReported(
  json: boolean,
  work: () => Promise<number>,
  findOutcome: () => Outcome = () => nothingWritten,
): Promise<number> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DiagnosticError)) {
      throw error;
    }
    reportProblems(error.diagnostics, json, findOutcome());
    return 1;
  }
}

/** Reports the problems that ended a command. */
export function reportProblems(
  diagnostics: readonly Diagnostic[],
  json: boolean,
  outcome: Outcome = nothingWritten,
): void {
  if (json) {
    printJson({ ok: false, diagnostics, ...outcome.json });
    return;
  }
  reportDiagnostics(diagnostics);
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  const number = errors.reduce((sum, { more }) => sum + (more ?? 1), 0);
  const warnings = diagnostics.filter(({ severity }) => severity === "warning").length;
  const beside = warnings === 0 ? "" : ` and ${count(warnings, "warning")}`;
  process.stderr.write(`${count(number, "problem")}${beside}. ${outcome.sentence}\n`);
}

/** Prints the output of a command with `--json`. It is the only output. */
export function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, undefined, 2)}\n`);
}
