import { readFileSync, writeFileSync } from "node:fs";
import type { MeasuredOn } from "../../scripts/support/measured-on.ts";
import { resolveInRoot } from "../../scripts/support/paths.ts";
import { type Plot, renderSection, type Section } from "./report.ts";

/** The last figures of a benchmark. */
export interface BenchResult extends MeasuredOn {
  /** Its name on the command line. */
  readonly name: string;
  readonly section: Section;
}

const data = resolveInRoot("docs/benchmarks.json");
const report = resolveInRoot("docs/benchmarks.md");

/**
 * Stores the figures of a benchmark in place of its earlier ones, and writes the report of all benchmarks.
 *
 * @param order the names of all benchmarks, in the order of the report
 */
export function keepBenchResult(
  name: string,
  section: Section,
  measuredOn: MeasuredOn,
  order: readonly string[],
): void {
  const kept = section.plot === undefined ? section : { ...section, plot: writePlot(section.plot) };
  // Figures of a benchmark that no longer exists are dropped.
  const others = readBenchResults().filter(
    (each) => each.name !== name && order.includes(each.name),
  );
  const all = [...others, { name, ...measuredOn, section: kept }].sort(
    (left, right) => order.indexOf(left.name) - order.indexOf(right.name),
  );
  writeFileSync(data, `${JSON.stringify(all, undefined, 2)}\n`);
  writeFileSync(report, renderBenchReport(all));
}

/** Writes the picture. Its text does not have to be in the data, too. */
function writePlot({ svg, ...plot }: Plot): Plot {
  if (svg !== undefined) {
    writeFileSync(resolveInRoot(`docs/${plot.file}`), svg);
  }
  return plot;
}

/** The report, each section with the circumstances of its measurement. */
function renderBenchReport(results: readonly BenchResult[]): string {
  const sections = results.map(({ date, commit, machine, section }) => {
    const text = `${section.text}\n\nMeasured on ${date} at ${commit}, on ${machine}.`;
    return renderSection({ ...section, text });
  });
  return `${heading}\n${sections.join("\n")}`;
}

const heading = `# Benchmarks

How fast specwright and the platform are, how much memory they use and how large their output is, beside other tools where there are comparable ones.
\`npm run bench -- --write\` measures everything again, and \`npm run bench -- --write router\` one section; \`docs/benchmarks.json\` has
the same as data.

Absolute figures are those of one machine with two cores, so compare the ratios: both sides of a ratio come from one run. For times, sizes and
memory less is better; for figures "a second" (\`/s\`) more is better. p50 and p99 are the times within which 50 % and 99 % of the
requests were answered.
`;

function readBenchResults(): readonly BenchResult[] {
  try {
    // Written by `keepBenchResult` only.
    return JSON.parse(readFileSync(data, "utf8")) as BenchResult[];
  } catch {
    // No benchmark has been run yet.
    return [];
  }
}
