import { writeFileSync } from "node:fs";
import type { MeasuredOn } from "../support/measured-on.ts";
import { resolveInRoot } from "../support/paths.ts";
import { type Result, readResults, writeResults } from "../tests/results.ts";
import { nameTask, type Task } from "./parse-arguments.ts";
import { renderReport } from "./render-report.ts";

/** How a suite or a part of it ended. */
export interface SoakResult extends Result, Task, MeasuredOn {
  /** The last line of progress that the suite reported for each topic. */
  readonly reported: readonly string[];
}

const data = resolveInRoot("docs/soak.json");
const report = resolveInRoot("docs/soak.md");

/** The last result of each part. */
export function readSoakResults(): readonly SoakResult[] {
  return readResults(data);
}

/** Stores a result, replacing the previous one of the same part and those of another division, and writes the report. */
export function keepSoakResult(result: SoakResult): void {
  const others = readSoakResults().filter(
    ({ name, suite, of }) =>
      suite !== result.suite || (of === result.of && name !== nameTask(result)),
  );
  const all = [...others, result].sort((left, right) =>
    left.suite < right.suite ? -1 : left.suite > right.suite ? 1 : left.part - right.part,
  );
  writeResults(data, all);
  writeFileSync(report, renderReport(all));
}
