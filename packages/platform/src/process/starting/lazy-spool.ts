import { existsSync } from "node:fs";
import { openSpool } from "./open-spool.ts";

/** A spool that is opened when it is needed for the first time. Most processes never receive an import. */
export interface LazySpool {
  /** Its folder. @throws DirectoryUnusableError; the next call tries again */
  readonly open: () => Promise<string>;
  readonly close: () => Promise<void>;
}

/**
 * Creates a spool. If an earlier process had one, it is opened at once, because that process may have been killed and have
 * left files.
 *
 * @param parent as for `openSpool`
 */
export function createLazySpool(parent: string): LazySpool {
  let opening = existsSync(parent) ? openSpool(parent) : undefined;
  // Reported to the first import instead.
  opening?.catch(() => undefined);
  return {
    open: async () => {
      opening ??= openSpool(parent);
      try {
        return (await opening).folder;
      } catch (error) {
        opening = undefined;
        throw error;
      }
    },
    close: async () => {
      await (await opening?.catch(() => undefined))?.close();
    },
  };
}
