import { type FSWatcher, statSync, watch } from "node:fs";
import { join } from "node:path";

/** Folders that are watched. */
export interface FolderWatcher {
  /** Watches exactly these folders. A folder that was removed and exists again is watched again. */
  readonly watch: (folders: Iterable<string>) => void;
}

/**
 * Reports changes in a folder immediately, on systems that support it. It watches folders and not their files: when a
 * file is replaced by a rename, the watcher of the old file does not notice.
 *
 * @param isRecursive True to report changes in nested folders too.
 * @param changed Called with the absolute path, or with undefined when the system does not provide it.
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
      // After an error of the system, changes are only found by the regular checks of the files.
      return watcher.on("error", () => watcher.close());
    } catch {
      // The folder does not exist, or the system's limit of watchers is reached.
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
