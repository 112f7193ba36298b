import type { Reporter, TestModule } from "vitest/node";

/**
 * The seconds of work that a suite may take in `npm test`, summed over its files: what it took in a run on two quiet cores, and
 * some room. With three workers, that run had 746 s of work in 254 s, and `npm test` has to end within 300 s.
 */
const budgets: Readonly<Record<string, number>> = {
  "packages/platform/src": 140,
  "packages/platform/test/canary": 20,
  "packages/platform/test/e2e": 70,
  "packages/platform/test/hostile": 25,
  "packages/platform/test/isolation": 25,
  "packages/platform/test/oauth": 30,
  "packages/platform/test/running": 30,
  "packages/platform/test/watches": 30,
  "packages/runtime/src": 30,
  "packages/specwright/src": 130,
  scripts: 25,
  "test/agreement": 115,
  "test/commands": 30,
  "test/injection": 20,
};

/** The budget of each suite without one of its own. */
const usualBudget = 15;

/** The work of a suite. */
export interface SuiteTime {
  readonly suite: string;
  readonly seconds: number;
  readonly budget: number;
}

/**
 * Prints what each suite took beside its budget, and which are over it. That does not fail the run, because the time
 * depends on the machine.
 */
export class SuiteBudgets implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const times = modules.map((module) => {
      const { duration, collectDuration, setupDuration, prepareDuration } = module.diagnostic();
      const seconds = (duration + collectDuration + setupDuration + prepareDuration) / 1000;
      return { path: module.relativeModuleId, seconds };
    });
    process.stdout.write(`\n${renderSuiteTimes(sumBySuite(times))}\n`);
  }
}

/** The sum of each suite's files, the slowest suite first. */
export function sumBySuite(
  files: readonly { readonly path: string; readonly seconds: number }[],
): readonly SuiteTime[] {
  const bySuite = Map.groupBy(files, ({ path }) => findSuite(path));
  return [...bySuite]
    .map(([suite, own]) => ({
      suite,
      seconds: own.reduce((sum, { seconds }) => sum + seconds, 0),
      budget: budgets[suite] ?? usualBudget,
    }))
    .toSorted((left, right) => right.seconds - left.seconds);
}

/** `packages/<name>/src`, `packages/<name>/test/<suite>`, `test/<suite>` or `scripts`. */
function findSuite(path: string): string {
  const folders = path.split("/").slice(0, -1);
  const [root, , kind] = folders;
  const depth = root === "packages" ? (kind === "test" ? 4 : 3) : root === "test" ? 2 : 1;
  return folders.slice(0, depth).join("/");
}

/** Suites of a few seconds within their budgets are one line together. */
export function renderSuiteTimes(times: readonly SuiteTime[]): string {
  const isOver = ({ seconds, budget }: SuiteTime): boolean => seconds > budget;
  const [large, small] = [true, false].map((wanted) =>
    times.filter((each) => (each.seconds >= 5 || isOver(each)) === wanted),
  ) as [SuiteTime[], SuiteTime[]];
  const sum = (all: readonly SuiteTime[]): string =>
    `${all.reduce((total, { seconds }) => total + seconds, 0).toFixed(0)} s`;
  const rows = large.map(
    (each) =>
      `  ${each.suite.padEnd(34)} ${each.seconds.toFixed(0).padStart(4)} of ${each.budget} s${isOver(each) ? "  OVER BUDGET" : ""}`,
  );
  const over = times.filter(isOver).map(({ suite }) => suite);
  return [
    `Work of each suite beside its budget (${sum(times)} in all, shared by the workers):`,
    ...rows,
    ...(small.length === 0 ? [] : [`  ${small.length} smaller suites: ${sum(small)}`]),
    over.length === 0
      ? "No suite is over its budget."
      : `Over budget: ${over.join(", ")}. Make them cheaper, or move what takes long to *.long.test.ts.`,
  ].join("\n");
}
