import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** The data directory holds something that cannot be read. The message says how to fix it. */
export class DirectoryDamagedError extends Error {
  override readonly name = "DirectoryDamagedError";
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
 * @throws DirectoryLockedError when another process, or this one, already has it; DirectoryDamagedError when the lock
 *   file is not a lock file; the system's error when the directory cannot be made
 */
export function lockDirectory(directory: string): () => void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  // A directory that was made by hand, or by an older version, may let others read the database and the master keys.
  chmodSync(directory, 0o700);
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
    throw new DirectoryDamagedError(
      `The lock file ${path} cannot be used: ${reason}.
Move it away, and the service makes a new one. If that does not help, give this user the right to read and write it.`,
      { cause: error },
    );
  }
  const taken = file;
  return () => taken.close();
}

/** SQLITE_BUSY is 5 (sqlite.org/rescode.html); the lower byte is the primary code. */
function isBusy(error: unknown): boolean {
  if (!(error instanceof Error) || !("errcode" in error)) {
    return false;
  }
  return typeof error.errcode === "number" && (error.errcode & 0xff) === 5;
}
