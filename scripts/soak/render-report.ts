import type { SoakResult } from "./results.ts";
import { suites } from "./suites.ts";

const introduction = `# Soak runs

The long tests of this repository, each with its last result. They take up to an hour, so they are not part of \`npm test\`: run all of
them with \`npm run soak\`, one with \`npm run soak -- mcp\`, and a part of one with \`npm run soak -- mcp --part 2/5\`. Each run replaces the results of its
parts on this page.

Every section says what its suite does. "Not run" means that this page does not have a result yet. Indented lines are figures that
the suite reported. \`docs/soak.json\` has the same as data.
`;

/** The report of the last runs, suite by suite and part by part. */
export function renderReport(results: readonly SoakResult[]): string {
  const parts = Object.entries(suites).map(([name, { what }]) => {
    const own = results.filter(({ suite }) => suite === name);
    return `\n## ${name}\n\n${upperFirstLetter(what)}.\n\n${renderState(own)}\n${own.map(renderResult).join("")}`;
  });
  return `${introduction}${parts.join("")}`;
}

function renderState(results: readonly SoakResult[]): string {
  const [first] = results;
  if (first === undefined) {
    return "Not run.";
  }
  const failed = results.reduce((sum, each) => sum + each.failed, 0);
  const passed = results.length - failed;
  const minutes = results.reduce((sum, each) => sum + each.seconds / 60, 0).toFixed(1);
  const commits = new Set(results.map(({ commit }) => commit)).size;
  return `${passed} of ${first.of} parts passed${failed === 0 ? "" : `, **${failed} failed**`}, in ${minutes} minutes${commits > 1 ? `, on ${commits} commits` : ""}.`;
}

function renderResult(result: SoakResult): string {
  const { part, of, date, commit, seconds, machine, reported, failed } = result;
  const name = of === 1 ? "All" : `Part ${part}/${of}`;
  return (
    `\n- ${name}: ${failed === 0 ? "passed" : "**failed**"} on ${date} at ${commit}, in ${(seconds / 60).toFixed(1)} minutes, on ${machine}.\n` +
    reported.map((line) => `  - ${line}\n`).join("")
  );
}

function upperFirstLetter(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
