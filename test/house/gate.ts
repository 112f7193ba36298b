import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const statement =
  /^(?:import|export)\s(?:[^"';]*?\sfrom\s)?"(\.[^"]+)"|\bimport\(\s*"(\.[^"]+)"|\bnew URL\("(\.[^"]+\.ts)"/gm;

/**
 * The files of tests that the gate runs, with `npm test` or with `.ci/test-extras`, and what they import, without the sources
 * of packages. Programs that tests start as processes of their own are not among them, because nothing imports them.
 */
export function listGateFiles(): readonly string[] {
  const found = new Set([
    ...globSync("{packages,test,scripts,bench}/**/*.test.ts", {
      exclude: ["**/node_modules/**", "**/dist/**", "**/*.{long,soak}.test.ts"],
    }),
    ...listExtraFiles(),
  ]);
  for (const file of found) {
    for (const [, ...paths] of readFileSync(file, "utf8").matchAll(statement)) {
      const target = join(dirname(file), paths.find((path) => path !== undefined) ?? "");
      if (target.endsWith(".ts") && isOfTests(target) && existsSync(target)) {
        found.add(target);
      }
    }
  }
  return [...found].toSorted();
}

/** The files that `.ci/test-extras` names. */
export function listExtraFiles(): readonly string[] {
  const text = readFileSync(".ci/test-extras", "utf8");
  return [...text.matchAll(/[\w/.-]+\.test\.ts/g)].map(([path]) => path);
}

/** True for helpers of tests: below a folder `test/` or `testing/`. */
function isOfTests(file: string): boolean {
  return /(?:^|\/)(?:test|testing)\//.test(file);
}
