/**
 * Returns whether a path may name a file of the output: relative, with `/`, and not outside the folder. Anyone may have
 * changed manifests and journals, so their paths are checked like any input.
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

/** The name of the manifest, which lists the generated files. It is in the output folder, and the next command reads it. */
export const manifestName = ".specwright.json";

/** The unfinished work of an interrupted command. */
export const journalName = ".specwright-journal.json";

/** New contents, until the journal is written. */
export const stageName = ".specwright-stage";

/** Contains the process that is writing at the moment. */
export const lockName = ".specwright-lock";

/**
 * Returns whether a name in the output folder belongs to specwright without being part of the output. This includes
 * stale locks, which are renamed before they are removed.
 */
export function isOwnName(name: string): boolean {
  return ownNames.has(name) || /^\.specwright-lock-\d+$/.test(name);
}

const ownNames: ReadonlySet<string> = new Set([manifestName, journalName, stageName, lockName]);
