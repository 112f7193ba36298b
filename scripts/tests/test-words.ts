import { randomInt } from "node:crypto";
import { parseCLI } from "vitest/node";
import { resolveInRoot } from "../support/paths.ts";
import type { Tier } from "./tests-page.ts";

/** What a command of tests is asked to do. */
export interface Asked {
  readonly tier: Exclude<Tier, "soak">;
  /** True if nothing chooses some of its files. */
  readonly isWhole: boolean;
  /** Set to skip files that have passed on this commit. */
  readonly resumes: boolean;
  /** Set to write the table of a whole run to the page. */
  readonly writes: boolean;
  /** The words for Vitest, as they were given. */
  readonly given: readonly string[];
  /** Of these, parts of paths. */
  readonly filter: readonly string[];
  /** The others. */
  readonly flags: readonly string[];
  /** The arguments of Vitest for the first run. */
  readonly words: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** True for what `npm run soak` runs, which has a table of its own. */
  readonly isSoak: boolean;
  /** The folder for results. */
  readonly resultsFolder: string;
}

/** The words that are ours. */
const own: readonly string[] = ["--long", "--extras", "--keep-screenshots", "--resume", "--write"];

/**
 * Reads the words of `npm test`. `--long` runs the longer suites (*.long.test.ts) instead of the others. `--extras` runs the
 * files that look for extras, with PostgreSQL alone; the rest is the same with extras and without. `--keep-screenshots` keeps
 * the pictures that a test takes for docs/console.md. `--resume` continues, and `--write` writes the table to a page.
 */
export function parseTestWords(all: readonly string[]): Asked {
  const [isLong, isExtras, keepsScreenshots, resumes, asksToWrite] = own.map((word) =>
    all.includes(word),
  );
  const tier = isLong ? "long" : isExtras ? "extras" : "test";
  // The second variable is that of a part of `npm run soak`.
  const isSoak = process.env.SOAK === "1" || process.env.SPECWRIGHT_SOAK_PART !== undefined;
  const given = all.filter((word) => !own.includes(word));
  // It takes the name of the program first.
  const { filter, options } = parseCLI(["vitest", ...given]);
  const isNamed = filter.length > 0 || options.changed !== undefined;
  // Files that are named run without a search for those that ask for extras.
  const chosen = isExtras && !isNamed ? ["related", "test/support/needs.ts"] : ["run"];
  // A file of which some tests have passed has not passed.
  const kind = isSoak ? "-soak" : options.testNamePattern === undefined ? "" : "-some";
  const folder = process.env.TEST_RESULTS_FOLDER ?? resolveInRoot(".cache/tests");
  return {
    tier,
    isWhole: given.length === 0 && !isSoak,
    isSoak,
    resumes: resumes === true,
    // A newcomer's work tree stays as it is.
    writes: tier !== "test" || asksToWrite === true,
    given,
    filter,
    flags: given.filter((word) => !filter.includes(word)),
    words: [...chosen, "--run", ...given],
    environment: {
      ...(isLong && { LONG_TESTS: "1" }),
      ...(isExtras && { ONLY_EXTRAS: "1" }),
      ...(keepsScreenshots && { SCREENSHOTS_TO: resolveInRoot("docs/console") }),
    },
    resultsFolder: `${folder}/${tier}${kind}`,
  };
}

/** The same seed each time, so that a failure is caused by a change. The soak draws its own. */
export function chooseSeed(): string {
  const drawn = process.env.SOAK === "1" ? randomInt(2 ** 31) : 1;
  return process.env.SPECWRIGHT_SEED ?? String(drawn);
}
