import {
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { findSymbolicLink } from "./find-symbolic-link.ts";
import { readManifest } from "./manifest.ts";
import { isOutputPath, journalName, manifestName, stageName } from "./output-path.ts";

/** The remaining work once all new contents are staged. */
export interface Journal {
  /** For each staged file, its number and its path in the output folder. The manifest is staged as `manifest`. */
  readonly renames: readonly (readonly [number: number, path: string])[];
  /** Paths of files that were generated before and are not now. */
  readonly removals: readonly string[];
}

/** Records that all files are staged. From now on the write will be completed, by this command or by the next one. */
export function writeJournal(folder: string, journal: Journal): void {
  const staged = join(folder, stageName, "journal");
  writeFileSync(staged, JSON.stringify(journal), { flag: "wx" });
  renameSync(staged, join(folder, journalName));
}

/** Returns whether a write to the folder was interrupted. */
export function hasJournal(folder: string): boolean {
  return isFile(join(folder, journalName));
}

/** The paths that an interrupted write was about to fill. Empty without a journal. */
export function readPlannedPaths(folder: string): readonly string[] {
  return readJournal(folder)?.renames.map(([, path]) => path) ?? [];
}

/**
 * Completes the work of a journal from the point where it stopped. Without a journal, the staged files are removed, and
 * the output is unchanged.
 */
export function completeJournal(folder: string): void {
  const journal = readJournal(folder);
  if (journal !== undefined) {
    applyJournal(folder, journal);
  }
  rmSync(join(folder, journalName), { force: true });
  // Does not follow links.
  rmSync(join(folder, stageName), { recursive: true, force: true });
}

function applyJournal(folder: string, { renames, removals }: Journal): void {
  const owned = readManifest(folder)?.files;
  for (const [number, path] of renames) {
    moveStaged(folder, String(number), path);
  }
  for (const path of removals) {
    // When the manifest is already the new one, the removals are done. A file at such a path may now belong to another
    // program or person.
    if (owned?.has(path) === true && findSymbolicLink(folder, path) === undefined) {
      rmSync(join(folder, path), { force: true });
      removeEmptyFolders(folder, dirname(path));
    }
  }
  moveStaged(folder, "manifest", manifestName);
}

function moveStaged(folder: string, staged: string, path: string): void {
  const from = join(folder, stageName, staged);
  if (isFile(from)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    renameSync(from, join(folder, path));
  }
}

function removeEmptyFolders(folder: string, path: string): void {
  for (let current = path; current !== "." && current !== "/"; current = dirname(current)) {
    try {
      rmdirSync(join(folder, current));
    } catch {
      // The folder is not empty, so its parents stay too.
      return;
    }
  }
}

function readJournal(folder: string): Journal | undefined {
  if (!hasJournal(folder)) {
    return undefined;
  }
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(join(folder, journalName), "utf8"));
  } catch {
    // Journals are created by a rename, so they are never incomplete. specwright did not write this one.
    return undefined;
  }
  return isJournal(value) && value.renames.every(([, path]) => isSafe(folder, path))
    ? value
    : undefined;
}

function isSafe(folder: string, path: string): boolean {
  return isOutputPath(path) && findSymbolicLink(folder, path) === undefined;
}

function isJournal(value: unknown): value is Journal {
  return (
    typeof value === "object" &&
    value !== null &&
    "renames" in value &&
    "removals" in value &&
    Array.isArray(value.renames) &&
    value.renames.every(
      (entry) => Array.isArray(entry) && Number.isInteger(entry[0]) && typeof entry[1] === "string",
    ) &&
    Array.isArray(value.removals) &&
    value.removals.every((path) => typeof path === "string")
  );
}

function isFile(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
