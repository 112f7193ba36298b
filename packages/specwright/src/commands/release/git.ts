import { spawnSync } from "node:child_process";
import { DiagnosticError } from "../../diagnostic.ts";

/**
 * Runs git in a folder.
 *
 * @returns its output without the last line break; undefined when it fails
 */
function runGit(args: readonly string[], folder: string): string | undefined {
  const { status, stdout } = spawnSync("git", args, {
    cwd: folder,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
  return status === 0 ? stdout.trimEnd() : undefined;
}

/**
 * Refuses to release from files that no commit has, because a tag could not lead back to them.
 *
 * @throws DiagnosticError outside a repository, without a commit, and when a file is changed or not committed
 */
export function requireCleanTree(folder: string): void {
  const commit = runGit(["rev-parse", "--verify", "--quiet", "HEAD"], folder);
  const status = runGit(["status", "--porcelain", "--", "."], folder);
  if (commit === undefined || status === undefined) {
    throw new DiagnosticError([
      {
        severity: "error",
        code: "no-commit",
        message:
          "The folder is not in a git repository, or the repository has no commit yet. A release is tagged at a commit.",
        fix: "Run `git init`, commit the files, and release again.",
      },
    ]);
  }
  const changed = status.split("\n").filter((line) => line !== "");
  if (changed.length > 0) {
    const shown = changed.slice(0, maximumShown).map((line) => line.slice(3));
    const more = changed.length > maximumShown ? ` and ${changed.length - maximumShown} more` : "";
    throw new DiagnosticError([
      {
        severity: "error",
        code: "dirty-tree",
        message: `Files are changed or not committed: ${shown.join(", ")}${more}. A release has to come from a commit.`,
        fix: "Commit or stash them, or add them to .gitignore. `--dry-run` works without.",
      },
    ]);
  }
}

/** Paths that a message names. */
const maximumShown = 10;

/** The day of the last commit, such as `2026-11-23`. A release that is continued on another day has the same date. */
export function readCommitDate(folder: string): string {
  return runGit(["log", "-1", "--format=%cs"], folder) ?? "";
}

/**
 * Tags the last commit with the names that neither this repository nor `origin` has, and pushes them to `origin` if it
 * exists.
 *
 * @returns the new tags
 * @throws DiagnosticError when a tag cannot be made or pushed
 */
export function tagRelease(tags: readonly string[], folder: string): readonly string[] {
  const hasOrigin = runGit(["remote", "get-url", "origin"], folder) !== undefined;
  const remote = hasOrigin ? (runGit(["ls-remote", "--tags", "origin"], folder) ?? "") : "";
  const pushed = new Set(remote.split("\n").map((line) => line.split("refs/tags/")[1] ?? ""));
  const missing = tags.filter((tag) => !pushed.has(tag));
  const made = missing.filter(
    (tag) => runGit(["rev-parse", "--verify", "--quiet", `refs/tags/${tag}`], folder) === undefined,
  );
  for (const tag of made) {
    requireGit(["tag", tag], folder, `The tag ${tag} cannot be made`);
  }
  if (hasOrigin && missing.length > 0) {
    const refs = missing.map((tag) => `refs/tags/${tag}`);
    requireGit(
      ["push", "--quiet", "origin", ...refs],
      folder,
      "The tags cannot be pushed to origin",
    );
  }
  return hasOrigin ? missing : made;
}

function requireGit(args: readonly string[], folder: string, what: string): void {
  if (runGit(args, folder) === undefined) {
    throw new DiagnosticError([
      {
        severity: "error",
        code: "no-tag",
        message: `${what}. The packages are published.`,
        fix: `Run \`git ${args.join(" ")}\` to see the reason. Then run the release again: it only makes the tags.`,
      },
    ]);
  }
}
