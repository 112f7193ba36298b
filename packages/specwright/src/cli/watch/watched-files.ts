import { dirname } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileVersion } from "../../file-version.ts";
import { createFolderWatcher } from "./watch-folders.ts";

/** Milliseconds between two looks at files that are about to rest. */
const pause = 5;

/** Milliseconds between two looks at files that rest, for changes that the system does not report. */
const round = 1000;

/** Files that are edited while they are watched. */
export interface WatchedFiles {
  /** Watches these from now on, whose absolute paths these are. */
  readonly setPaths: (paths: readonly string[]) => void;
  /** Watches these, too. */
  readonly addPaths: (paths: readonly string[]) => void;
  /** Waits until nothing has changed for some milliseconds. Gives what differs after any change. */
  readonly rest: (milliseconds: number) => Promise<string>;
}

/**
 * Watches files.
 *
 * @param templates A folder everything in which is watched.
 * @param changed Called after a change, and maybe more often. Not for changes that `rest` has seen.
 */
export function watchFiles(
  initial: readonly string[],
  templates: string | undefined,
  changed: () => void,
): WatchedFiles {
  let paths = initial;
  let templateChanges = 0;
  const look = (): string => [templateChanges, ...paths.map(fileVersion)].join("\n");
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
  const watchFolders = (): void => folders.watch(paths.map((path) => dirname(path)));
  watchFolders();
  createFolderWatcher(true, () => {
    templateChanges += 1;
    tell();
  }).watch(templates === undefined ? [] : [templates]);
  setInterval(() => {
    watchFolders();
    tell();
  }, round);
  const setPaths = (next: readonly string[]): void => {
    // A change until now would be taken for the state that was seen.
    tell();
    paths = next;
    seen = look();
    // A file may have changed since `tell`, and then it did not rest yet.
    changedAt = performance.now();
    watchFolders();
  };
  return {
    setPaths,
    addPaths: (more) => setPaths([...new Set([...paths, ...more])]),
    rest: async (milliseconds) => {
      for (;;) {
        // Even when no time is left, events of the system are handled first.
        await delay(0);
        // Taken before the look: the process may be paused after it, and a file may change meanwhile.
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
