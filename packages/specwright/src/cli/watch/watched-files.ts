import { dirname } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { computeFileVersion } from "../../file-version.ts";
import { createFolderWatcher } from "./watch-folders.ts";

/** Milliseconds between two checks of files that have just changed. */
const pause = 5;

/** Milliseconds between two checks of unchanged files, for changes that the system does not report. */
const round = 1000;

/** Files to watch. */
interface Followed {
  /** Absolute paths. */
  readonly inputs: readonly string[];
  /** A folder. All files in it are watched. */
  readonly templates?: string | undefined;
}

/** Files that are edited while they are watched. */
export interface WatchedFiles {
  /** From now on, watches exactly these files. */
  readonly follow: (followed: Followed) => void;
  /** Watches these, too. */
  readonly addPaths: (paths: readonly string[]) => void;
  /** Waits until the files have not changed for some milliseconds. Returns a string that is different after every change. */
  readonly waitForRest: (milliseconds: number) => Promise<string>;
}

/**
 * Watches files.
 *
 * @param changed Called after a change, possibly more often, but not for changes that `waitForRest` has already noticed.
 */
export function watchFiles(initial: Followed, changed: () => void): WatchedFiles {
  let { inputs: paths, templates } = initial;
  let templateChanges = 0;
  const look = (): string => [templateChanges, ...paths.map(computeFileVersion)].join("\n");
  let seen = look();
  let changedAt = performance.now();
  const lookAgain = (): boolean => {
    const state = look();
    if (state === seen) {
      return false;
    }
    seen = state;
    changedAt = performance.now();
    return true;
  };
  const tell = (): void => {
    if (lookAgain()) {
      changed();
    }
  };
  const folders = createFolderWatcher(false, (path) => {
    if (path === undefined || paths.includes(path)) {
      tell();
    }
  });
  const templateFolder = createFolderWatcher(true, () => {
    templateChanges += 1;
    tell();
  });
  const watchFolders = (): void => {
    folders.watch(paths.map((path) => dirname(path)));
    templateFolder.watch(templates === undefined ? [] : [templates]);
  };
  watchFolders();
  setInterval(() => {
    watchFolders();
    tell();
  }, round);
  const follow = (next: Followed): void => {
    // Reports earlier changes first. Otherwise they would become part of the recorded state.
    tell();
    ({ inputs: paths, templates } = next);
    seen = look();
    // A file may have changed since `tell` was called, so the waiting time starts now.
    changedAt = performance.now();
    watchFolders();
  };
  return {
    follow,
    addPaths: (more) => follow({ inputs: [...new Set([...paths, ...more])], templates }),
    waitForRest: async (milliseconds) => {
      for (;;) {
        // Even without remaining time, lets the system's events be handled first.
        await delay(0);
        // Read before the files are checked: the process may be paused after that, and a file may change in the
        // meantime.
        const now = performance.now();
        lookAgain();
        const left = changedAt + milliseconds - now;
        if (left <= 0) {
          return seen;
        }
        await delay(Math.min(pause, left));
      }
    },
  };
}
