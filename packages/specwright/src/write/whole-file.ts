import {
  constants,
  copyFileSync,
  linkSync,
  mkdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { DiagnosticError } from "../diagnostic.ts";

/**
 * Replaces a file, which is never half written: whatever interrupts that, it has the old text or the new.
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
 * Writes a file that does not exist, whole or not at all. A file that exists, or appears meanwhile, is never touched.
 *
 * @returns false when the path exists already
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
      // Some file systems have no links.
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

/** Two commands at once must not stage in the same file. */
function stage(path: string, text: string, place: (staged: string) => boolean): boolean {
  const staged = `${path}.${process.pid}.specwright`;
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(staged, text);
    return place(staged);
  } catch (error) {
    throw notWritable(path, error);
  } finally {
    removeStaged(staged);
  }
}

function removeStaged(staged: string): void {
  try {
    rmSync(staged, { force: true });
  } catch {
    // Its folder is not a folder, or may not be written: then the file was not staged either, which is reported.
  }
}

function getErrorCode(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}

function notWritable(path: string, error: unknown): DiagnosticError {
  return new DiagnosticError([
    {
      severity: "error",
      code: "output-not-writable",
      message: `${path} cannot be written: ${error instanceof Error ? error.message : error}.`,
      fix: "Check the folder and its permissions.",
      file: path,
    },
  ]);
}
