import { readFileSync, writeFileSync } from "node:fs";
import type { MeasuredOn } from "../support/measured-on.ts";
import { resolveInRoot } from "../support/paths.ts";
import type { Task } from "./parse-arguments.ts";
import { renderReport } from "./render-report.ts";

/** How a suite or a part of it ended. */
export interface SoakResult extends Task, MeasuredOn {
  readonly isPassed: boolean;
  readonly minutes: number;
  /** The last line of progress that the suite reported for each topic. */
  readonly reported: readonly string[];
}

const data = resolveInRoot("docs/soak.json");
const report = resolveInRoot("docs/soak.md");

/** The last result of each part. */
export function readResults(): readonly SoakResult[] {
  try {
    // Written by `keepResult` only.
    return JSON.parse(readFileSync(data, "utf8")) as SoakResult[];
  } catch {
    // No suite has been run yet.
    return [];
  }
}

/** Stores a result, replacing the previous one of the same part, and writes the report. */
export function keepResult(result: SoakResult): void {
  const others = readResults().filter(
    ({ suite, part, of }) => suite !== result.suite || (of === result.of && part !== result.part),
  );
  const all = [...others, result].sort((left, right) =>
    left.suite < right.suite ? -1 : left.suite > right.suite ? 1 : left.part - right.part,
  );
  writeFileSync(data, `${JSON.stringify(all, undefined, 2)}\n`);
  writeFileSync(report, renderReport(all));
}
