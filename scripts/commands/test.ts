import { randomInt } from "node:crypto";
import { readdirSync, statSync } from "node:fs";
import { parseCLI } from "vitest/node";
import { main } from "../support/failure.ts";
import { resolveInRoot } from "../support/paths.ts";
import { runCommand } from "../support/run.ts";
import { createTasks } from "../support/tasks.ts";
import { runVitest } from "../tests/run-vitest.ts";
import { chooseAgain, type FailedFile, renderDebt } from "../tests/test-run.ts";

// `--long` runs the longer suites (*.long.test.ts) instead of the others.
const isLong = process.argv.includes("--long");
// `--extras` runs the files that look for extras, with PostgreSQL alone. The rest is the same with extras and without.
const isExtras = process.argv.includes("--extras");
// `--keep-screenshots` keeps the pictures that a test takes for docs/console.md.
const keepsScreenshots = process.argv.includes("--keep-screenshots");
const flags: readonly string[] = ["--long", "--extras", "--keep-screenshots"];
const given = process.argv.slice(2).filter((word) => !flags.includes(word));
const isWhole = given.length === 0 && !isLong && !isExtras;
const chosen = isExtras ? ["related", "test/support/needs.ts"] : ["run"];

if (isWhole) {
  console.error(
    "Runs every test that needs nothing but the npm registry: about five minutes on two quiet cores.\nTests that need more are skipped, with a line that names the missing part.\n",
  );
}

// Build first what is missing or old, because no test may build: others read `dist/` meanwhile. Projects written by `init`
// are compiled against the built runtime, the tests of packages pack everything, and those of the console open it.
const isPacking = process.env.PACKAGES === "1";
await main(async () => {
  const stale = [
    ...(isPacking ? ["patterns", "runtime", "specwright"] : ["runtime"]).filter((name) =>
      isBuildStale(`packages/${name}`),
    ),
    // It finds out by itself whether it has something to do.
    ...(isPacking || isLong || isExtras ? ["console"] : []),
  ];
  if (stale.length > 0) {
    await createTasks().run(`Build ${stale.join(", ")}`, () =>
      runCommand(process.execPath, ["--conditions=source", "scripts/run.js", "build", ...stale]),
    );
  }
});
if (process.exitCode !== undefined && process.exitCode !== 0) {
  process.exit();
}

const environment = {
  SPECWRIGHT_SEED: chooseSeed(),
  ...(isLong && { LONG_TESTS: "1" }),
  ...(isExtras && { ONLY_EXTRAS: "1" }),
  ...(keepsScreenshots && { SCREENSHOTS_TO: resolveInRoot("docs/console") }),
};
console.error(`Seed of random values: ${environment.SPECWRIGHT_SEED} (SPECWRIGHT_SEED changes it)`);
const first = await runVitest([...chosen, "--run", ...given], {
  ...environment,
  // Prints the time of each suite at the end.
  ...(isWhole && { SUITE_BUDGETS: "1" }),
});
const again = first.run === undefined ? [] : chooseAgain(first.run);
process.exitCode =
  first.run === undefined || again.length === 0
    ? (first.code ?? 1)
    : await runAlone(again, first.run.failed);

/**
 * Runs files once more, one after another, each in a process of its own, so that what failed by something beside it does
 * not keep a change from landing. Returns the exit code.
 */
async function runAlone(paths: readonly string[], failed: readonly FailedFile[]): Promise<number> {
  console.error(`\nOnce more, alone: ${paths.join(", ")}\n`);
  const { filter } = parseCLI(["vitest", ...given]);
  const flags = given.filter((word) => !filter.includes(word));
  const { code } = await runVitest(["run", ...flags, ...paths.map(resolveInRoot)], {
    ...environment,
    TESTS_ALONE: "1",
  });
  if (code === 0) {
    console.error(`\n${renderDebt(failed)}`);
  }
  return code ?? 1;
}

/** The same each time, so that a failure is caused by a change. The soak draws its own. */
function chooseSeed(): string {
  const drawn = process.env.SOAK === "1" ? randomInt(2 ** 31) : 1;
  return process.env.SPECWRIGHT_SEED ?? String(drawn);
}

/** Returns whether a source of a package was changed, added or removed since the package was built. */
function isBuildStale(folder: string): boolean {
  const built = statSync(resolveInRoot(`${folder}/dist`), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const sources = readdirSync(resolveInRoot(`${folder}/src`), {
    recursive: true,
    encoding: "utf8",
  });
  // The list includes folders. The time of a folder changes when a file in it is added or removed.
  return ["", ...sources].some(
    (path) => statSync(resolveInRoot(`${folder}/src/${path}`)).mtimeMs > built,
  );
}
