/**
 * The seconds of work that a suite may take in `npm test`, summed over its files: what it took in a run on two quiet cores, and
 * some room. With three workers, that run had 617 s of work in 209 s; `npm test` is meant to end within 200 s.
 */
const budgets: Readonly<Record<string, number>> = {
  "packages/platform/src": 130,
  "packages/platform/test/e2e": 65,
  "packages/platform/test/oauth": 25,
  "packages/platform/test/running": 25,
  "packages/runtime/src": 20,
  "packages/specwright/src": 130,
  scripts: 20,
  "test/agreement": 110,
};

/** The budget of each suite without one of its own. */
const usualBudget = 15;

/** The seconds of work that a suite may take in `npm test`. */
export function findBudget(suite: string): number {
  return budgets[suite] ?? usualBudget;
}

/** The suite of a file: `packages/<name>/src`, `packages/<name>/test/<suite>`, `test/<suite>` or `scripts`. */
export function findSuite(path: string): string {
  const folders = path.split("/").slice(0, -1);
  const [root, , kind] = folders;
  const depth = root === "packages" ? (kind === "test" ? 4 : 3) : root === "test" ? 2 : 1;
  return folders.slice(0, depth).join("/");
}
