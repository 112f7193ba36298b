import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Makes a folder and the missing ones above it. `mkdirSync` with `recursive` never returns where a file system answers ENOENT
 * for a folder inside an existing one, as `/proc` does.
 *
 * @throws the system's error when it cannot be made
 */
export function makeOutputFolder(path: string): void {
  try {
    mkdirSync(path);
    return;
  } catch (error) {
    if (isFolder(path)) {
      return;
    }
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    if (!isMissing || isFolder(dirname(path))) {
      throw error;
    }
  }
  makeOutputFolder(dirname(path));
  makeOutputFolder(path);
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    // It does not exist, or may not be seen.
    return false;
  }
}
