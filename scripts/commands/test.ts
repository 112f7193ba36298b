import { readdirSync, statSync } from "node:fs";
import { listMissingNeeds } from "../../test/support/needs.ts";
import { findSuite } from "../../test/support/suite-budgets.ts";
import { main } from "../support/failure.ts";
import { describeCircumstances } from "../support/measured-on.ts";
import { resolveInRoot } from "../support/paths.ts";
import { runCommand } from "../support/run.ts";
import { createTasks } from "../support/tasks.ts";
import { renderTable } from "../tests/render-table.ts";
import { choosePassed, type Result, readFolder, removeFormer } from "../tests/results.ts";
import { type EndedRun, runVitest } from "../tests/run-vitest.ts";
import { chooseAgain, renderDebt } from "../tests/test-run.ts";
import { type Asked, chooseSeed, parseTestWords } from "../tests/test-words.ts";
import { keepTierRun, testsPage, tierCommands } from "../tests/tests-page.ts";

const asked = parseTestWords(process.argv.slice(2));
const { tier, isWhole } = asked;

if (isWhole && tier === "test") {
  console.error(
    "Runs every test that needs nothing but the npm registry: about four minutes on two quiet cores.\nTests that need more are skipped, with a line that names the missing part.\n",
  );
}

await main(buildStale);
if (process.exitCode !== undefined && process.exitCode !== 0) {
  process.exit();
}

const circumstances = {
  ...describeCircumstances(),
  // Of the run of tests that has started this one.
  ...(process.env.TEST_COMMIT && { commit: process.env.TEST_COMMIT }),
};
const environment = {
  ...asked.environment,
  SPECWRIGHT_SEED: chooseSeed(),
  TEST_COMMIT: circumstances.commit,
};
console.error(`Seed of random values: ${environment.SPECWRIGHT_SEED} (SPECWRIGHT_SEED changes it)`);
removeFormer(asked.resultsFolder, circumstances.commit);
const done = asked.resumes ? listDone(asked) : [];
const began = performance.now();
const first = await runVitest(
  [...asked.words, ...(done.length > 0 ? ["--passWithNoTests"] : [])],
  { ...environment, TESTS_DONE: done.map(({ name }) => name).join("\n") },
  asked.resultsFolder,
);
const again = first.run === undefined ? [] : chooseAgain(first.run);
const alone = again.length === 0 ? undefined : await runAlone(again);
printTable([...done, ...first.results, ...(alone?.results ?? [])]);
if (alone?.code === 0) {
  console.error(`\n${renderDebt(first.run?.failed ?? [])}`);
}
process.exitCode = (alone ?? first).code ?? 1;

/** What has passed on this commit and need not run again. */
function listDone({ resultsFolder, filter }: Asked): readonly Result[] {
  const passed = choosePassed(
    readFolder(resultsFolder),
    circumstances.commit,
    environment.SPECWRIGHT_SEED,
  );
  const chosen = passed.filter(
    ({ name }) => filter.length === 0 || filter.some((word) => name.includes(word)),
  );
  console.error(
    `Files that have passed at ${circumstances.commit} and do not run again: ${chosen.length}`,
  );
  return chosen;
}

/**
 * Runs files once more, one after another, each in a process of its own, so that what failed by something beside it does
 * not keep a change from landing.
 */
async function runAlone(paths: readonly string[]): Promise<EndedRun> {
  console.error(`\nOnce more, alone: ${paths.join(", ")}\n`);
  return await runVitest(
    ["run", ...asked.flags, ...paths.map(resolveInRoot)],
    { ...environment, TESTS_ALONE: "1" },
    asked.resultsFolder,
  );
}

/** Prints the table, and writes it to the page if all files of the tier have ended. */
function printTable(results: readonly Result[]): void {
  const names = new Set([...done.map(({ name }) => name), ...first.chosen]);
  const parts = [...names].map((name) => ({ name, suite: findSuite(name) }));
  const table = renderTable(parts, results, {
    unit: "files",
    hasBudgets: isWhole && tier === "test",
  });
  const ended = new Set(results.map(({ name }) => name));
  console.log(`\n${table}`);
  if (asked.isSoak) {
    return;
  }
  if (!isWhole) {
    console.log("Other files were not run.");
  }
  if (!parts.every(({ name }) => ended.has(name))) {
    console.log(
      `What is left runs with \`${tierCommands[tier]} -- ${["--resume", ...asked.given].join(" ")}\`.`,
    );
  } else if (isWhole && asked.writes && parts.length > 0) {
    const minutes = asked.resumes ? {} : { minutes: (performance.now() - began) / 60_000 };
    const missing = listMissingNeeds().map((line) => line.split(" ")[1] ?? "");
    keepTierRun(tier, { ...circumstances, table, missing, ...minutes });
    console.log(`Written: ${testsPage}`);
  }
}

/**
 * Builds what is missing or old, because no test may build: others read `dist/` meanwhile. Projects written by `init` are
 * compiled against the built runtime, the tests of packages pack everything, and those of the console open it.
 */
async function buildStale(): Promise<void> {
  const isPacking = process.env.PACKAGES === "1";
  const stale = [
    ...(isPacking ? ["patterns", "runtime", "specwright"] : ["runtime"]).filter((name) =>
      isBuildStale(`packages/${name}`),
    ),
    // It finds out by itself whether it has something to do.
    ...(isPacking || tier !== "test" ? ["console"] : []),
  ];
  if (stale.length > 0) {
    await createTasks().run(`Build ${stale.join(", ")}`, () =>
      runCommand(process.execPath, ["--conditions=source", "scripts/run.js", "build", ...stale]),
    );
  }
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
