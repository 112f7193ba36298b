import { globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { unknownCommit } from "../support/measured-on.ts";

/** How a file of tests ended, or a part of a soak. */
export interface Result {
  /** Such as `test/mock/mock.test.ts`, or `injection 2/4`. */
  readonly name: string;
  readonly suite: string;
  /** As in `describeCircumstances`. */
  readonly commit: string;
  /** Of the random values. */
  readonly seed: string;
  /** Numbers of tests; in a soak, one for the part. */
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** The time of the work, not of what ran beside it. */
  readonly seconds: number;
}

/** Reads results that `writeResults` has written; none if there is no such file. */
export function readResults<Kept extends Result>(path: string): readonly Kept[] {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as Kept[];
  } catch {
    // Nothing has been run yet.
    return [];
  }
}

/** The results of all files in a folder, whose names are in the order of time. */
export function readFolder(folder: string): readonly Result[] {
  return globSync("*.json", { cwd: folder })
    .toSorted()
    .flatMap((name) => readResults(join(folder, name)));
}

/** Removes the files that only have results of other commits. */
export function removeFormer(folder: string, commit: string): void {
  for (const name of globSync("*.json", { cwd: folder })) {
    const path = join(folder, name);
    if (readResults(path).every((each) => each.commit !== commit)) {
      rmSync(path, { force: true });
    }
  }
}

/** Replaces the file at once, because a run can be killed at any time and is then resumed from it. */
export function writeResults(path: string, results: readonly Result[]): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.new`, `${JSON.stringify(results, undefined, 2)}\n`);
  renameSync(`${path}.new`, path);
}

/**
 * Chooses what `--resume` does not run again: what has passed on this commit. Of several results with a name, the last one
 * counts. What git does not know runs again.
 *
 * @param seed Only what had this seed; by default any.
 */
export function choosePassed<Kept extends Result>(
  results: readonly Kept[],
  commit: string,
  seed?: string,
): readonly Kept[] {
  const own = results.filter(
    (each) => each.commit === commit && (seed === undefined || each.seed === seed),
  );
  const last = new Map(own.map((each) => [each.name, each]));
  // A file of which all tests were skipped did not pass: what it needs may be there now.
  const hasPassed = ({ failed, passed }: Kept): boolean => failed === 0 && passed > 0;
  return commit === unknownCommit ? [] : [...last.values()].filter(hasPassed);
}
