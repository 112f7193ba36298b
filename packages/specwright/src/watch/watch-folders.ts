import { type FSWatcher, readdirSync, statSync, watch } from "node:fs";
import { join } from "node:path";

/** Folders that are watched. */
export interface FolderWatcher {
  /** Watches exactly these folders. A folder that was removed and exists again is watched again. */
  readonly watch: (folders: Iterable<string>) => void;
}

/**
 * Reports changes in a folder immediately, on systems that support it. It watches folders and not their files: when a
 * file is replaced by a rename, the watcher of the old file does not notice. Node's own recursive watcher is one of files on
 * Linux, so each nested folder has a watcher.
 *
 * @param isRecursive True to report changes in nested folders too.
 * @param changed Called with the absolute path, or with undefined when it is not known: the system does not provide it, or
 * files may have been written to a new folder before it was watched.
 */
export function createFolderWatcher(
  isRecursive: boolean,
  changed: (path: string | undefined) => void,
): FolderWatcher {
  const watchers = new Map<string, FSWatcher>();
  let watched: ReadonlySet<string> = new Set();
  const start = (folder: string): FSWatcher | undefined => {
    try {
      const watcher = watch(folder, (_event, name) => {
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
      const before = watched;
      watched = new Set(folders);
      const wanted = new Map<string, { readonly folder: string; readonly isNew: boolean }>();
      for (const root of watched) {
        for (const folder of isRecursive ? [root, ...listFolders(root)] : [root]) {
          wanted.set(toFolderKey(folder), { folder, isNew: isRecursive && before.has(root) });
        }
      }
      for (const [key, watcher] of watchers) {
        if (!wanted.has(key)) {
          watcher.close();
          watchers.delete(key);
        }
      }
      let isAnyNew = false;
      for (const [key, { folder, isNew }] of wanted) {
        const watcher = watchers.get(key) ?? start(folder);
        if (watcher !== undefined) {
          isAnyNew ||= isNew && !watchers.has(key);
          watchers.set(key, watcher);
        }
      }
      if (isAnyNew) {
        changed(undefined);
      }
    },
  };
}

/** All folders in a folder, at any depth. None when it does not exist, or is being removed. */
function listFolders(root: string): readonly string[] {
  try {
    return readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ parentPath, name }) => join(parentPath, name));
  } catch {
    return [];
  }
}

function toFolderKey(folder: string): string {
  return `${statSync(folder, { throwIfNoEntry: false })?.ino} ${folder}`;
}
