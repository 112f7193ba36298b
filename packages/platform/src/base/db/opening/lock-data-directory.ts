import { readdir } from "node:fs/promises";
import { DirectoryUnusableError, lockDirectory } from "./lock-directory.ts";

/** Entries that a service makes in its data directory. */
const ours: ReadonlySet<string> = new Set(["lock", "postgres", "master-keys", "files", "spool"]);

/**
 * Takes the data directory of an embedded database for this process alone. A folder of other files is refused: in a home
 * or in `/tmp`, the database would lie among files that are not its own, and the folder would be closed to other users.
 *
 * @returns a function that gives the directory back
 * @throws DirectoryLockedError and DirectoryUnusableError, as `lockDirectory` does
 */
export async function lockDataDirectory(directory: string): Promise<() => void> {
  await assertOurFolder(directory);
  return await lockDirectory(directory);
}

/**
 * Refuses a folder of other files.
 *
 * @throws DirectoryUnusableError
 */
export async function assertOurFolder(directory: string): Promise<void> {
  // `lockDirectory` makes a missing directory, and reports one that cannot be read.
  const names = await readdir(directory).catch(() => []);
  // A new volume may have the folder lost+found. Hidden files are those of tools, such as .gitignore.
  const others = names.filter((name) => name !== "lost+found" && !name.startsWith("."));
  if (others.length > 0 && !others.some((name) => ours.has(name))) {
    throw new DirectoryUnusableError(
      `The directory ${directory} has other files (${others.slice(0, 3).join(", ")}) and no data of the platform.
Set PLATFORM_DATA to an empty directory, or to one that does not exist yet.`,
    );
  }
}
