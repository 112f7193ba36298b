import { dirname } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { computeFileVersion } from "../document/read/files/file-version.ts";
import { createFolderWatcher } from "./watch-folders.ts";

/** Milliseconds between two checks of files that have just changed. */
const pause = 5;

/** Milliseconds between two checks of unchanged files, for changes that the system does not report. */
const round = 1000;

/** Files to watch. */
interface Followed {
  /** Absolute paths. */
  readonly inputs: readonly string[];
  /** All files in these folders are watched. */
  readonly folders?: readonly string[];
}

/** Files that are edited while they are watched. */
export interface WatchedFiles {
  /** From now on, watches exactly these files. A change of a file that was watched before is still noticed. */
  readonly follow: (followed: Followed) => void;
  /** Watches these, too. */
  readonly addPaths: (paths: readonly string[]) => void;
  /** Waits until the files have not changed for some milliseconds. Returns the number of changes so far. */
  readonly waitForRest: (milliseconds: number) => Promise<number>;
}

/**
 * Watches files.
 *
 * @param changed Called after a change, possibly more often, but not for changes that `waitForRest` has already noticed.
 */
export function watchFiles(initial: Followed, changed: () => void): WatchedFiles {
  let versions: ReadonlyMap<string, string | undefined> = new Map();
  let whole: readonly string[] = [];
  let changes = 0;
  let changedAt = 0;
  const count = (): void => {
    changes += 1;
    changedAt = performance.now();
  };
  const look = (): boolean => {
    const found = new Map([...versions.keys()].map((path) => [path, computeFileVersion(path)]));
    const isChanged = [...found].some(([path, version]) => version !== versions.get(path));
    versions = found;
    if (isChanged) {
      count();
    }
    return isChanged;
  };
  const tell = (): void => {
    if (look()) {
      changed();
    }
  };
  const folders = createFolderWatcher(false, (path) => {
    if (path === undefined || versions.has(path)) {
      tell();
    }
  });
  const wholeFolders = createFolderWatcher(true, () => {
    count();
    changed();
  });
  const watchFolders = (): void => {
    folders.watch([...versions.keys()].map((path) => dirname(path)));
    wholeFolders.watch(whole);
  };
  const follow = ({ inputs, folders: next = [] }: Followed): void => {
    // The version of a file that is watched already is kept: it may be changing at this moment.
    versions = new Map(
      inputs.map((path) => [
        path,
        versions.has(path) ? versions.get(path) : computeFileVersion(path),
      ]),
    );
    whole = next;
    // A file that was not watched may have changed just now, so the waiting time starts here.
    changedAt = performance.now();
    watchFolders();
  };
  follow(initial);
  setInterval(() => {
    watchFolders();
    tell();
  }, round);
  return {
    follow,
    addPaths: (more) =>
      follow({ inputs: [...new Set([...versions.keys(), ...more])], folders: whole }),
    waitForRest: async (milliseconds) => {
      for (;;) {
        // Even without remaining time, lets the system's events be handled first.
        await delay(0);
        // Read before the files are checked: the process may be paused after that, and a file may change in the
        // meantime.
        const now = performance.now();
        look();
        const left = changedAt + milliseconds - now;
        if (left <= 0) {
          return changes;
        }
        await delay(Math.min(pause, left));
      }
    },
  };
}
