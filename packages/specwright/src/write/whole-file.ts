import { constants, copyFileSync, linkSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { createDiagnosticError, type DiagnosticError } from "../diagnostic.ts";
import { makeOutputFolder } from "./make-output-folder.ts";

/**
 * Replaces a file atomically: if the command is interrupted, the file has either the old text or the new one.
 *
 * @throws DiagnosticError when it cannot be written.
 */
export function replaceFile(path: string, text: string): void {
  stage(path, text, (staged) => {
    renameSync(staged, path);
    return true;
  });
}

/**
 * Creates a file, completely or not at all. A file that already exists, or that appears in the meantime, is never
 * changed.
 *
 * @returns false when the path already exists
 * @throws DiagnosticError when it cannot be written.
 */
export function createFile(path: string, text: string): boolean {
  return stage(path, text, (staged) => {
    try {
      linkSync(staged, path);
    } catch (error) {
      if (getErrorCode(error) === "EEXIST") {
        return false;
      }
      // Some file systems do not support links.
      return copyUnlessThere(staged, path);
    }
    return true;
  });
}

function copyUnlessThere(from: string, to: string): boolean {
  try {
    copyFileSync(from, to, constants.COPYFILE_EXCL);
    return true;
  } catch (error) {
    if (getErrorCode(error) === "EEXIST") {
      return false;
    }
    throw error;
  }
}

/** The process's id is part of the name, so that two commands never stage in the same file. */
function stage(path: string, text: string, place: (staged: string) => boolean): boolean {
  const staged = `${path}.${process.pid}.specwright`;
  try {
    makeOutputFolder(dirname(path));
    // A killed command may have left one. With `wx`, the text never goes to the place that a link leads to.
    rmSync(staged, { force: true });
    writeFileSync(staged, text, { flag: "wx" });
    return place(staged);
  } catch (error) {
    throw reportNotWritable(path, error);
  } finally {
    removeStaged(staged);
  }
}

function removeStaged(staged: string): void {
  try {
    rmSync(staged, { force: true });
  } catch {
    // The parent is not a folder, or is not writable. Then staging failed too, and that failure is reported.
  }
}

function getErrorCode(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}

function reportNotWritable(path: string, error: unknown): DiagnosticError {
  return createDiagnosticError({
    code: "output-not-writable",
    message: `${path} cannot be written: ${error instanceof Error ? error.message : error}.`,
    fix: "Check the folder and its permissions.",
    file: path,
  });
}
