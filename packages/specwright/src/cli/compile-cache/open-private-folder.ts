import { lstatSync, mkdirSync, realpathSync, type Stats } from "node:fs";
import { basename, dirname, join } from "node:path";

/**
 * Makes a folder that only this user can read or write, if it does not exist yet. Undefined, and nothing is written, when
 * somebody else could change the folder, or replace it or a folder above it. On Windows, the rights of the folder above
 * are those of the new one, and nothing is checked.
 *
 * @param path absolute
 * @returns the path without links
 */
export function openPrivateFolder(path: string): string | undefined {
  try {
    if (process.geteuid === undefined) {
      mkdirSync(path, { recursive: true });
      return path;
    }
    const folder = openSafeFolder(path);
    if (folder === undefined) {
      return undefined;
    }
    const { uid, mode } = lstatSync(folder);
    return uid === process.geteuid() && (mode & 0o077) === 0 ? folder : undefined;
  } catch {
    // The folder cannot be made, or is a file.
    return undefined;
  }
}

/**
 * Makes a folder, and first those above it. Each is safe before anything is written into it. Links are followed one by
 * one: what is checked is the place that they lead to.
 */
function openSafeFolder(path: string): string | undefined {
  const above = dirname(path);
  const parent = above === path ? path : openSafeFolder(above);
  if (parent === undefined) {
    return undefined;
  }
  const place = join(parent, basename(path));
  const status = lstatSync(place, { throwIfNoEntry: false }) ?? makeFolder(place);
  if (!isOfUserOrRoot(status)) {
    return undefined;
  }
  if (status.isSymbolicLink()) {
    return openSafeFolder(realpathSync(place));
  }
  return status.isDirectory() && isClosedToOthers(status) ? place : undefined;
}

function makeFolder(path: string): Stats {
  mkdirSync(path, { mode: 0o700 });
  return lstatSync(path);
}

function isOfUserOrRoot({ uid }: Stats): boolean {
  return uid === 0 || uid === process.geteuid?.();
}

/** In a sticky folder, such as `/tmp`, others cannot rename or remove what is not theirs. */
function isClosedToOthers({ mode }: Stats): boolean {
  return (mode & 0o022) === 0 || (mode & 0o1000) !== 0;
}
