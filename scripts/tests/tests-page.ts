import { readFileSync, writeFileSync } from "node:fs";
import type { MeasuredOn } from "../support/measured-on.ts";
import { resolveInRoot } from "../support/paths.ts";

/** The tiers of tests (CONTRIBUTING.md), from the one that runs most often to the one that runs most rarely. */
export const tierCommands = {
  test: "npm test",
  extras: "npm run test:extras",
  long: "npm run test:long",
  soak: "npm run soak",
} as const;

/** A tier of tests. */
export type Tier = keyof typeof tierCommands;

/** A whole run of a tier. */
export interface TierRun extends MeasuredOn {
  /** As `renderTable` makes it. */
  readonly table: string;
  /** From its beginning to its end; undefined when it was resumed. */
  readonly minutes?: number;
  /** What was not there, so that tests were skipped. */
  readonly missing: readonly string[];
}

/** The page with the last whole run of each tier. */
export const testsPage = "docs/measurements/tests.md";

const introduction = `# Tests

The last whole run of each tier of tests. [CONTRIBUTING.md](../../CONTRIBUTING.md#tests) says which question each one answers.
Seconds are work, which several processes share. Tests are skipped when something that they need is missing. The last row of a
table is the sum of the others. The commands write this page; \`npm test\` does with \`npm test -- --write\`.
`;

/** Writes a run to the page. */
export function keepTierRun(tier: Tier, run: TierRun): void {
  const path = resolveInRoot(testsPage);
  writeFileSync(path, replaceTierRun(readFileSync(path, "utf8"), tier, run));
}

/** Replaces what the page has of a tier. */
export function replaceTierRun(page: string, tier: Tier, run: TierRun): string {
  const former = new Map(
    page
      .split("\n## ")
      .slice(1)
      .map((section) => [section.split("\n")[0], section.slice(section.indexOf("\n")).trim()]),
  );
  const sections = Object.entries(tierCommands).map(([name, command]) => {
    const title = `\`${command}\``;
    const text = name === tier ? renderTierRun(run) : (former.get(title) ?? "Not run.");
    return `\n## ${title}\n\n${text}\n`;
  });
  return `${introduction}${sections.join("")}`;
}

function renderTierRun({ date, commit, machine, table, minutes, missing }: TierRun): string {
  const time = minutes === undefined ? "" : ` in ${minutes.toFixed(1)} minutes`;
  const without = missing.length === 0 ? "" : ` Missing were ${missing.join(", ")}.`;
  return `Run on ${date} at ${commit}${time}, on ${machine}.${without}\n\n${table}`;
}
