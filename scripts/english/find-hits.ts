import { readFile } from "node:fs/promises";
import { resolveInRoot } from "../support/paths.ts";
import { runCommand } from "../support/run.ts";
import { type Pattern, patterns } from "./patterns.ts";
import { readSentences, type Sentence } from "./read-sentences.ts";

/** A sentence of the repository that has one of the patterns. */
export interface Hit extends Sentence {
  readonly pattern: Pattern["name"];
  readonly file: string;
}

/**
 * Files that are not checked: `generated/` repeats spec/, and the documents of toolkits use the words of their
 * applications.
 */
const leftOut = /^generated\/|^packages\/platform\/toolkits\/.*\.yaml$|^scripts\/english\//;

/** The hits in all files that git tracks, or that are new and not ignored. */
export async function findHits(): Promise<Hit[]> {
  const listed = await runCommand("git", [
    "ls-files",
    "--cached",
    "--others",
    "--exclude-standard",
  ]);
  const files = listed
    .trim()
    .split("\n")
    .filter((file) => /\.(?:ts|js|md|yaml)$/.test(file) && !leftOut.test(file));
  const found = await Promise.all(
    files.map(async (file) => {
      // A file that was deleted and not committed yet is still listed.
      const content = await readFile(resolveInRoot(file), "utf8").catch(() => "");
      return findHitsIn(file, content);
    }),
  );
  return found.flat();
}

/** The hits in one file. A sentence with two patterns is two hits. */
export function findHitsIn(file: string, content: string): Hit[] {
  return readSentences(file, content).flatMap((sentence) =>
    patterns
      .filter(({ find }) => find(sentence.text) >= 0)
      .map(({ name }) => ({ ...sentence, file, pattern: name })),
  );
}
