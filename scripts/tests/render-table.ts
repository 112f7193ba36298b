import { findBudget } from "../../test/support/suite-budgets.ts";
import type { Result } from "./results.ts";

/** A file or part that belongs to a run, whether it ran or not. */
export interface Part {
  /** As in its result. */
  readonly name: string;
  readonly suite: string;
}

/** A row of the table: what a suite did. */
interface Row {
  readonly suite: string;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Files or parts without a result. */
  readonly notRun: number;
  readonly seconds: number;
  readonly seeds: string;
}

/** What the table shows beside the counts. */
export interface TableOptions {
  /** The name of what is counted as not run. */
  readonly unit: "files" | "parts";
  /** Set to compare the seconds with the budget of each suite in `npm test`. */
  readonly hasBudgets?: boolean;
}

const headings = (unit: string): readonly string[] => [
  "Suite",
  "Passed",
  "Failed",
  "Skipped",
  `Not run (${unit})`,
  "Seconds",
  "Seed",
];

/**
 * The table at the end of a run, as Markdown that can be read in a terminal: a row for each suite, the slowest first, and
 * one for all. What has no result is counted as not run.
 */
export function renderTable(
  parts: readonly Part[],
  results: readonly Result[],
  { unit, hasBudgets = false }: TableOptions,
): string {
  const byName = new Map(results.map((result) => [result.name, result]));
  const rows = [...Map.groupBy(parts, ({ suite }) => suite)]
    .map(([suite, own]) => sum(suite, own, byName))
    .toSorted((left, right) => right.seconds - left.seconds);
  const isOver = ({ suite, seconds }: Row): boolean => hasBudgets && seconds > findBudget(suite);
  const over = rows.filter(isOver).map(({ suite }) => suite);
  const cells = [...rows, sum("all", parts, byName)].map((row, index) => {
    const budget = hasBudgets && index < rows.length ? ` of ${findBudget(row.suite)}` : "";
    const { suite, passed, failed, skipped, notRun, seconds, seeds } = row;
    const counts = [passed, failed, skipped, notRun].map(String);
    return [suite, ...counts, `${seconds.toFixed(0)}${budget}${isOver(row) ? " !" : ""}`, seeds];
  });
  const advice = `Over budget (!): ${over.join(", ")}. Make them cheaper, or move what takes long to *.long.test.ts.`;
  return [
    ...alignCells([headings(unit), ...cells]),
    ...(over.length === 0 ? [] : ["", advice]),
  ].join("\n");
}

function sum(suite: string, parts: readonly Part[], byName: ReadonlyMap<string, Result>): Row {
  const own = parts.flatMap(({ name }) => byName.get(name) ?? []);
  const add = (count: (result: Result) => number): number =>
    own.reduce((total, result) => total + count(result), 0);
  return {
    suite,
    passed: add(({ passed }) => passed),
    failed: add(({ failed }) => failed),
    skipped: add(({ skipped }) => skipped),
    notRun: parts.length - own.length,
    seconds: add(({ seconds }) => seconds),
    seeds: [...new Set(own.map(({ seed }) => seed))].join(", "),
  };
}

/** Names to the left, numbers to the right, as Markdown wants them and as a terminal shows them. */
function alignCells(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, at) =>
    Math.max(...rows.map((row) => row[at]?.length ?? 0)),
  );
  const isText = (at: number): boolean => at === 0;
  const lines = rows.map(
    (row) =>
      `| ${row.map((cell, at) => (isText(at) ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join(" | ")} |`,
  );
  const rule = `|${widths.map((width, at) => (isText(at) ? "-".repeat(width + 2) : `${"-".repeat(width + 1)}:`)).join("|")}|`;
  return [...lines.slice(0, 1), rule, ...lines.slice(1)];
}
