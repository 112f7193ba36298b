import { type FSWatcher, statSync, watch } from "node:fs";
import { join } from "node:path";

/** Folders that are watched. */
export interface FolderWatcher {
  /** Watches these folders, and no others any more. One that was removed and is there again is watched anew. */
  readonly watch: (folders: Iterable<string>) => void;
}

/**
 * Reports changes in a folder at once, on systems that can. Folders are watched and not the files in them: when a file is
 * replaced by renaming, the watcher of the old file sees nothing.
 *
 * @param isRecursive True to report changes in nested folders too.
 * @param changed Called with the absolute path; with undefined when the system does not give it.
 */
export function createFolderWatcher(
  isRecursive: boolean,
  changed: (path: string | undefined) => void,
): FolderWatcher {
  const watchers = new Map<string, FSWatcher>();
  const start = (folder: string): FSWatcher | undefined => {
    try {
      const watcher = watch(folder, { recursive: isRecursive }, (_event, name) => {
        changed(name === null ? undefined : join(folder, name));
      });
      // After an error of the system, only the regular look at the files remains.
      return watcher.on("error", () => watcher.close());
    } catch {
      // It does not exist, or the system watches as many as it can.
      return undefined;
    }
  };
  return {
    watch: (folders) => {
      const wanted = new Map([...new Set(folders)].map((folder) => [toFolderKey(folder), folder]));
      for (const [key, watcher] of watchers) {
        if (!wanted.has(key)) {
          watcher.close();
          watchers.delete(key);
        }
      }
      for (const [key, folder] of wanted) {
        const watcher = watchers.get(key) ?? start(folder);
        if (watcher !== undefined) {
          watchers.set(key, watcher);
        }
      }
    },
  };
}

function toFolderKey(folder: string): string {
  return `${statSync(folder, { throwIfNoEntry: false })?.ino} ${folder}`;
}
