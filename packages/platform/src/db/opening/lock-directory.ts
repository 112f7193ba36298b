import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { makeFolder } from "./make-folder.ts";

/**
 * The data directory cannot be made, or holds something that is damaged or belongs to something else. The message says
 * how to fix it.
 */
export class DirectoryUnusableError extends Error {
  override readonly name = "DirectoryUnusableError";
}

/** Another process uses the data directory. The message says how to fix it. */
export class DirectoryLockedError extends Error {
  override readonly name = "DirectoryLockedError";
}

/**
 * Takes the data directory for this process alone, because two processes on one PGlite directory lose data without any
 * error. It also closes the directory to other users of the machine.
 *
 * The operating system holds the lock, on an empty file that SQLite (part of Node) opens: fcntl byte ranges on POSIX,
 * LockFileEx on Windows. It releases the lock whenever the process ends, so no stale lock is left
 * behind. A file with a process id could outlive its process or name another one. Node itself offers no flock.
 *
 * @returns a function that gives the directory back
 * @throws DirectoryLockedError when another process, or this one, already has it; DirectoryUnusableError when the
 *   directory cannot be made or closed to others, or when its lock file is not one
 */
export async function lockDirectory(directory: string): Promise<() => void> {
  try {
    await makeFolder(directory);
    // A directory that was made by hand, or by an older version, may let others read the database and the master keys.
    await chmod(directory, 0o700);
  } catch (error) {
    throw reportUnusable(directory, error);
  }
  // Do not wait for the lock: the process that holds it is a running server and will not end soon.
  const path = join(directory, "lock");
  let file: DatabaseSync | undefined;
  try {
    file = new DatabaseSync(path, { timeout: 0 });
    file.exec("pragma locking_mode = exclusive; begin exclusive");
  } catch (error) {
    file?.close();
    if (isBusy(error)) {
      throw new DirectoryLockedError(
        `The data directory ${directory} is in use by another process. Stop that process, or set PLATFORM_DATA to another directory.`,
      );
    }
    const reason = error instanceof Error ? error.message : String(error);
    throw new DirectoryUnusableError(
      `The lock file ${path} cannot be used: ${reason}.
Move it away, and the service makes a new one. If that does not help, give this user the right to read and write it.`,
      { cause: error },
    );
  }
  const taken = file;
  return () => taken.close();
}

/** Reasons for the system's errors, whose own texts do not help: for a file in the way, "file already exists". */
const reasons: Readonly<Record<string, string>> = {
  EACCES: "this user does not have the right to it",
  EPERM: "it belongs to another user",
  EROFS: "its file system is read-only",
  EEXIST: "a file is in its place",
  ENOTDIR: "a file is in the place of a folder above it",
  ENOENT: "its file system has no such folder and does not let one be made",
};

function reportUnusable(directory: string, cause: unknown): DirectoryUnusableError {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  const reason = reasons[code] ?? (cause instanceof Error ? cause.message : String(cause));
  return new DirectoryUnusableError(
    `The data directory ${directory} cannot be used: ${reason}${code in reasons ? ` (${code})` : ""}.
Set PLATFORM_DATA to a directory that this user can make and write.`,
    { cause },
  );
}

/** SQLITE_BUSY is 5 (sqlite.org/rescode.html); the lower byte is the primary code. */
function isBusy(error: unknown): boolean {
  if (!(error instanceof Error) || !("errcode" in error)) {
    return false;
  }
  return typeof error.errcode === "number" && (error.errcode & 0xff) === 5;
}
