/**
 * Returns whether a path may name a file of the output: relative, with `/`, and never out of the folder. Manifests and
 * journals are files that anyone may have changed, so their paths are checked like any input.
 */
export function isOutputPath(path: string): boolean {
  const segments = path.split("/");
  return (
    !path.includes("\\") &&
    !path.includes("\0") &&
    !/^[a-z]:/i.test(path) &&
    segments.every((segment) => segment !== "" && segment !== "." && segment !== "..") &&
    !isOwnName(segments[0] ?? "")
  );
}

/** The manifest of the generated files: written next to them, and read by the next command. */
export const manifestName = ".specwright.json";

/** The unfinished work of an interrupted command. */
export const journalName = ".specwright-journal.json";

/** New contents, until the journal is written. */
export const stageName = ".specwright-stage";

/** The process that is writing at the moment. */
export const lockName = ".specwright-lock";

/**
 * Returns whether a name in the output folder is ours without being part of the output; locks are moved aside under names of
 * their own.
 */
export function isOwnName(name: string): boolean {
  return ownNames.has(name) || /^\.specwright-lock-\d+$/.test(name);
}

const ownNames: ReadonlySet<string> = new Set([manifestName, journalName, stageName, lockName]);
