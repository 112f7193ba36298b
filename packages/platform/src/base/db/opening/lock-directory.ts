import { constants } from "node:fs";
import { access, chmod, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { ignoreMissingFile } from "../../system-errors.ts";
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
 *   directory cannot be made or closed to others, when it belongs to another user, or when its lock file is not one
 */
export async function lockDirectory(directory: string): Promise<() => void> {
  try {
    await makeFolder(directory);
    await assertOwnFolder(directory);
    // A directory that was made by hand, or by an older version, may let others read the database and the master keys.
    await chmod(directory, 0o700);
  } catch (error) {
    throw error instanceof DirectoryUnusableError ? error : reportUnusable(directory, error);
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

/**
 * Refuses a directory of another user. Its owner could read what is stored there, or put links and keys in the place of
 * our files, and root may write into every directory. In `/tmp`, anybody can make a directory before the service does.
 *
 * @throws DirectoryUnusableError when it belongs to another user
 */
export async function assertOwnFolder(directory: string): Promise<void> {
  const { uid } = await stat(directory);
  // Windows does not have ids of users.
  if (process.geteuid !== undefined && uid !== process.geteuid()) {
    throw new DirectoryUnusableError(
      `The directory ${directory} belongs to another user (uid ${uid}), who could read and replace what the service stores there.
Start the service as that user, give the directory to the user of the service with chown, or set PLATFORM_DATA to another directory.`,
    );
  }
}

/**
 * Refuses a directory that the service could not make or write, and changes nothing. The system answers for root, too, when
 * the file system is read-only.
 *
 * @throws DirectoryUnusableError
 */
export async function assertWritable(directory: string): Promise<void> {
  try {
    for (let folder = directory; ; folder = dirname(folder)) {
      const found = await stat(folder).catch(ignoreMissingFile);
      if (found !== undefined) {
        if (folder === directory) {
          await assertOwnFolder(directory);
        }
        if (!found.isDirectory()) {
          throw Object.assign(new Error("not a folder"), {
            code: folder === directory ? "EEXIST" : "ENOTDIR",
          });
        }
        return await access(folder, constants.W_OK | constants.X_OK);
      }
    }
  } catch (error) {
    throw error instanceof DirectoryUnusableError ? error : reportUnusable(directory, error);
  }
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
