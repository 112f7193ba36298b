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
