import { lstat, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { assertOwnFolder, lockDirectory } from "../../base/db/opening/lock-directory.ts";
import { makeFolder } from "../../base/db/opening/make-folder.ts";
import { isAbandoned } from "../../base/files/remote-store.ts";
import { createRandomToken } from "../../base/ids.ts";

/** The folder in which one process keeps copies of files while requests send them. */
export interface Spool {
  readonly folder: string;
  /** Removes the folder. */
  readonly close: () => Promise<void>;
}

/** Milliseconds in which a process has certainly locked its new folder. */
const lockingMs = 60_000;

/**
 * Makes a folder for this process in `parent`, which processes on one machine may share. It is locked until the process
 * ends. Folders without a lock belong to processes that were killed, so they are removed with their copies.
 *
 * @throws DirectoryUnusableError when the folder cannot be made or locked
 */
export async function openSpool(parent: string): Promise<Spool> {
  await makeFolder(parent);
  await assertOwnFolder(parent);
  const folder = join(parent, createRandomToken());
  const unlock = await lockDirectory(folder);
  try {
    // Ages are differences of the file system's times, because the clock of this process may be wrong.
    const { mtime: now } = await stat(folder);
    for (const name of await readdir(parent)) {
      await removeLeft(join(parent, name), now);
    }
  } catch (error) {
    unlock();
    throw error;
  }
  const close = async (): Promise<void> => {
    unlock();
    await rm(folder, { recursive: true, force: true });
  };
  return { folder, close };
}

/** Removes a folder that a killed process left. */
async function removeLeft(path: string, now: Date): Promise<void> {
  try {
    const found = await lstat(path);
    if (!found.isDirectory()) {
      // An earlier version kept its copies without a folder, and one may still be running.
      if (isAbandoned(found.mtime, now)) {
        await rm(path);
      }
      return;
    }
    // The process of a new folder may be about to lock it.
    if (now.getTime() - found.mtimeMs > lockingMs) {
      const unlock = await lockDirectory(path);
      await rm(path, { recursive: true, force: true }).finally(unlock);
    }
  } catch {
    // It is locked, another process has just removed it, or it belongs to another user.
  }
}
