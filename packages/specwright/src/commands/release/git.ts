import { type SpawnSyncReturns, spawnSync } from "node:child_process";
import { createDiagnosticError } from "../../diagnostic.ts";
import { readFirstSentence } from "../packages/npm.ts";

/**
 * Runs git in a folder.
 *
 * @returns its output without the last line break; undefined when it fails
 */
function runGit(args: readonly string[], folder: string): string | undefined {
  const { status, stdout } = startGit(args, folder);
  return status === 0 ? stdout.trimEnd() : undefined;
}

function startGit(args: readonly string[], folder: string): SpawnSyncReturns<string> {
  return spawnSync("git", args, {
    cwd: folder,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/**
 * Refuses to release files that are not in a commit, because a tag could not point to them.
 *
 * @param sources Other folders whose files are released, such as that of a document beside the folder.
 * @throws DiagnosticError outside a repository, without a commit, and when a file is changed or not committed
 */
export function requireCleanTree(folder: string, sources: readonly string[] = []): void {
  const commit = runGit(["rev-parse", "--verify", "--quiet", "HEAD"], folder);
  const status = runGit(listChanged, folder);
  if (commit === undefined || status === undefined) {
    throw createDiagnosticError({
      code: "no-commit",
      message:
        "The folder is not in a git repository, or the repository has no commit yet. A release is tagged at a commit.",
      fix: "Run `git init`, commit the files, and release again.",
    });
  }
  // A source can be in another repository, or in none.
  const others = sources.map((source) => runGit(listChanged, source) ?? "");
  const lines = [status, ...others].flatMap((text) => text.split("\n"));
  const changed = [...new Set(lines)].filter((line) => line !== "");
  if (changed.length > 0) {
    const shown = changed.slice(0, maximumShown).map((line) => line.slice(3));
    const more = changed.length > maximumShown ? ` and ${changed.length - maximumShown} more` : "";
    throw createDiagnosticError({
      code: "dirty-tree",
      message: `There are changes that are not committed: ${shown.join(", ")}${more}. A release has to come from a commit.`,
      fix: "Commit or stash them, or add them to .gitignore. `--dry-run` works without a commit.",
    });
  }
}

const listChanged = ["status", "--porcelain", "--", "."];

/** Paths that a message names. */
const maximumShown = 10;

/** The day of the last commit, such as `2026-11-23`. A release that is continued on another day has the same date. */
export function readCommitDate(folder: string): string {
  return runGit(["log", "-1", "--format=%cs"], folder) ?? "";
}

/**
 * Requires that `origin`, if there is one, lets this user push the tags. A hook of `origin` can still refuse them.
 *
 * @throws DiagnosticError with git's reason
 */
export function requirePush(tags: readonly string[], folder: string): void {
  const [tag] = listMissingTags(tags, folder);
  if (tag !== undefined && hasOrigin(folder)) {
    const args = ["push", "--dry-run", "--quiet", "origin", `HEAD:refs/tags/${tag}`];
    requireGit(
      args,
      folder,
      "The tags of this release cannot be pushed to origin",
      "Correct it, and release again.",
    );
  }
}

/**
 * Tags the last commit with the names that neither this repository nor `origin` has, and pushes them to `origin` if it
 * exists.
 *
 * @returns the new tags
 * @throws DiagnosticError with git's reason when a tag cannot be made or pushed
 */
export function tagRelease(tags: readonly string[], folder: string): readonly string[] {
  const missing = listMissingTags(tags, folder);
  const made = missing.filter(
    (tag) => runGit(["rev-parse", "--verify", "--quiet", `refs/tags/${tag}`], folder) === undefined,
  );
  const fix =
    "Correct it, and release again. The packages are already published, so that run only makes the tags.";
  for (const tag of made) {
    requireGit(["tag", tag], folder, `The tag ${tag} cannot be made`, fix);
  }
  if (!hasOrigin(folder)) {
    return made;
  }
  if (missing.length > 0) {
    const refs = missing.map((tag) => `refs/tags/${tag}`);
    const args = ["push", "--quiet", "origin", ...refs];
    requireGit(args, folder, "The tags cannot be pushed to origin", fix);
  }
  return missing;
}

/** The tags that `origin` does not have; all of them without an `origin`. */
function listMissingTags(tags: readonly string[], folder: string): readonly string[] {
  const remote = hasOrigin(folder) ? runGit(["ls-remote", "--tags", "origin"], folder) : undefined;
  const pushed = new Set(remote?.split("\n").map((line) => line.split("refs/tags/")[1] ?? ""));
  return tags.filter((tag) => !pushed.has(tag));
}

function hasOrigin(folder: string): boolean {
  return runGit(["remote", "get-url", "origin"], folder) !== undefined;
}

function requireGit(args: readonly string[], folder: string, what: string, fix: string): void {
  const { status, stderr } = startGit(args, folder);
  if (status !== 0) {
    const lines = stderr.split("\n").map((line) => line.trim());
    const reason = lines.find((line) => /^(?:fatal|remote|error|!)/.test(line)) ?? "";
    throw createDiagnosticError({
      code: "no-tag",
      message: `${what}: ${readFirstSentence(reason, "origin")}.`,
      fix: `\`git ${args.join(" ")}\` shows the full error. ${fix}`,
    });
  }
}
