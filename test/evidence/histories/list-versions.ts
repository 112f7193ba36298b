import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** A document whose repository has its history. */
export interface History {
  /** The name on the page, such as `discord/discord-api-spec`. */
  readonly repository: string;
  readonly path: string;
}

/**
 * Writes the newest versions of a document into a folder, in order from the oldest.
 *
 * @param git The path of the git directory.
 * @returns the paths of the files with the first characters of their commits
 */
export function listVersions(
  git: string,
  { path }: History,
  count: number,
  folder: string,
): readonly { readonly commit: string; readonly file: string }[] {
  const run = (...args: readonly string[]): string =>
    execFileSync("git", [`--git-dir=${git}`, ...args], { encoding: "utf8", maxBuffer: 1e9 });
  const commits = run("log", "--first-parent", `-${count}`, "--format=%h", "--", path)
    .trim()
    .split("\n");
  return commits.toReversed().map((commit, index) => {
    const extension = /\.\w+$/.exec(path)?.[0] ?? "";
    const file = join(folder, `version-${index}${extension}`);
    writeFileSync(file, run("show", `${commit}:${path}`));
    return { commit, file };
  });
}
