import { spawn } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { main } from "../support/failure.ts";
import { resolveInRoot, root } from "../support/paths.ts";
import { runCommand } from "../support/run.ts";
import { createTasks } from "../support/tasks.ts";

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

// Runs Vitest in its own process, with the same Node and with the export condition for our sources.
const child = spawn(
  process.execPath,
  [resolveInRoot("node_modules/vitest/vitest.mjs"), ...chosen, "--run", ...given],
  {
    cwd: root,
    stdio: "inherit",
    env: {
      ...process.env,
      // Cache compiled code for later processes and runs, as run.js does.
      NODE_COMPILE_CACHE: resolveInRoot(".cache/node"),
      ...(isLong && { LONG_TESTS: "1" }),
      ...(isExtras && { ONLY_EXTRAS: "1" }),
      ...(keepsScreenshots && { SCREENSHOTS_TO: resolveInRoot("docs/console") }),
      // Prints the time of each suite at the end.
      ...(isWhole && { SUITE_BUDGETS: "1" }),
      NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ""} --conditions=source`.trim(),
    },
  },
);
child.once("close", (code) => {
  process.exitCode = code ?? 1;
});

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
